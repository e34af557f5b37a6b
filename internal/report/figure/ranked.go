package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// RankedOf is the content of a Ranked figure.
type RankedOf struct {
	Metric runfolder.Metric
	Groups []RankedGroup // from top to bottom

	// Baseline is a dashed line at its mean in every panel; empty for none.
	Baseline      string
	BaselineLabel bilingual.Text

	// OfAsked draws a rate as a share of the requested ε, beside a line at
	// 100 %, and leaves out what has no ε.
	OfAsked bool

	// Panels, if there are any, are drawn in place of the axis. They share a unit.
	// A structure that lacks one of them is left out.
	Panels []RankedPanel
	Label  bilingual.Text // of the numbers, without the unit of a time; empty for the unit
}

// RankedPanel is a metric at a place, in a panel of its own.
type RankedPanel struct {
	Metric runfolder.Metric
	At     Place
	Title  bilingual.Text // a line, or two
}

// RankedGroup is a heading with the structures below it.
type RankedGroup struct {
	Title   bilingual.Text
	Filters []string
}

// Ranked is a metric of many structures: a row for each, a panel for the
// smallest, the middle and the largest value of the axis. Dots are means, bars
// their 95 % intervals, the numbers the means again. Within a group the rows
// ascend by the first panel. What has no place on the axis is in every panel, and
// has a star.
// It replaces Overlay where a run has more structures than colours. With Panels it
// sets metrics of one unit side by side.
func Ranked(id string, title bilingual.Text, of RankedOf) Figure {
	return laidOut(id, title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
		r, err := newRanked(s, of, l)
		if err != nil {
			return nil, err
		}
		return &page{lines: r.notes(), legend: r.legend(), cells: r.cells, of: []*report.Metric{r.metric}, shown: r.metrics(), body: r.frame()}, nil
	})
}

// ranked is the figure in the unit of its axis.
type ranked struct {
	summary  *report.Summary
	metric   *report.Metric
	of       RankedOf
	lang     bilingual.Lang
	scale    metric.Scale
	main     int       // the axis of which the panels are values, −1 for none
	along    axis.Axis // that axis
	panels   []rankedPanel
	groups   []rankedRows
	level    float64 // of the dashed line, NaN for none
	axis     scale
	cells    []report.Cell
	wide     bool // there are intervals
	cut      bool // one goes on beyond the axis
	anywhere bool // a structure has no place on the axis
}

type rankedPanel struct {
	title  string // empty for none
	metric *report.Metric
	at     Place
	factor float64 // from the unit of the rows to that of the figure
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
	dots     []CurvePoint // NaN where the run lacks one
}

func newRanked(s *report.Summary, of RankedOf, l bilingual.Lang) (*ranked, error) {
	r := &ranked{summary: s, of: of, lang: l, main: -1, level: math.NaN()}
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
		slices.SortStableFunc(rows.rows, compareRows)
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
	r.setAxis()
	return r, nil
}

// sweep makes a panel for each end of the axis and its middle, or one for a run
// without an axis.
func (r *ranked) sweep() error {
	m, err := measured(r.summary, r.of.Metric)
	if err != nil {
		return err
	}
	r.metric, r.scale, r.main = m, shown(m), m.Axis
	if r.main >= 0 {
		r.along = r.summary.Meta.Axes[r.main]
	}
	if r.of.OfAsked && (r.along.Name != axis.Epsilon || r.scale.Unit != "%") {
		return NoData(fmt.Sprintf("the run lacks the requested ε, or the number that %q is a share of", r.of.Metric))
	}
	at := usualPlace(r.summary, m, r.main)
	if r.main < 0 {
		r.panels = []rankedPanel{{metric: m, at: at, factor: r.scale.Factor}}
		return nil
	}
	for _, value := range endsOf(valuesOn(r.summary, m, r.main)) {
		p := rankedPanel{title: isValue(r.summary, r.along, value, r.lang), metric: m, at: at.with(r.along.Name, value), factor: r.scale.Factor}
		if r.of.OfAsked {
			p.factor *= 100 / r.along.X(value)
		}
		r.panels = append(r.panels, p)
	}
	return nil
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
		r.panels = append(r.panels, rankedPanel{title: panel.Title.In(r.lang), metric: m, at: panel.At, factor: r.scale.Factor})
	}
	return nil
}

// metrics are those of the panels.
func (r *ranked) metrics() (list []*report.Metric) {
	for _, p := range r.panels {
		list = append(list, p.metric)
	}
	return list
}

// row finds a structure's cells.
func (r *ranked) row(name string) (row rankedRow, there bool) {
	row.name, row.nth = name, LookOf(r.summary, name).Nth
	var cells []report.Cell
	for _, p := range r.panels {
		c := p.at.cell(r.summary, p.metric, name)
		alone := c != nil && r.main >= 0 && c.Point.Value(r.main) == ""
		if c == nil || alone && r.of.OfAsked {
			row.dots = append(row.dots, CurvePoint{Value: math.NaN()})
			continue
		}
		row.dots = append(row.dots, meanOf(c.Scaled(p.factor)))
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

// setAxis makes the axis that all panels share.
func (r *ranked) setAxis() {
	var all []CurvePoint
	for _, g := range r.groups {
		for _, row := range g.rows {
			all = append(all, row.dots...)
		}
	}
	means, whole := extentsOf(all)
	means.include(r.level)
	r.axis = newScale(ByRange, means, whole, fifth)
	r.wide, r.cut = anyWide(all), slices.ContainsFunc(all, r.axis.cuts)
}

// compareRows orders rows by their first dots, by the next where these are equal; one that
// lacks a dot is the last.
func compareRows(a, b rankedRow) int {
	return slices.CompareFunc(a.dots, b.dots, func(p, q CurvePoint) int { return cmp.Compare(-q.Value, -p.Value) }) // NaN is less than all
}
