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
		return &page{lines: f.notes(), legend: f.legend(), cells: f.cells, of: []*report.Metric{f.metric}, body: f}, nil
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
	dots   []CurvePoint
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
	for _, v := range valuesOn(f.summary, f.metric, f.number) {
		if c := f.of.At.with(f.along.Name, v).cell(f.summary, f.metric, name); c != nil && c.Point.Value(f.number) == v {
			line.values, line.x, line.dots = append(line.values, v), append(line.x, f.along.X(v)), append(line.dots, f.dot(c))
		}
	}
	f.values = append(f.values, line.values...)
	if len(line.dots) > 0 || f.of.OfAsked {
		return line, len(line.dots) > 0
	}
	if c := f.of.At.with(f.along.Name, "").cell(f.summary, f.metric, name); c != nil {
		f.levels, line.level, line.dots = true, true, []CurvePoint{f.dot(c)}
	}
	return line, line.level
}

// dot is a cell's mean with its interval, in the unit of the figure.
func (f *families) dot(c *report.Cell) CurvePoint {
	f.cells = append(f.cells, *c)
	factor := f.scale.Factor
	if f.of.OfAsked {
		i := f.summary.Meta.Axis(axis.Epsilon)
		factor *= 100 / f.summary.Meta.Axes[i].X(c.Point.Value(i))
	}
	return meanOf(c.Scaled(factor))
}

// setScales makes the axes hold all means and the reference.
func (f *families) setScales() {
	xs := nothing()
	for _, v := range f.values {
		xs.include(f.along.X(v))
	}
	f.x = scale{xs, f.of.X.logarithmic(xs)}.padded(0.04)
	var all []CurvePoint
	for _, p := range f.panels {
		for _, line := range p.lines {
			all = append(all, line.dots...)
		}
	}
	placed := all
	if f.of.Y == Logarithmic {
		placed = slices.DeleteFunc(slices.Clone(all), func(p CurvePoint) bool { return p.Value <= 0 })
	}
	if len(placed) == 0 { // no number is positive
		f.of.Y, placed = Linear, all
	}
	f.unplaced = len(placed) < len(all)
	means, whole := extentsOf(placed)
	for _, p := range f.curve() {
		if f.of.Y != Logarithmic || p.Y > 0 {
			means.include(p.Y)
		}
	}
	f.y = newScale(f.of.Y, means, whole, fifth)
	f.wide, f.cut = anyWide(all), slices.ContainsFunc(placed, f.y.cuts)
}

// curve is the reference over the whole axis, in the unit of the figure; empty without one.
func (f *families) curve() (list []XY) {
	if f.of.OfAsked {
		return []XY{{f.x.low, 100}, {f.x.high, 100}}
	}
	if f.of.Reference == nil {
		return nil
	}
	const steps = 60
	for i := range steps + 1 {
		x := f.x.value(float64(i) / steps)
		if y := f.of.Reference.Of(x) * f.scale.Factor; !math.IsNaN(y) && !math.IsInf(y, 0) {
			list = append(list, XY{x, y})
		}
	}
	return list
}
