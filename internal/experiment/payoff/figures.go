package payoff

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) []figure.Figure {
	return []figure.Figure{figure.Curves("cost", text("cost"), costs), repetition(m)}
}

// Ends of the times of a miss that figures show, in ns.
const (
	shortestMiss = 1
	longestMiss  = 1e7
)

// costs reads the lines of the measured structures at the largest number of keys with
// which stores were filled, and the totals before the stores.
func costs(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
	r := &read{Summary: s}
	n := r.stored()
	lines := []line{{name: text("no filter"), look: figure.Look{Nth: 7}.Dashed(1), at: func(miss float64) float64 { return miss }}}
	names := r.measured()
	for _, name := range names {
		if filters := r.negatives(name, n); len(filters) > 0 {
			lines = append(lines, line{bilingual.Both(name), figure.LookOf(s, name).Dashed(len(lines) - 1), func(miss float64) float64 { return least(filters, miss) }})
		}
	}
	if len(lines) < 2 {
		return figure.CurvesOf{}, figure.NoData("the run has no time of a filter alone with its rate")
	}
	panel := figure.CurvePanel{
		XLabel: text("miss"),
		YLabel: text("mean"),
		From:   shortestMiss, To: longestMiss, LogX: true, Log: true, Foot: cheapestAlong(lines),
	}
	for _, line := range lines {
		curve := figure.Curve{Label: line.name, Look: line.look, Metric: Total}
		for i := range missSteps + 1 {
			curve.Line = append(curve.Line, figure.XY{X: missAt(i), Y: line.at(missAt(i))})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	loop, _ := r.loop(n)
	for _, st := range r.misses(n) {
		panel.Marks = append(panel.Marks, figure.Mark{X: st.miss, Name: st.name})
		for i, line := range lines {
			name := line.name.EN
			if i == 0 {
				name = none
			}
			if total, ok := r.leastTotal(name, st.name, n); ok && total > loop {
				c := &panel.Curves[i]
				c.X, c.Points = append(c.X, st.miss), append(c.Points, figure.CurvePoint{Value: total - loop})
			}
		}
	}
	note := text("cost note", bilingual.Grouped(n), bilingual.Text{EN: rateList(s.Meta, bilingual.English), PT: rateList(s.Meta, bilingual.Portuguese)})
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel}, Cells: r.cells, Note: note}, nil
}

// line is what a choice costs by the time of a miss.
type line struct {
	name bilingual.Text
	look figure.Look
	at   func(miss float64) float64
}

// missSteps is at how many times of a miss lines are read.
const missSteps = 240

func missAt(i int) float64 {
	return shortestMiss * math.Pow(longestMiss/shortestMiss, float64(i)/missSteps)
}

// cheapestAlong are the stretches of times of a miss with the cheapest line on each; the
// first of two equal ones.
func cheapestAlong(lines []line) (list []figure.Stretch) {
	for i := range missSteps {
		best := slices.MinFunc(lines, func(a, b line) int { return cmp.Compare(a.at(missAt(i)), b.at(missAt(i))) })
		if n := len(list); n > 0 && list[n-1].Name == best.name {
			list[n-1].To = missAt(i + 1)
			continue
		}
		list = append(list, figure.Stretch{From: missAt(i), To: missAt(i + 1), Name: best.name, Nth: best.look.Nth})
	}
	return list
}

// rateList are the rates of a run: "0.1 %, 1 %".
func rateList(m *runfolder.Meta, l bilingual.Lang) string {
	var list []string
	i := m.Axis(axis.Epsilon)
	for _, v := range m.Axes[i].Values {
		list = append(list, bilingual.Decimal(m.Axes[i].Label(v), l)+bilingual.Text{EN: "\u00a0%", PT: "%"}.In(l))
	}
	return strings.Join(list, ", ")
}

// missOf is the time of a miss at a store, without that of reading the query.
type missOf struct {
	name string
	miss float64
}

// misses are those of the stores of the run, ascending.
func (r *read) misses(n int) (list []missOf) {
	loop, _ := r.loop(n)
	for _, name := range r.Meta.Values(string(Store)) {
		if t, ok := r.median(none, Miss, place{store: name, batch: 1, n: n}); ok && t > loop {
			list = append(list, missOf{name, t - loop})
		}
	}
	slices.SortFunc(list, func(a, b missOf) int { return int(math.Copysign(1, a.miss-b.miss)) })
	return list
}

// leastTotal is the least total of a structure at a store, over its rates.
func (r *read) leastTotal(name, store string, n int) (float64, bool) {
	rates := []string{""}
	if name != none {
		rates = r.rates(name)
	}
	best := math.Inf(1)
	for _, epsilon := range rates {
		if t, ok := r.median(name, Total, place{store, negatives(), 1, n, epsilon}); ok {
			best = min(best, t)
		}
	}
	return best, !math.IsInf(best, 1)
}

// repetition sets a query side by side as it is for distinct negatives, in running text
// and in an attack, before the store of the run with the most expensive misses.
func repetition(m *runfolder.Meta) figure.Figure {
	return figure.Figure{ID: "repetition", Title: text("repetition"), Draw: func(s *report.Summary, l bilingual.Lang) (*figure.Drawing, error) {
		at, miss, ok := (&read{Summary: s}).repeated()
		if !ok {
			return nil, figure.NoData("the run has no running text before a store")
		}
		panel := func(queries, members string) figure.RankedPanel {
			p := figure.Place{string(Store): at.store, string(Queries): queries, string(Members): members, string(Batch): "1", string(N): counted(at.n), axis.Epsilon: at.epsilon}
			return figure.RankedPanel{Metric: Total, At: p, Title: text("panel " + queries)}
		}
		before := text("repetition before", at.store, bilingual.Grouped(int(math.Round(miss))))
		return figure.Ranked("repetition", before, figure.RankedOf{
			Groups: []figure.RankedGroup{{Title: text("filters"), Filters: all.Inexact(m.Filters)}},
			Label:  text("time"),
			Panels: []figure.RankedPanel{panel(mixed, "0"), panel(inText, ""), panel(attack, "")},
		}).Draw(s, l)
	}}
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
