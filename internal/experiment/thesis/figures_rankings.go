package thesis

import (
	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// rankings are the figures of a run of many structures.
func rankings(filters []string, on figure.Text) []figure.Figure {
	ranked := func(id string, of figure.RankedOf, title figure.Text) figure.Figure {
		of.Groups = glossary.Families(filters)
		if !of.OfAsked {
			of.Baseline, of.BaselineLabel = NoFilter, figure.Text{EN: "no filter", PT: "sem filtro"}
		}
		return figure.Ranked("ranked-"+id, title, of)
	}
	of := func(m runfolder.Metric) figure.RankedOf { return figure.RankedOf{Metric: m} }
	return []figure.Figure{
		ranked("query", of(metric.Query), figure.Text{
			EN: "Mean time of one question to the filter alone, by structure (with 95 % confidence intervals)",
			PT: "Tempo médio de uma consulta apenas ao filtro, por estrutura (com intervalos de confiança de 95%)",
		}),
		ranked("hyphenate", of(Hyphenate), figure.Text{
			EN: "Mean time to hyphenate one list of words, by structure" + on.EN + " (with 95 % confidence intervals)",
			PT: "Tempo médio de processamento de uma mesma lista de palavras, por estrutura" + on.PT + " (com intervalos de confiança de 95%)",
		}),
		ranked("build", of(metric.Build), figure.Text{
			EN: "Mean time to construct the filter alone, by structure (with 95 % confidence intervals)",
			PT: "Tempo médio de construção apenas do filtro, por estrutura (com intervalos de confiança de 95%)",
		}),
		ranked("init", of(Init), figure.Text{
			EN: "Mean time to initialise the hyphenation algorithm, by structure" + on.EN + " (with 95 % confidence intervals)",
			PT: "Tempo médio de inicialização do algoritmo de hifenização, por estrutura" + on.PT + " (com intervalos de confiança de 95%)",
		}),
		ranked("bits", of(metric.Bits), figure.Text{
			EN: "Size in bits per key, by structure",
			PT: "Tamanho em bits por chave, por estrutura",
		}),
		ranked("fpr", figure.RankedOf{Metric: metric.FalsePositives, OfAsked: true}, figure.Text{
			EN: "Measured false-positive rate as a share of the rate asked for, by structure (with 95 % confidence intervals)",
			PT: "Razão de falsos positivos medida como fração da razão pedida, por estrutura (com intervalos de confiança de 95%)",
		}),
	}
}
