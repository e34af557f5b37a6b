package lookup

import (
	"maps"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// beside are the figures that set two or more methods of asking side by side, a row for
// each structure that was asked in all of them.
func (d drawer) beside(n, epsilon string) []figure.Figure {
	negatives := func(n string) figure.Place {
		return figure.Place{string(N): n, axis.Epsilon: epsilon, string(Hits): "0", string(Order): shuffled}
	}
	inBook := figure.Place{string(N): realN(d.meta), axis.Epsilon: epsilon, string(Order): inText}
	small := negatives(strconv.Itoa(manyN))
	grouped := axis.Grouped(manyN)
	return []figure.Figure{
		d.ranked("text", text("text", d.middle(axis.Eps)), text("admitted"),
			figure.RankedPanel{Metric: WastedWords, At: inBook, Title: text("distinct words")},
			figure.RankedPanel{Metric: WastedTokens, At: inBook, Title: text("all words")},
		),
		d.ranked("many-filters", text("many-filters", bilingual.Text{EN: grouped, PT: commas(grouped)}, d.middle(axis.Eps)), text("query"),
			figure.RankedPanel{Metric: metric.Query, At: small, Title: text("one filter")},
			figure.RankedPanel{Metric: Skewed, At: small, Title: text("many skewed")},
			figure.RankedPanel{Metric: Among, At: small, Title: text("many random")},
		),
		d.ranked("list", text("list", d.middle(axis.Eps)), text("query"), d.listPanels(n, negatives)...),
		d.ranked("writer", text("writer", d.middle(N, axis.Eps)), text("query"), d.writerPanels(negatives(n))...),
	}
}

func (d drawer) ranked(id string, title, label bilingual.Text, panels ...figure.RankedPanel) figure.Figure {
	f := figure.Ranked(id, title, figure.RankedOf{Groups: d.groups, Panels: panels, Label: label})
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l bilingual.Lang) (*figure.Drawing, error) {
		if len(panels) == 0 {
			return nil, figure.NoData("the run lacks an axis of the figure")
		}
		return f.Draw(noted(s, false), l)
	}}
}

// listPanels are those of a list asked at once, at the middle and the largest n.
func (d drawer) listPanels(middle string, at func(n string) figure.Place) (panels []figure.RankedPanel) {
	sizes := []string{middle}
	if largest := d.largest(); largest != middle {
		sizes = append(sizes, largest)
	}
	for _, n := range sizes {
		keys := d.at(N, n)
		panels = append(panels,
			figure.RankedPanel{Metric: metric.Query, At: at(n), Title: bilingual.Text{EN: keys + "\none by one", PT: commas(keys) + "\numa a uma"}},
			figure.RankedPanel{Metric: Many, At: at(n), Title: bilingual.Text{EN: keys + "\nas a list", PT: commas(keys) + "\ncomo lista"}},
		)
	}
	return panels
}

// writerPanels are those of the fewest and the most goroutines of the run.
func (d drawer) writerPanels(at figure.Place) (panels []figure.RankedPanel) {
	crowds := d.meta.Values(string(Crowd))
	if len(crowds) > 1 {
		crowds = []string{crowds[0], crowds[len(crowds)-1]}
	}
	for _, g := range crowds {
		place := maps.Clone(at)
		place[string(Crowd)] = g
		readers := bilingual.Text{EN: g + " querying", PT: g + " a consultar"}
		panels = append(panels,
			figure.RankedPanel{Metric: Parallel, At: place, Title: readers},
			figure.RankedPanel{Metric: Written, At: place, Title: bilingual.Text{EN: readers.EN + ",\n1 inserting", PT: readers.PT + ",\n1 a inserir"}},
		)
	}
	return panels
}

// realN is the number of keys of which text was asked: yours, or the thesis's.
func realN(m *runfolder.Meta) string {
	if sizes := m.Values(string(N)); m.Input("keys").Count > 0 && len(sizes) == 1 {
		return sizes[0]
	}
	return strconv.Itoa(m.Input("exceptions").Count)
}
