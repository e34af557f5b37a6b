package growth

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display, at its largest number of
// keys and its middle ε.
func figures(run *runfolder.Meta) []figure.Figure {
	at := figure.Place{}
	if counts := run.Values(string(N)); len(counts) > 0 {
		at[string(N)] = counts[len(counts)-1]
	}
	if rates := run.Values(axis.Epsilon); len(rates) > 0 {
		at[axis.Epsilon] = orLast(rates, axis.Eps.At(onePercent).Text)
	}
	of := func(id string, m runfolder.Metric, what figure.Text, unit string) figure.Figure {
		title := figure.Text{
			EN: what.EN + " with more keys than announced",
			PT: what.PT + " com mais chaves que as anunciadas",
		}
		if m != BitsPerKey { // which is the same in every round
			title.EN, title.PT = title.EN+" (with 95 % confidence intervals)", title.PT+" (com intervalos de confiança de 95%)"
		}
		return figure.Families(id, title, figure.FamiliesOf{
			Groups: glossary.Families(run.Filters), Metric: m, Axis: string(Inserted), At: at, X: figure.Logarithmic, Y: figure.Logarithmic,
			Label: figure.Text{EN: what.EN + unit, PT: what.PT + unit},
			Along: figure.Text{EN: "inserted keys (% of the announced)", PT: "chaves inseridas (% das anunciadas)"},
		})
	}
	return []figure.Figure{
		of("growth-rate", Rate, figure.Text{EN: "False-positive rate", PT: "Razão de falsos positivos"}, " (%)"),
		of("growth-bits", BitsPerKey, figure.Text{EN: "Bits per key", PT: "Bits por chave"}, ""),
		of("growth-insert", Insert, figure.Text{EN: "Time of an insertion", PT: "Tempo de uma inserção"}, ""),
		of("growth-pause", PauseLongest, figure.Text{EN: "The longest insertion", PT: "A inserção mais longa"}, ""),
	}
}
