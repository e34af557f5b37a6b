package payoff

import (
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// repetition sets a query side by side as it is for distinct negatives, in running text
// and in an attack, before the store of the run with the most expensive misses.
func repetition(m *runfolder.Meta) figure.Figure {
	title := figure.Text{
		EN: "What repeated queries cost: distinct negatives, running text, and an attack by false positives",
		PT: "Quanto custam consultas repetidas: negativos distintos, texto corrido e um ataque por falsos positivos",
	}
	return figure.Figure{ID: "repetition", Title: title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
		at, miss, ok := (&read{Summary: s}).repeated()
		if !ok {
			return nil, figure.NoData("the run has no running text before a store")
		}
		panel := func(queries, members, en, pt string) figure.RankedPanel {
			p := figure.Place{string(Store): at.store, string(Queries): queries, string(Members): members, string(Batch): "1", string(N): counted(at.n), axis.Epsilon: at.epsilon}
			return figure.RankedPanel{Metric: Total, At: p, Title: figure.Text{EN: en, PT: pt}}
		}
		took := int(math.Round(miss))
		before := figure.Text{
			EN: fmt.Sprintf("%s, before the store %s, a miss of which takes %s ns", title.EN, at.store, figure.Count(took, figure.English)),
			PT: fmt.Sprintf("%s, diante do repositório %s, em que uma busca sem resultado leva %s ns", title.PT, at.store, figure.Count(took, figure.Portuguese)),
		}
		return figure.Ranked("repetition", before, figure.RankedOf{
			Groups: []figure.RankedGroup{{Title: figure.Text{EN: "Filters", PT: "Filtros"}, Filters: inexact(m.Filters)}},
			Label:  figure.Text{EN: "Time of a query", PT: "Tempo de uma consulta"},
			Panels: []figure.RankedPanel{
				panel(mixed, "0", "distinct negatives", "negativos distintos"),
				panel(inText, "", "running text", "texto corrido"),
				panel(attack, "", "an attack: found\nfalse positives", "um ataque: falsos\npositivos achados"),
			},
		}).Draw(s, l)
	}}
}

// inexact are the structures that have false positives.
func inexact(names []string) (list []string) {
	for _, name := range names {
		if s, err := all.ByName(name); err == nil && !s.Exact {
			list = append(list, s.Name)
		}
	}
	return list
}

// repeated is where running text was asked: before the most expensive store, at the largest
// rate up to 1 %. miss is the time of one there.
func (r *read) repeated() (at place, miss float64, ok bool) {
	for _, c := range r.Samples.Cells(Total) {
		p, err := placeOf(c.Point)
		if err != nil || p.queries != inText || c.Filter != none {
			continue
		}
		for _, st := range r.misses(p.n) {
			if st.miss > miss {
				miss, at, ok = st.miss, place{store: st.name, n: p.n}, true
			}
		}
	}
	for _, name := range r.measured() {
		if s, err := all.ByName(name); err != nil || s.Exact {
			continue
		}
		for _, e := range r.rates(name) {
			if rate, err := axis.ParseRate(e); err == nil && (at.epsilon == "" || rate <= onePercent) {
				at.epsilon = e
			}
		}
	}
	return at, miss, ok
}
