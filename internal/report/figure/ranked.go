package figure

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// RankedOf is the content of a Ranked figure.
type RankedOf struct {
	Metric runfolder.Metric
	Groups []RankedGroup // from top to bottom

	// Baseline is a dashed line at its mean in every panel; empty for none.
	Baseline      string
	BaselineLabel Text

	// OfAsked draws a rate as a share of the ε asked for, beside a line at
	// 100 %, and leaves out what has no ε.
	OfAsked bool

	// Panels, if there are any, are drawn in place of the axis. They share a unit.
	// A structure that lacks one of them is left out.
	Panels []RankedPanel
	Label  Text // of the numbers, without the unit of a time; empty for the unit
}

// RankedPanel is a metric at a place, in a panel of its own.
type RankedPanel struct {
	Metric runfolder.Metric
	At     Place
	Title  Text // a line, or two
}

// RankedGroup is a heading with the structures below it.
type RankedGroup struct {
	Title   Text
	Filters []string
}

// rankedPanels is how many values of the axis are drawn.
const rankedPanels = 3

// Ranked is a metric of many structures: a row for each, a panel for the
// smallest, the middle and the largest value of the axis. Dots are means, bars
// their 95 % intervals, the numbers the means again. Within a group the rows
// ascend by the first panel. What has no place on the axis is in every panel, and
// has a star.
// It replaces Overlay where a run has more structures than colours. With Panels it
// sets metrics of one unit side by side.
func Ranked(id string, title Text, of RankedOf) Figure {
	return laidOut(id, title, func(s *report.Summary, l Lang) (*page, error) {
		r, err := newRanked(s, of, l)
		if err != nil {
			return nil, err
		}
		return &page{lines: r.notes(), legend: r.legend(), cells: r.cells, of: []*report.Metric{r.metric}, body: r.paint, tall: r.tall}, nil
	})
}

// ranked is the figure in the unit of its axis.
type ranked struct {
	summary  *report.Summary
	metric   *report.Metric
	of       RankedOf
	lang     Lang
	scale    metric.Scale
	along    axis.Axis
	panels   []rankedPanel
	groups   []rankedRows
	level    float64 // of the dashed line, NaN for none
	axis     scale
	cells    []report.Cell
	cut      bool // an interval goes on beyond the axis
	anywhere bool // a structure has no place on the axis
	bare     bool // there is no room for numbers
}

// rankedPanel finds the cell of a structure, and says whether it has no place on the
// axis; nil for none.
type rankedPanel struct {
	title  string // empty for none
	metric *report.Metric
	factor float64 // from the unit of the rows to that of the figure
	cell   func(name string) (c *report.Cell, alone bool)
}

type rankedRows struct {
	title string
	rows  []rankedRow
}

// rankedRow is a structure with a dot for each panel.
type rankedRow struct {
	name     string
	nth      int // of the structure's colour and marker
	anywhere bool
	dots     []rankedDot
}

// rankedDot is a mean with its interval; NaN where the run lacks it.
type rankedDot struct{ mean, low, high float64 }

// newDot is the mean alone of a single value.
func newDot(d stats.Description) rankedDot {
	if !(d.HalfWidth > 0) {
		return rankedDot{d.Mean, d.Mean, d.Mean}
	}
	return rankedDot{d.Mean, d.Mean - d.HalfWidth, d.Mean + d.HalfWidth}
}

func newRanked(s *report.Summary, of RankedOf, l Lang) (*ranked, error) {
	r := &ranked{summary: s, of: of, lang: l, level: math.NaN()}
	prepare := r.sweep
	if len(of.Panels) > 0 {
		prepare = r.beside
	}
	if err := prepare(); err != nil {
		return nil, err
	}
	for _, g := range of.Groups {
		rows := rankedRows{title: g.Title.In(l)}
		for _, name := range g.Filters {
			if row, there := r.row(name); there {
				rows.rows = append(rows.rows, row)
			}
		}
		slices.SortStableFunc(rows.rows, func(a, b rankedRow) int { return compareDots(a.dots, b.dots) })
		if len(rows.rows) > 0 {
			r.groups = append(r.groups, rows)
		}
	}
	if len(r.groups) == 0 {
		return nil, NoData(fmt.Sprintf("the run has no measurement of %q for a structure of the figure", r.metric.Name))
	}
	for _, c := range s.Baselines(r.metric) {
		if c.Filter == of.Baseline {
			r.level = c.Mean * r.scale.Factor
		}
	}
	if of.OfAsked {
		r.level = 100
	}
	r.axis = r.newAxis()
	return r, nil
}

