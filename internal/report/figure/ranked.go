package figure

import (
	"fmt"
	"image/color"
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
// ascend by the first panel. What has no place on the axis is in every panel.
// It replaces Overlay where a run has more structures than colours.
func Ranked(id string, title Text, of RankedOf) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		r, err := newRanked(s, of, l)
		if err != nil {
			return nil, err
		}
		return r.page(title.In(l)).drawing(), nil
	}}
}

// ranked is the figure in the unit of its axis.
type ranked struct {
	summary  *report.Summary
	metric   *report.Metric
	of       RankedOf
	lang     Lang
	scale    metric.Scale
	along    axis.Axis
	values   []string // of the panels; one empty value for a run without an axis
	groups   []rankedRows
	level    float64 // of the dashed line, NaN for none
	axis     scale
	cells    []report.Cell
	cut      bool // an interval goes on beyond the axis
	anywhere bool // a structure has no place on the axis
}

type rankedRows struct {
	title string
	color color.Color // the group's in every figure of a run
	rows  []rankedRow
}

// rankedRow is a structure with a dot for each panel.
type rankedRow struct {
	name     string
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
	m := s.Metric(of.Metric)
	if m == nil {
		return nil, NoData(fmt.Sprintf("the run has no measurement of %q", of.Metric))
	}
	r := &ranked{summary: s, metric: m, of: of, lang: l, scale: shown(m), level: math.NaN(), values: []string{""}}
	if m.Axis >= 0 {
		r.along = s.Meta.Axes[m.Axis]
		r.values = ends(m, r.along)
	}
	if of.OfAsked && (r.along.Name != axis.Epsilon || r.scale.Unit != "%") {
		return nil, NoData(fmt.Sprintf("the run lacks the ε asked for, or the number that %q is a share of", of.Metric))
	}
	for nth, g := range of.Groups {
		rows := rankedRows{title: g.Title.In(l), color: palette(nth)}
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
		return nil, NoData(fmt.Sprintf("the run has no measurement of %q for a structure of the figure", of.Metric))
	}
	for _, c := range s.Baselines(m) {
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
	all = slices.Compact(all)
	if len(all) <= rankedPanels {
		return all
	}
	return []string{all[0], all[(len(all)-1)/2], all[len(all)-1]}
}

// row finds a structure's cells.
func (r *ranked) row(name string) (row rankedRow, there bool) {
	row.name = name
	for _, value := range r.values {
		i := slices.IndexFunc(r.metric.Cells, func(c report.Cell) bool {
			return c.Filter == name && (r.metric.Axis < 0 || c.Point.Value(r.metric.Axis) == value)
		})
		alone := i < 0 && r.metric.Axis >= 0 && !r.of.OfAsked
		if alone {
			i = slices.IndexFunc(r.metric.Cells, func(c report.Cell) bool {
				return c.Filter == name && c.Point.Value(r.metric.Axis) == ""
			})
		}
		if i < 0 {
			row.dots = append(row.dots, rankedDot{math.NaN(), math.NaN(), math.NaN()})
			continue
		}
		factor := r.scale.Factor
		if r.of.OfAsked {
			factor *= 100 / r.along.X(value)
		}
		row.dots = append(row.dots, newDot(r.metric.Cells[i].Scaled(factor)))
		row.anywhere = row.anywhere || alone
		r.cells = append(r.cells, r.metric.Cells[i])
		there = true
	}
	r.anywhere = r.anywhere || row.anywhere
	return row, there
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
