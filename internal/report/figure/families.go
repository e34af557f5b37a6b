package figure

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// FamiliesOf is the content of a Families figure.
type FamiliesOf struct {
	Groups []RankedGroup // a panel each
	Metric runfolder.Metric
	Axis   string // the name of that along which it is drawn
	At     Place  // where the other axes stand

	// Label names the numbers, without the unit of a time; empty for the
	// metric's unit.
	Label Text
	Along Text // names the axis; empty for its symbol
	X, Y  Scaling

	// OfAsked draws a rate as a share of the ε asked for, beside a line at
	// 100 % in the place of a Reference.
	OfAsked bool

	Reference *Reference // in every panel; nil for none
	Marks     []Mark     // upright lines
}

// Reference is a curve to compare with: a bound, or what was asked for.
type Reference struct {
	Label Text
	// Of is the number, in the unit of the rows, at a place on the axis: ε in
	// per cent, counts and shares as they are. A NaN is left out.
	Of func(x float64) float64
}

// Mark is a place on the axis with a name, such as the size of a cache.
type Mark struct {
	X    float64
	Name string
}

// Families is a metric of many structures along an axis: a panel for each
// family, with a line and a name for each member and those of all other
// structures in grey, on axes that all panels share. What has no place on the
// axis is a level. It replaces Overlay where a run has more structures than
// colours.
func Families(id string, title Text, of FamiliesOf) Figure {
	return laidOut(id, title, func(s *report.Summary, l Lang) (*page, error) {
		f, err := newFamilies(s, of, l)
		if err != nil {
			return nil, err
		}
		return &page{lines: f.notes(), legend: f.legend(), cells: f.cells, of: []*report.Metric{f.metric}, body: f.paint, tall: f.tall}, nil
	})
}

// families is the figure in the unit of its axis.
type families struct {
	summary *report.Summary
	metric  *report.Metric
	of      FamiliesOf
	lang    Lang
	scale   metric.Scale
	number  int // of the axis in the run
	along   axis.Axis
	values  []string // of the axis that any structure has
	panels  []familyPanel
	x, y    scale
	cells   []report.Cell

	levels, unplaced, cut, wide bool // a structure has no place; a number has none; an interval goes on; there are intervals
}

type familyPanel struct {
	title string
	lines []familyLine
}

// familyLine is a structure's means, ascending along the axis. A level has one,
// which belongs to no place.
type familyLine struct {
	name   string
	nth    int      // of its colour and marker
	values []string // on the axis
	x      []float64
	dots   []rankedDot
	level  bool
}

func newFamilies(s *report.Summary, of FamiliesOf, l Lang) (*families, error) {
	m, err := measured(s, of.Metric)
	if err != nil {
		return nil, err
	}
	f := &families{summary: s, metric: m, of: of, lang: l, scale: shown(m), number: s.Meta.Axis(of.Axis)}
	if f.number < 0 {
		return nil, NoData(fmt.Sprintf("the run has no axis %q", of.Axis))
	}
	f.along = s.Meta.Axes[f.number]
	if !f.along.Numeric() {
		return nil, NoData(fmt.Sprintf("%s is no number, along which lines could be drawn", f.along.Symbol()))
	}
	if of.OfAsked && (s.Meta.Axis(axis.Epsilon) < 0 || f.scale.Unit != "%") {
		return nil, NoData(fmt.Sprintf("the run lacks the ε asked for, or the number that %q is a share of", of.Metric))
	}
	for _, g := range of.Groups {
		p := familyPanel{title: g.Title.In(l)}
		for _, name := range g.Filters {
			if line, there := f.line(name); there {
				p.lines = append(p.lines, line)
			}
		}
		if len(p.lines) > 0 {
			f.panels = append(f.panels, p)
		}
	}
	slices.SortFunc(f.values, f.along.Compare)
	f.values = slices.Compact(f.values)
	if len(f.values) < 2 {
		return nil, NoData(fmt.Sprintf("the run has no measurement of %q at two values of %s", of.Metric, f.along.Symbol()))
	}
	f.setScales()
	return f, nil
}

// line collects a structure's cells.
func (f *families) line(name string) (line familyLine, there bool) {
	line.name, line.nth = name, look(f.summary, name)
	found := map[string]report.Cell{}
	for _, c := range f.metric.Cells {
		if c.Filter != name || !f.of.At.holds(f.summary.Meta, c.Point, f.number) {
			continue
		}
		v := c.Point.Value(f.number)
		if old, twice := found[v]; !twice || placed(f.summary.Meta, c.Point) > placed(f.summary.Meta, old.Point) {
			found[v] = c
		}
	}
	if level, alone := found[""]; alone && len(found) == 1 && !f.of.OfAsked {
		f.cells, f.levels, line.level = append(f.cells, level), true, true
		line.dots = append(line.dots, f.dot(level))
		return line, true
	}
	delete(found, "")
	var values []string
	for v := range found {
		values = append(values, v)
	}
	slices.SortFunc(values, f.along.Compare)
	line.values = values
	for _, v := range values {
		line.x = append(line.x, f.along.X(v))
		line.dots = append(line.dots, f.dot(found[v]))
		f.cells = append(f.cells, found[v])
	}
	f.values = append(f.values, values...)
	return line, len(values) > 0
}

// dot is a cell's mean with its interval, in the unit of the figure.
func (f *families) dot(c report.Cell) rankedDot {
	factor := f.scale.Factor
	if f.of.OfAsked {
		i := f.summary.Meta.Axis(axis.Epsilon)
		factor *= 100 / f.summary.Meta.Axes[i].X(c.Point.Value(i))
	}
	return newDot(c.Scaled(factor))
}

// setScales makes the axes hold all means and the reference.
func (f *families) setScales() {
	xs := nothing()
	for _, v := range f.values {
		xs.include(f.along.X(v))
	}
	f.x = scale{xs, f.of.X.logarithmic(xs)}.padded(0.04)
	means, whole := nothing(), nothing()
	include := func(d rankedDot) {
		f.wide = f.wide || d.high > d.low
		if f.of.Y == Logarithmic && d.mean <= 0 {
			f.unplaced = true
			return
		}
		means.include(d.mean)
		whole.include(d.low, d.high)
	}
	f.each(include)
	if math.IsInf(means.low, 0) { // no number is positive
		f.of.Y, f.unplaced = Linear, false
		f.each(include)
	}
	for _, p := range f.curve() {
		if f.of.Y != Logarithmic || p.y > 0 {
			means.include(p.y)
		}
	}
	f.y = newScale(f.of.Y, means, whole)
	f.each(func(d rankedDot) { f.cut = f.cut || d.low < f.y.low || d.high > f.y.high })
}

func (f *families) each(do func(rankedDot)) {
	for _, p := range f.panels {
		for _, line := range p.lines {
			for _, d := range line.dots {
				do(d)
			}
		}
	}
}

// curvePlace is a point of the reference, in the unit of the figure.
type curvePlace struct{ x, y float64 }

// curve is the reference over the whole axis; empty without one.
func (f *families) curve() (list []curvePlace) {
	if f.of.OfAsked {
		return []curvePlace{{f.x.low, 100}, {f.x.high, 100}}
	}
	if f.of.Reference == nil {
		return nil
	}
	const steps = 60
	for i := range steps + 1 {
		x := f.x.value(float64(i) / steps)
		if y := f.of.Reference.Of(x) * f.scale.Factor; !math.IsNaN(y) && !math.IsInf(y, 0) {
			list = append(list, curvePlace{x, y})
		}
	}
	return list
}