// ends are the smallest, the middle and the largest value of the axis.
func ends(m *report.Metric, along axis.Axis) []string {
	var all []string
	for _, series := range m.Series {
		all = append(all, series.Values...)
	}
	slices.SortFunc(all, along.Compare)
	return endsOf(slices.Compact(all))
}

// endsOf are the first, the middle and the last of values in order.
func endsOf(all []string) []string {
	if len(all) <= rankedPanels {
		return all
	}
	return []string{all[0], all[(len(all)-1)/2], all[len(all)-1]}
}

// sweep makes a panel for each end of the axis and its middle, or one for a run
// without an axis.
func (r *ranked) sweep() error {
	m, err := measured(r.summary, r.of.Metric)
	if err != nil {
		return err
	}
	r.metric, r.scale = m, shown(m)
	values := []string{""}
	if m.Axis >= 0 {
		r.along = r.summary.Meta.Axes[m.Axis]
		values = ends(m, r.along)
	}
	if r.of.OfAsked && (r.along.Name != axis.Epsilon || r.scale.Unit != "%") {
		return NoData(fmt.Sprintf("the run lacks the ε asked for, or the number that %q is a share of", r.of.Metric))
	}
	for _, value := range values {
		p := rankedPanel{metric: m, factor: r.scale.Factor, cell: func(name string) (*report.Cell, bool) { return r.cellAt(name, value) }}
		if r.of.OfAsked {
			p.factor *= 100 / r.along.X(value)
		}
		if value != "" {
			p.title = isValue(r.summary, r.along, value, r.lang)
		}
		r.panels = append(r.panels, p)
	}
	return nil
}

// cellAt finds the cell of a structure at a value of the axis, or that of one without
// a place on it.
func (r *ranked) cellAt(name, value string) (c *report.Cell, alone bool) {
	find := func(value string) *report.Cell {
		for i := range r.metric.Cells {
			c := &r.metric.Cells[i]
			if c.Filter == name && (r.metric.Axis < 0 || c.Point.Value(r.metric.Axis) == value) {
				return c
			}
		}
		return nil
	}
	if c = find(value); c != nil || r.metric.Axis < 0 || r.of.OfAsked {
		return c, false
	}
	return find(""), true
}

// beside makes a panel for each metric.
func (r *ranked) beside() error {
	for i, panel := range r.of.Panels {
		m, err := measured(r.summary, panel.Metric)
		if err != nil {
			return err
		}
		if i == 0 {
			r.metric, r.scale = m, shown(m)
		}
		if m.Timed() != r.metric.Timed() {
			return NoData(fmt.Sprintf("%q and %q have no unit in common", r.metric.Name, panel.Metric))
		}
		r.panels = append(r.panels, rankedPanel{
			title: panel.Title.In(r.lang), metric: m, factor: r.scale.Factor,
			cell: func(name string) (*report.Cell, bool) { return panel.At.cell(r.summary, m, name), false },
		})
	}
	return nil
}

// row finds a structure's cells.
func (r *ranked) row(name string) (row rankedRow, there bool) {
	row.name, row.nth = name, look(r.summary, name)
	var cells []report.Cell
	for _, p := range r.panels {
		c, alone := p.cell(name)
		if c == nil {
			row.dots = append(row.dots, rankedDot{math.NaN(), math.NaN(), math.NaN()})
			continue
		}
		row.dots = append(row.dots, newDot(c.Scaled(p.factor)))
		row.anywhere = row.anywhere || alone
		cells = append(cells, *c)
	}
	if len(cells) == 0 || len(cells) < len(r.of.Panels) {
		return row, false
	}
	r.cells = append(r.cells, cells...)
	r.anywhere = r.anywhere || row.anywhere
	return row, true
}

// compareDots orders rows by their first dots, by the next where they lack one.
func compareDots(a, b []rankedDot) int {
	for i := range a {
		switch x, y := a[i].mean, b[i].mean; {
		case x < y || !math.IsNaN(x) && math.IsNaN(y):
			return -1
		case x > y || math.IsNaN(x) && !math.IsNaN(y):
			return 1
		}
	}
	return 0
}
