package lookup

import (
	"maps"
	"strconv"

	"hyphbench/internal/axis"
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
	small := negatives(count(manyN))
	return []figure.Figure{
		d.ranked("text", d.title(
			"Negatives admitted in running text: of its distinct words, and of all its words (%s)",
			"Negativos admitidos em texto corrido: das palavras distintas e de todas as palavras (%s)", axis.Eps,
		), figure.Text{EN: "Admitted (%)", PT: "Admitidas (%)"},
			figure.RankedPanel{Metric: WastedWords, At: inBook, Title: figure.Text{EN: "of the distinct words", PT: "das palavras distintas"}},
			figure.RankedPanel{Metric: WastedTokens, At: inBook, Title: figure.Text{EN: "of all words: needless lookups", PT: "de todas: consultas perdidas"}},
		),
		d.ranked("many-filters", d.title(
			"Mean time of a query of a negative: of one filter, and of many (of "+axis.Grouped(manyN)+" keys each, %s)",
			"Tempo médio de uma consulta de um negativo: a um filtro e a muitos (de "+commas(axis.Grouped(manyN))+" chaves cada, %s)", axis.Eps,
		), timeOfQuery(),
			figure.RankedPanel{Metric: metric.Query, At: small, Title: figure.Text{EN: "one filter", PT: "um filtro"}},
			figure.RankedPanel{Metric: Skewed, At: small, Title: figure.Text{EN: "many, by the rule 80/20", PT: "muitos, regra 80/20"}},
			figure.RankedPanel{Metric: Among, At: small, Title: figure.Text{EN: "many, at random", PT: "muitos, ao acaso"}},
		),
		d.ranked("list", d.title(
			"Mean time of a query of a negative: one by one, and as a list in one call (%s)",
			"Tempo médio de uma consulta de um negativo: uma a uma e como lista (%s)", axis.Eps,
		), timeOfQuery(), d.listPanels(n, negatives)...),
		d.ranked("writer", d.title(
			"Mean time of a query of goroutines: alone, and beside one that inserts (%s)",
			"Tempo médio de uma consulta de goroutines: sozinhas e ao lado de uma que insere (%s)", N, axis.Eps,
		), timeOfQuery(), d.writerPanels(negatives(n))...),
	}
}

func (d drawer) ranked(id string, title, label figure.Text, panels ...figure.RankedPanel) figure.Figure {
	f := figure.Ranked(id, title, figure.RankedOf{Groups: d.groups, Panels: panels, Label: label})
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
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
			figure.RankedPanel{Metric: metric.Query, At: at(n), Title: figure.Text{EN: keys + "\none by one", PT: commas(keys) + "\numa a uma"}},
			figure.RankedPanel{Metric: Many, At: at(n), Title: figure.Text{EN: keys + "\na list", PT: commas(keys) + "\nlista"}},
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
		readers := figure.Text{EN: g + " asking", PT: g + " a consultar"}
		panels = append(panels,
			figure.RankedPanel{Metric: Parallel, At: place, Title: readers},
			figure.RankedPanel{Metric: Written, At: place, Title: figure.Text{EN: readers.EN + ",\n1 inserting", PT: readers.PT + ",\n1 a inserir"}},
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
