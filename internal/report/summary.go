// Package report sums up a run and writes the summary as tables.
//
// Guarantee: every number comes from the measured rows of the run, without the warm-up. No row
// is dropped, and an unknown value is blank. The same rows give the same bytes. The summary of
// an unfinished run contains what is measured, and says so. The package reads rows and their
// names (a metric.Glossary), and does not depend on experiments or structures.
// Cost: a few milliseconds for the 5,000 rows of the thesis's experiment.
// Source: the thesis's protocol (mean, 95 % interval by Student's t, line over the means), see
// docs/statistics.md and package stats.
//
// A run becomes a page in four steps: package sample groups its rows into cells; Summarize
// describes the cells and fits lines through series of them; Summary.page lays them out as
// tables; package table writes those. Figures, claims, comparisons and the page for a browser
// start from the Summary too.
package report

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
	"hyphbench/internal/stats"
)

// Summary is a run summed up.
type Summary struct {
	Run      *runfolder.Run
	Meta     *runfolder.Meta
	Glossary metric.Glossary
	Samples  *sample.Set
	Metrics  []Metric
	By       Statistic // of the cells of times
	Part     Part      // which part of the run this is

	// Resolves says what the run resolves by its own intervals, empty where it has none;
	// nil where nobody can say. Packages above this one estimate them.
	Resolves func() string

	noise  *noticed   // of Noise, which looks at every row
	parted *parted    // of ByMachine
	worked *workedOut // of WorkedOut
}

// workedOut is what packages above this one make of a summary, by what they ask for.
type workedOut struct {
	sync.Mutex
	of map[any]any
}

// WorkedOut is what work returns, kept for a key, whose type is the caller's own. No one may
// change it. Of a copy of a summary it is that of the summary.
func (s *Summary) WorkedOut(key any, work func() any) any {
	if s.worked == nil { // no Summarize made it
		return work()
	}
	s.worked.Lock()
	v, known := s.worked.of[key]
	s.worked.Unlock()
	if known {
		return v
	}
	v = work() // which may ask for other things
	s.worked.Lock()
	defer s.worked.Unlock()
	s.worked.of[key] = v
	return v
}

// noticed is what Noise found, once it has looked.
type noticed struct {
	once sync.Once
	list []machine.Warning
}

// Metric is one measured quantity over all cells.
type Metric struct {
	metric.Definition
	RowUnit string         // of the cells' numbers, per operation
	Scales  []metric.Scale // units to show them in, the best first; never empty
	Cells   []Cell         // by structure, then along the axes
	Series  []Series       // along the axis that the metric is read along
	Axis    int            // that axis, −1 for none
	By      Statistic      // what Mean and HalfWidth of the cells are
}

// Cell is one sample described; the numbers are in Metric.RowUnit per
// operation. By medians Mean and HalfWidth are those of the median, and Median is
// the mean: the two change places.
type Cell struct {
	runfolder.Cell
	stats.Description
}

// Series is a metric of one structure along one axis, all others held still.
type Series struct {
	Filter string
	Axis   axis.Axis
	Values []string // of the cells on the axis, ascending
	Cells  []Cell
	Rest   string // where the other axes stand: "hits=0.5", empty where there are none

	// Line and TheilSen are fitted to the cells' means; x is that of Series.X,
	// so that a slope over ε is per percentage point. Fitted is false, and
	// both are zero, for fewer than three cells.
	Fitted   bool
	Line     stats.Line
	TheilSen stats.Slope

	// Tables is how many different sizes the structure takes over the series,
	// by its size in bits: 0 where the run lacks it. A trend over few of them
	// is a staircase.
	Tables int
}

// Few is how many structures have tables side by side, lines of their own and
// a colour each. Of more, tables have a row and figures a dot for each.
const Few = 6

// Timed reports whether the metric is a duration.
func (m *Metric) Timed() bool { return m.RowUnit == runfolder.Nanoseconds }

// X is the place of cell i on the axis: ε in per cent, counts and shares as
// they are.
func (s Series) X(i int) float64 { return s.Axis.X(s.Values[i]) }

// Label is that place as a figure writes it.
func (s Series) Label(i int) string { return s.Axis.Label(s.Values[i]) }

// SweepShare is the rise of the line over the series, as a share of its mean.
func (s Series) SweepShare() float64 {
	rise := s.Line.Slope * (s.X(len(s.Cells)-1) - s.X(0))
	var mean float64
	for _, c := range s.Cells {
		mean += c.Mean / float64(len(s.Cells))
	}
	return rise / mean
}

// Metric returns a metric by name, or nil.
func (s *Summary) Metric(name runfolder.Metric) *Metric {
	for i := range s.Metrics {
		if s.Metrics[i].Name == name {
			return &s.Metrics[i]
		}
	}
	return nil
}

// Of returns the first series of a structure, or nil.
func (m *Metric) Of(filter string) *Series {
	for i := range m.Series {
		if m.Series[i].Filter == filter {
			return &m.Series[i]
		}
	}
	return nil
}

