package growth

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
// keys and its middle ε.
func figures(run *runfolder.Meta) []figure.Figure {
	at := figure.Place{}
	if counts := run.Values(string(N)); len(counts) > 0 {
		at[string(N)] = counts[len(counts)-1]
	}
	if rates := run.Values(axis.Epsilon); len(rates) > 0 {
		at[axis.Epsilon] = orLast(rates, axis.Eps.At(onePercent).Text)
	}
	of := func(id string, m runfolder.Metric, title bilingual.Text) figure.Figure {
		return figure.Families(id, title, figure.FamiliesOf{
			Groups: glossary.Families(run.Filters), Metric: m, Axis: string(Inserted), At: at, X: figure.Logarithmic, Y: figure.Logarithmic,
			Label: text(id + " label"), Along: text("inserted"),
		})
	}
	return []figure.Figure{
		of("growth-rate", Rate, figure.Intervals(text("growth-rate"))),
		of("growth-bits", BitsPerKey, text("growth-bits")), // the same in every round
		of("growth-insert", Insert, figure.Intervals(text("growth-insert"))),
		of("growth-pause", PauseLongest, figure.Intervals(text("growth-pause"))),
	}
}
