package growth

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display, at its largest number of
// keys and its middle ε.
func figures(m *runfolder.Meta) []figure.Figure {
	at := figure.Place{}
	if counts := m.Values(string(N)); len(counts) > 0 {
		at[string(N)] = counts[len(counts)-1]
	}
	if rates := m.Values(axis.Epsilon); len(rates) > 0 {
		at[axis.Epsilon] = orLast(rates, axis.Eps.At(onePercent).Text)
	}
	of := func(name runfolder.Metric, label figure.Text) figure.FamiliesOf {
		return figure.FamiliesOf{
			Groups: glossary.Families(m.Filters), Metric: name, Axis: string(Inserted), At: at, X: figure.Logarithmic, Y: figure.Logarithmic, Label: label,
			Along: figure.Text{EN: "keys that came (% of those told)", PT: "chaves que vieram (% das anunciadas)"},
		}
	}
	return []figure.Figure{
		figure.Families("growth-rate", figure.Text{
			EN: "False-positive rate when more keys come than told, by the keys that came in per cent of those told (with 95 % confidence intervals)",
			PT: "Razão de falsos positivos quando vêm mais chaves que o anunciado, em porcentagem das anunciadas (com intervalos de confiança de 95%)",
		}, of(Rate, figure.Text{EN: "False-positive rate (%)", PT: "Razão de falsos positivos (%)"})),
		figure.Families("growth-bits", figure.Text{
			EN: "Bits per key when more keys come than told, by the keys that came in per cent of those told",
			PT: "Bits por chave quando vêm mais chaves que o anunciado, em porcentagem das anunciadas",
		}, of(BitsPerKey, figure.Text{EN: "Bits per key", PT: "Bits por chave"})),
		figure.Families("growth-insert", figure.Text{
			EN: "Time of an insertion when more keys come than told, by the keys that came in per cent of those told (with 95 % confidence intervals)",
			PT: "Tempo de uma inserção quando vêm mais chaves que o anunciado, em porcentagem das anunciadas (com intervalos de confiança de 95%)",
		}, of(Insert, figure.Text{EN: "Time of an insertion", PT: "Tempo de uma inserção"})),
		figure.Families("growth-pause", figure.Text{
			EN: "The longest insertion when more keys come than told, by the keys that came in per cent of those told (with 95 % confidence intervals)",
			PT: "A inserção mais longa quando vêm mais chaves que o anunciado, em porcentagem das anunciadas (com intervalos de confiança de 95%)",
		}, of(PauseLongest, figure.Text{EN: "The longest insertion", PT: "A inserção mais longa"})),
	}
}