// Cell returns the description of a cell, or nil.
func (m *Metric) Cell(filter string, at runfolder.Point) *Cell {
	for i := range m.Cells {
		if c := &m.Cells[i]; c.Filter == filter && c.Point == at {
			return c
		}
	}
	return nil
}

// Baselines returns the cells off all axes of what the run names a baseline.
func (s *Summary) Baselines(m *Metric) []Cell {
	var list []Cell
	for _, c := range m.Cells {
		if c.Point == "" && s.Meta.IsBaseline(c.Filter) {
			list = append(list, c)
		}
	}
	return list
}

// Summarize sums up the rows of a run, finished or not. It fails without a
// measured row, and for a value that is no number.
func Summarize(run *runfolder.Run, g metric.Glossary) (*Summary, error) {
	return SummarizeBy(run, g, Means)
}

// SummarizeBy sums up by means or medians of the times.
func SummarizeBy(run *runfolder.Run, g metric.Glossary, by Statistic) (*Summary, error) {
	if by == "" {
		by = Means
	}
	samples, err := sample.New(run)
	if err != nil {
		return nil, err
	}
	s := &Summary{Run: run, Meta: &run.Meta, Glossary: g, Samples: samples, By: by, noise: &noticed{}, parted: &parted{}, worked: &workedOut{of: map[any]any{}}}
	for _, def := range g.Of(samples.Metrics) {
		m := Metric{Definition: def, Axis: -1, By: Means}
		for _, c := range samples.Cells(def.Name) {
			if c.Timed() {
				m.By = by
			}
			d, err := m.By.Describe(c.Values())
			if err != nil {
				return nil, fmt.Errorf("%s of %s%s: %w", def.Name, c.Filter, s.Meta.Place(c.Point), err)
			}
			m.RowUnit = c.Unit
			m.Cells = append(m.Cells, Cell{c.Cell, d})
		}
		m.Scales = def.Scales(m.RowUnit, typical(m.Cells), s.Meta)
		if !def.Flat {
			s.fit(&m)
		}
		s.Metrics = append(s.Metrics, m)
	}
	s.countTables()
	return s, nil
}

// fit makes the series of a metric along its main axis.
func (s *Summary) fit(m *Metric) {
	m.Axis = s.Samples.Main(m.Name)
	if m.Axis < 0 {
		return
	}
	along := s.Meta.Axes[m.Axis]
	for _, cells := range s.Samples.Along(m.Name, m.Axis) {
		series := Series{Filter: cells[0].Filter, Axis: along}
		rest := cells[0].Point.With(m.Axis, len(s.Meta.Axes), "")
		series.Rest = s.Meta.Named(rest)
		for _, c := range cells {
			series.Values = append(series.Values, c.Point.Value(m.Axis))
			series.Cells = append(series.Cells, *m.Cell(c.Filter, c.Point))
		}
		series.fit()
		m.Series = append(m.Series, series)
	}
}

// fit draws the lines over the means, as the thesis does.
func (s *Series) fit() {
	if len(s.Cells) < 3 {
		return
	}
	x, y := make([]float64, len(s.Cells)), make([]float64, len(s.Cells))
	for i, c := range s.Cells {
		x[i], y[i] = s.X(i), c.Mean
	}
	// The x differ and the means are finite, which is all that could fail.
	line, err := stats.OLS(x, y)
	if err != nil {
		return
	}
	slope, err := stats.TheilSen(x, y)
	if err != nil {
		return
	}
	s.Fitted, s.Line, s.TheilSen = true, line, slope
}

// countTables fills Series.Tables from the sizes in bits or, where there are
// none, from Meta.Tables.
func (s *Summary) countTables() {
	type sweep struct{ filter, axis, rest string }
	tables := map[sweep]int{}
	if bits := s.Metric(metric.Bits); bits != nil {
		for _, b := range bits.Series {
			var sizes []float64
			for _, c := range b.Cells {
				if !slices.Contains(sizes, c.Median) { // a rare enlargement moves the mean
					sizes = append(sizes, c.Median)
				}
			}
			tables[sweep{b.Filter, b.Axis.Name, b.Rest}] = len(sizes)
		}
	}
	for i := range s.Metrics {
		for j := range s.Metrics[i].Series {
			series := &s.Metrics[i].Series[j]
			series.Tables = s.Meta.Tables[series.Filter]
			if n, counted := tables[sweep{series.Filter, series.Axis.Name, series.Rest}]; counted {
				series.Tables = n
			}
		}
	}
}

// typical is the median of the cells' means, which decides on the unit.
func typical(cells []Cell) float64 {
	means := make([]float64, len(cells))
	for i, c := range cells {
		means[i] = math.Abs(c.Mean)
	}
	d, err := stats.Describe(means)
	if err != nil {
		return 0
	}
	return d.Median
}
