package thesis

import (
	"strings"

	"hyphbench/internal/glossary"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are the thesis's own, then the false-positive rates and those over
// further structures: lines for a few, ranked dots for many.
func figures(meta *runfolder.Meta) []figure.Figure {
	on := behindComma(where(meta))
	list := []figure.Figure{
		line("5.1", Init, bloom, on), line("5.2", Hyphenate, bloom, on),
		line("5.3", Init, cuckoo, on), line("5.4", Hyphenate, cuckoo, on),
		bars("5.5", Init, on), bars("5.6", Hyphenate, on),
	}
	if on.EN != "" {
		list = append(list, overStore(on))
	}
	if len(meta.Filters) > report.Few {
		return append(append(list, rates(bloom, cuckoo)), rankings(meta.Filters, on)...)
	}
	list = append(list, rates())
	others := 0
	for _, name := range meta.Filters {
		if name != bloom && name != cuckoo {
			others++
			list = append(list, line("", Init, name, on), line("", Hyphenate, name, on))
		}
	}
	if others > 0 && len(meta.Filters) > 1 {
		list = append(list, overlay(Init, on), overlay(Hyphenate, on))
	}
	return list
}

// id is the name of a figure's files: that of the thesis's number, or the
// metric and the structure.
func id(number string, metric runfolder.Metric, name string) string {
	if number != "" {
		return strings.ReplaceAll(number, ".", "-")
	}
	return map[runfolder.Metric]string{Init: "init", Hyphenate: "run"}[metric] + "-" + name
}

// numbered puts the thesis's number before a caption; without one the caption
// begins a sentence of its own.
func numbered(number string, caption figure.Text) figure.Text {
	if number == "" {
		return figure.Text{EN: strings.ToUpper(caption.EN[:1]) + caption.EN[1:], PT: caption.PT}
	}
	return figure.Text{EN: "Figure " + number + ": " + caption.EN, PT: "Figura " + number + ": " + caption.PT}
}

// line is a figure as 5.1 to 5.4, with the thesis's caption. on is what the captions
// say of the store.
func line(number string, metric runfolder.Metric, filter string, on figure.Text) figure.Figure {
	one := glossary.OneInPortuguese(filter)
	caption := figure.Text{
		EN: "mean time to hyphenate one list of words with " + glossary.OneStructure(filter) + on.EN + " (with 95 % confidence intervals)",
		PT: "Tempo médio de processamento de uma mesma lista de palavras em um algoritmo de hifenização implementado com " + one + on.PT + " (com intervalos de confiança de 95%)",
	}
	if metric == Init {
		on = behindExceptions(on)
		caption = figure.Text{
			EN: "mean time to initialise the hyphenation algorithm with " + glossary.OneStructure(filter) + ", for one list of exceptions" + on.EN + " (with 95 % confidence intervals)",
			PT: "Tempo médio de inicialização do algoritmo de hifenização implementado com " + one + " para uma mesma lista de exceções" + on.PT + " (com intervalos de confiança de 95%)",
		}
	}
	of := figure.LineOf{Metric: metric, Filter: filter, Baseline: NoFilter, BaselineLabel: figure.Text{EN: "no filter", PT: "sem filtro"}}
	return figure.Line(id(number, metric, filter), numbered(number, caption), of)
}

// bars is a figure as 5.5 and 5.6. The thesis's have no error bars; these do,
// and say so.
func bars(number string, metric runfolder.Metric, on figure.Text) figure.Figure {
	caption := figure.Text{
		EN: "mean times to hyphenate one list of words with a Bloom filter and with a cuckoo filter" + on.EN,
		PT: "Comparação entre os tempos médios de processamento de uma mesma lista de palavras em um algoritmo hifenizador de palavras implementado com Bloom filter e com cuckoo filter" + on.PT,
	}
	if metric == Init {
		caption = figure.Text{
			EN: "mean times to initialise the hyphenation algorithm with a Bloom filter and with a cuckoo filter" + on.EN,
			PT: "Comparação entre os tempos médios de inicialização dos algoritmos hifenizadores de palavras implementados com Bloom filter e com cuckoo filter" + on.PT,
		}
	}
	interval := figure.Text{EN: "95 % interval of the mean (not in the thesis's figure)", PT: "intervalo de 95% da média (não consta na figura da monografia)"}
	return figure.Bars(id(number, metric, ""), numbered(number, caption), interval, metric, bloom, cuckoo)
}

// rates are the false-positive rates of some filters, of all without a name.
func rates(filters ...string) figure.Figure {
	return figure.Rates("fpr", figure.Text{
		EN: "Measured false-positive rate against the rate asked for, with the theory of the parameters really used (with 95 % confidence intervals)",
		PT: "Razão de falsos positivos medida em função da razão pedida, com a teoria dos parâmetros realmente usados (com intervalos de confiança de 95%)",
	}, filters...)
}

func overlay(metric runfolder.Metric, on figure.Text) figure.Figure {
	title := figure.Text{
		EN: "Mean time to hyphenate one list of words, by filter" + on.EN + " (with 95 % confidence intervals)",
		PT: "Tempo médio de processamento de uma mesma lista de palavras, por filtro" + on.PT + " (com intervalos de confiança de 95%)",
	}
	if metric == Init {
		title = figure.Text{
			EN: "Mean time to initialise the hyphenation algorithm, by filter" + on.EN + " (with 95 % confidence intervals)",
			PT: "Tempo médio de inicialização do algoritmo de hifenização, por filtro" + on.PT + " (com intervalos de confiança de 95%)",
		}
	}
	return figure.Overlay(id("", metric, "all"), title, metric)
}
