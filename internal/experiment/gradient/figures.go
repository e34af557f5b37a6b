package gradient

import (
	_ "embed"
	"strconv"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) []figure.Figure {
	most := 0 // of the nodes that move
	for _, n := range m.Counts(string(Nodes)) {
		if n <= mostMoving {
			most = n
		}
	}
	groups := []figure.RankedGroup{
		{Title: text("one size"), Filters: []string{confident, logarithms, decaying}},
		{Title: text("growing"), Filters: []string{attenuated}},
		{Title: text("no filters"), Filters: []string{walk, broadcast}},
	}
	found := func(id, kind string) figure.Figure {
		return figure.Families(id, figure.Intervals(text(id)), figure.FamiliesOf{
			Groups: groups, Metric: Found, Axis: string(Nodes), At: figure.Place{string(Links): kind, string(Failing): "0"}, X: figure.Logarithmic,
			Label: text("found"), Along: text("nodes"),
		})
	}
	return []figure.Figure{
		figure.Families("gradient-moving", figure.Intervals(text("gradient-moving")), figure.FamiliesOf{
			Groups: groups, Metric: Found, Axis: string(Moving), At: figure.Place{string(Links): geometric, string(Nodes): strconv.Itoa(most)},
			Label: text("found"), Along: text("moved"),
		}),
		found("gradient-found-random", regular),
		found("gradient-found-geometric", geometric),
	}
}
