package churn

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display, at its largest number of
// keys.
func figures(m *runfolder.Meta) []figure.Figure {
	at := figure.Place{}
	for _, along := range []string{string(N), axis.Epsilon} { // of which it has one ε
		if values := m.Values(along); len(values) > 0 {
			at[along] = values[len(values)-1]
		}
	}
	of := func(name runfolder.Metric, label figure.Text) figure.FamiliesOf {
		return figure.FamiliesOf{
			Groups: glossary.Families(m.Filters), Metric: name, Axis: string(Times), At: at, X: figure.Linear, Label: label,
			Along: figure.Text{EN: "times that a tenth of the keys was replaced", PT: "vezes que um décimo das chaves foi substituído"},
		}
	}
	return []figure.Figure{
		figure.Families("churn-rate", figure.Intervals(
			"False-positive rate while keys are deleted and others inserted, a tenth of them at a time",
			"Razão de falsos positivos enquanto chaves são removidas e outras inseridas, um décimo por vez"), of(Rate, figure.Text{EN: "False-positive rate (%)", PT: "Razão de falsos positivos (%)"})),
		figure.Families("churn-delete", figure.Intervals(
			"Time of a deletion while keys are replaced, a tenth of them at a time",
			"Tempo de uma remoção enquanto chaves são substituídas, um décimo por vez"), of(Delete, figure.Text{EN: "Time of a deletion", PT: "Tempo de uma remoção"})),
		figure.Families("churn-insert", figure.Intervals(
			"Time of an insertion while keys are replaced, a tenth of them at a time",
			"Tempo de uma inserção enquanto chaves são substituídas, um décimo por vez"), of(Insert, figure.Text{EN: "Time of an insertion", PT: "Tempo de uma inserção"})),
	}
}
