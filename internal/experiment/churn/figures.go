package churn

import (
	_ "embed"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display, at its largest number of
// keys.
func figures(m *runfolder.Meta) []figure.Figure {
	at := figure.Place{}
	for _, along := range []string{string(N), axis.Epsilon} { // of which it has one ε
		if values := m.Values(along); len(values) > 0 {
			at[along] = values[len(values)-1]
		}
	}
	groups := glossary.Families(m.Filters)
	of := func(id string, m runfolder.Metric) figure.Figure {
		return figure.Families(id, figure.Intervals(text(id)), figure.FamiliesOf{
			Groups: groups, Metric: m, Axis: string(Times), At: at, X: figure.Linear, Label: text(id + " label"), Along: text("replaced"),
		})
	}
	return []figure.Figure{of("churn-rate", Rate), of("churn-delete", Delete), of("churn-insert", Insert)}
}
