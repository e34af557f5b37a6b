package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// FrontOf is the content of a Front figure. Of both metrics less is better.
type FrontOf struct {
	X, Y    FrontAxis
	At      Place    // of every structure
	Filters []string // empty for all
}

// FrontAxis is a metric on one axis of a Front.
type FrontAxis struct {
	Metric  runfolder.Metric
	Label   bilingual.Text // without the unit of a time; empty for the unit
	Scaling Scaling
}

// Front is one metric of many structures against another, with a dot and a
// name for each. Those that no other one surpasses are bold and larger, and joined
// by steps: Pareto's front. The means decide. It is the figure of time
// against space.
func Front(id string, title bilingual.Text, of FrontOf) Figure {
	return laidOut(id, title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
		f, err := newFront(s, of, l)
		if err != nil {
			return nil, err
		}
		return &page{lines: f.notes(), legend: f.legend(), cells: f.cells, of: f.along[:], planes: f.planes(), tall: planeHeight}, nil
	})
}

// front is the figure in the units of its axes.
type front struct {
	summary *report.Summary
	of      FrontOf
	lang    bilingual.Lang
	along   [2]*report.Metric // x and y
	units   [2]metric.Scale
	scales  [2]scale
	points  []frontPoint // of the front first, from left to right
	cells   []report.Cell

	bare, wide, cut bool // a structure has no ε; there are intervals; one goes on
}

// frontPoint is a structure.
type frontPoint struct {
	name string
	nth  int // of its colour and marker
	at   [2]CurvePoint
	best bool // no other one surpasses it
	bare bool // it has no ε, where the figure has one
}

func newFront(s *report.Summary, of FrontOf, l bilingual.Lang) (*front, error) {
	f := &front{summary: s, of: of, lang: l}
	for i, a := range f.axes() {
		m, err := measured(s, a.Metric)
		if err != nil {
			return nil, err
		}
		f.along[i], f.units[i] = m, shown(m)
	}
	names := of.Filters
	if len(names) == 0 {
		names = s.Meta.Filters
	}
	for _, name := range names {
		f.add(name)
	}
	if len(f.points) < 2 {
		return nil, NoData(fmt.Sprintf("the run has no measurements of %q and %q of two structures at the place of the figure", of.X.Metric, of.Y.Metric))
	}
	for i := range f.points {
		f.points[i].best = !slices.ContainsFunc(f.points, f.points[i].surpassed)
	}
	slices.SortStableFunc(f.points, func(a, b frontPoint) int {
		if a.best != b.best {
			return map[bool]int{true: -1, false: 1}[a.best]
		}
		return cmp.Or(cmp.Compare(a.at[0].Value, b.at[0].Value), cmp.Compare(b.at[1].Value, a.at[1].Value))
	})
	f.setScales()
	return f, nil
}

func (f *front) axes() [2]FrontAxis { return [2]FrontAxis{f.of.X, f.of.Y} }

// add adds a structure that has both metrics at the place.
func (f *front) add(name string) {
	p := frontPoint{name: name, nth: LookOf(f.summary, name).Nth}
	var cells [2]report.Cell
	for i, m := range f.along {
		c := f.of.At.cell(f.summary, m, name)
		if c == nil {
			return
		}
		cells[i], p.at[i] = *c, meanOf(c.Scaled(f.units[i].Factor))
	}
	i := f.summary.Meta.Axis(axis.Epsilon)
	p.bare = f.of.At[axis.Epsilon] != "" && cells[0].Point.Value(i) == "" && cells[1].Point.Value(i) == ""
	f.bare = f.bare || p.bare
	f.points, f.cells = append(f.points, p), append(f.cells, cells[:]...)
}

// surpassed reports whether another structure is at least as good in both and
// better in one.
func (p frontPoint) surpassed(by frontPoint) bool {
	x, y := cmp.Compare(by.at[0].Value, p.at[0].Value), cmp.Compare(by.at[1].Value, p.at[1].Value)
	return x <= 0 && y <= 0 && x+y < 0
}

// setScales makes the axes hold all means.
func (f *front) setScales() {
	for i, a := range f.axes() {
		var all []CurvePoint
		for _, p := range f.points {
			all = append(all, p.at[i])
		}
		means, whole := extentsOf(all)
		held := newScale(a.Scaling, means, whole, fifth)
		s := held.padded(0.06) // room for the names on either side
		if !s.log {
			s.low = max(s.low, min(held.low, 0))
		}
		f.scales[i], f.wide, f.cut = s, f.wide || anyWide(all), f.cut || slices.ContainsFunc(all, s.cuts)
	}
}
