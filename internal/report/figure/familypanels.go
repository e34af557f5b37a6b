package figure

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
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
	Label bilingual.Text
	Along bilingual.Text // names the axis; empty for its symbol
	X, Y  Scaling

	// OfAsked draws a rate as a share of the requested ε, beside a line at
	// 100 % in the place of a Reference.
	OfAsked bool

	Reference *Reference // in every panel; nil for none
	Marks     []Mark     // upright lines
}

// Reference is a curve to compare with: a bound, or what was asked for.
type Reference struct {
	Label bilingual.Text
	// Of is the number, in the unit of the rows, at a place on the axis: ε in
	// per cent, counts and shares as they are. A NaN is left out.
	Of func(x float64) float64
}

// Families is a metric of many structures along an axis: a panel for each
// family, with a line and a name for each member and those of all other
// structures in grey, on axes that all panels share. What has no place on the
// axis is a level. It replaces Overlay where a run has more structures than
// colours.
func Families(id string, title bilingual.Text, of FamiliesOf) Figure {
	return laidOut(id, title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
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
	lang    bilingual.Lang
	scale   metric.Scale
	number  int // of the axis in the run
	along   axis.Axis
	values  []string // of the axis that any structure has
	panels  []familyPanel
	x, y    scale
	cells   []report.Cell

	levels, unplaced, cut, wide bool // a structure has no place; a number has none; an interval goes on; there are intervals
}

// familyPanel has a curve for each structure: its means, ascending along the axis. One that
// has no place on the axis is a level, bare, with one mean.
type familyPanel struct {
	title  string
	curves []Curve
}

func newFamilies(s *report.Summary, of FamiliesOf, l bilingual.Lang) (*families, error) {
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
		return nil, NoData(fmt.Sprintf("the run lacks the requested ε, or the number that %q is a share of", of.Metric))
	}
	for _, g := range of.Groups {
		p := familyPanel{title: g.Title.In(l)}
		for _, name := range g.Filters {
			if curve := f.curve(name); len(curve.Points) > 0 {
				p.curves = append(p.curves, curve)
			}
		}
		if len(p.curves) > 0 {
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

// curve collects a structure's cells.
func (f *families) curve(name string) Curve {
	curve := Curve{Label: bilingual.Both(name), Look: LookOf(f.summary, name)}
	for _, v := range valuesOn(f.summary, f.metric, f.number) {
		if c := f.of.At.with(f.along.Name, v).cell(f.summary, f.metric, name); c != nil && c.Point.Value(f.number) == v {
			f.values = append(f.values, v)
			f.add(&curve, f.along.X(v), c, isValue(f.summary, f.along, v, f.lang))
		}
	}
	if len(curve.Points) > 0 || f.of.OfAsked {
		return curve
	}
	if c := f.of.At.with(f.along.Name, "").cell(f.summary, f.metric, name); c != nil {
		f.levels, curve.Look = true, curve.Look.Theory(levelDashes()...)
		f.add(&curve, 0, c, "")
	}
	return curve
}

// add adds a cell's mean to a curve, in the unit of the figure.
func (f *families) add(to *Curve, x float64, c *report.Cell, at string) {
	f.cells = append(f.cells, *c)
	factor, unit := f.scale.Factor, say(f.summary, f.scale.Unit, f.lang)
	if f.of.OfAsked {
		i := f.summary.Meta.Axis(axis.Epsilon)
		factor, unit = factor*(100/f.summary.Meta.Axes[i].X(c.Point.Value(i))), ofAsked(f.lang)
	}
	to.add(x, c.Scaled(factor), Point{Name: c.Filter, Metrics: []runfolder.Metric{f.metric.Name}, At: at}, unit, f.lang)
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
		all = append(all, pointsOf(p.curves)...)
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
	for _, p := range f.reference() {
		if f.of.Y != Logarithmic || p.Y > 0 {
			means.include(p.Y)
		}
	}
	f.y = newScale(f.of.Y, means, whole, fifth)
	f.wide, f.cut = anyWide(all), slices.ContainsFunc(placed, f.y.cuts)
	for _, p := range f.panels {
		for i, curve := range p.curves {
			curve = curve.only(func(p CurvePoint) bool { return f.y.has(p.Value) })
			if curve.Look.Bare && len(curve.Points) > 0 {
				curve.Line = []XY{{f.x.low, curve.Points[0].Value}, {f.x.high, curve.Points[0].Value}}
			}
			p.curves[i] = curve
		}
	}
}

// reference is the curve to compare with over the whole axis, in the unit of the figure;
// empty without one.
func (f *families) reference() (list []XY) {
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
