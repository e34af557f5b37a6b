// Package report sums up a run and writes the summary as tables.
//
// Guarantee: every number comes from the measured rows of the run, warm-up
// excluded, nothing is dropped, and what the rows cannot tell is blank. The
// same rows give the same bytes. An unfinished run is summed up as far as it
// goes and says so.
// Cost: a few milliseconds for the 5,000 rows of the thesis's experiment.
// Source: the thesis's protocol (mean, 95 % interval by Student's t, line over
// the means), see docs/statistics.md and the package stats.
//
// A run becomes a page in three steps: Summarize makes cells and series of the
// rows, metric by metric; Summary.page lays them out as tables; a writer per
// format prints those. The figures (package figure) start from the Summary.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Summary is what a run says.
type Summary struct {
	Meta    runfolder.Meta
	Warmup  int // rows left out as warm-up
	Rows    int // rows that count
	Metrics []Metric

	run *runfolder.Run
}

// Metric is one measured quantity over all cells.
type Metric struct {
	Name     string
	Title    string
	Unit     string    // of the cells' numbers, per operation
	Readings []Reading // units to show them in, the best first; never empty
	Cells    []Cell    // by filter, then ε
	Series   []Series  // one per filter with a rate
	byPoint  bool      // cells differ in more than filter and ε
}

// Cell is one filter at one ε; the numbers are in Metric.Unit per operation.
type Cell struct {
	Filter  string
	Epsilon axis.Rate // 0 for a baseline
	Point   string    // values of the columns Meta.Points with commas between; empty without such
	stats.Description
}

// Series is a metric of one filter over ε.
type Series struct {
	Filter string
	Cells  []Cell // ascending ε

	// Line and TheilSen are fitted to the cells' means; x is ε in per cent,
	// so that a slope is per percentage point. Fitted is false, and both are
	// zero, for fewer than three ε.
	Fitted   bool
	Line     stats.Line
	TheilSen stats.Slope

	// Tables is how many different sizes the structure takes over the
	// series, by the metric bits: 0 where the run does not tell. A trend over
	// few of them is a staircase.
	Tables int
}

// Timed reports whether the metric is a duration.
func (m *Metric) Timed() bool { return m.Unit == timed }

// SweepShare is how far the line rises over the ε measured, as a share of the
// mean of the series.
func (s Series) SweepShare() float64 {
	first, last := s.Cells[0], s.Cells[len(s.Cells)-1]
	rise := s.Line.Slope * 100 * (last.Epsilon.Float() - first.Epsilon.Float())
	var mean float64
	for _, c := range s.Cells {
		mean += c.Mean / float64(len(s.Cells))
	}
	return rise / mean
}

// Noise is what disturbed the run, see the function Noise.
func (s *Summary) Noise() []machine.Warning {
	if s.run == nil { // not made by Summarize
		return nil
	}
	return Noise(s.run)
}

// Metric returns a metric by name, or nil.
func (s *Summary) Metric(name string) *Metric {
	for i := range s.Metrics {
		if s.Metrics[i].Name == name {
			return &s.Metrics[i]
		}
	}
	return nil
}

// Of returns the series of a filter, or nil.
func (m *Metric) Of(filter string) *Series {
	for i := range m.Series {
		if m.Series[i].Filter == filter {
			return &m.Series[i]
		}
	}
	return nil
}

// Baselines returns the cells without a rate.
func (m *Metric) Baselines() []Cell {
	var list []Cell
	for _, c := range m.Cells {
		if c.Epsilon == 0 && c.Point == "" {
			list = append(list, c)
		}
	}
	return list
}

// Summarize sums up the rows of a run, finished or not. It fails when there is
// no row that counts, or one that cannot be counted.
func Summarize(run *runfolder.Run) (*Summary, error) {
	rows := run.Measured()
	if len(rows) == 0 {
		return nil, fmt.Errorf("the run holds no measurement yet (%d warm-up rows)", len(run.Rows))
	}
	s := &Summary{Meta: run.Meta, Warmup: len(run.Rows) - len(rows), Rows: len(rows), run: run}
	values := map[cellKey][]float64{}
	var order []cellKey
	pointOf := PointReader(&run.Meta)
	units := map[string]string{}
	var filters []string
	filters = append(append(filters, run.Meta.Filters...), run.Meta.Baselines...)
	for _, row := range rows {
		if unit, ok := units[row.Metric]; ok && unit != row.Unit {
			return nil, fmt.Errorf("row %d measures %s in %q, earlier rows in %q", row.Seq, row.Metric, row.Unit, unit)
		}
		units[row.Metric] = row.Unit
		if !slices.Contains(filters, row.Filter) {
			filters = append(filters, row.Filter)
		}
		value := row.Value
		if row.Unit == timed {
			value = row.PerOp()
		}
		key := cellKey{row.Cell(), pointOf(row)}
		if values[key] == nil {
			order = append(order, key)
		}
		values[key] = append(values[key], value)
	}
	for _, def := range metricsOf(rows) {
		m := Metric{Name: def.name, Title: def.title, Unit: units[def.name]}
		for _, key := range order {
			if key.Metric != m.Name {
				continue
			}
			d, err := stats.Describe(values[key])
			if err != nil {
				return nil, fmt.Errorf("%s of %s at ε = %q: %w", m.Name, key.Filter, key.Epsilon, err)
			}
			m.Cells = append(m.Cells, Cell{key.Filter, key.Epsilon, key.point, d})
		}
		slices.SortStableFunc(m.Cells, func(a, b Cell) int {
			return cmp.Or(
				cmp.Compare(slices.Index(filters, a.Filter), slices.Index(filters, b.Filter)),
				cmp.Compare(a.Epsilon, b.Epsilon))
		})
		m.Readings = def.readings(m.Unit, typical(m.Cells), &s.Meta)
		m.Series = series(m.Cells)
		m.byPoint = slices.ContainsFunc(m.Cells, func(c Cell) bool { return c.Point != "" })
		s.Metrics = append(s.Metrics, m)
	}
	s.countTables()
	return s, nil
}

// cellKey is what tells cells apart.
type cellKey struct {
	runfolder.Cell
	point string
}

// PointReader returns what gives the Cell.Point of a row of the run.
func PointReader(m *runfolder.Meta) func(runfolder.Row) string {
	first := slices.Index(m.Columns, "cpu_ns") + 1 // of the experiment's own columns
	var at []int
	for _, name := range m.Points {
		at = append(at, slices.Index(m.Columns, name)-first)
	}
	return func(row runfolder.Row) string {
		values := make([]string, len(at))
		for i, column := range at {
			if column >= 0 && column < len(row.Extra) {
				values[i] = row.Extra[column]
			}
		}
		return strings.Join(values, ",")
	}
}

// series cuts sorted cells into one series per filter and fits the lines.
func series(cells []Cell) []Series {
	var list []Series
	for _, c := range cells {
		if c.Epsilon == 0 || c.Point != "" {
			continue
		}
		if len(list) == 0 || list[len(list)-1].Filter != c.Filter {
			list = append(list, Series{Filter: c.Filter})
		}
		last := &list[len(list)-1]
		last.Cells = append(last.Cells, c)
	}
	for i := range list {
		list[i].fit()
	}
	return list
}

// fit draws the lines over the means, as the thesis does.
func (s *Series) fit() {
	if len(s.Cells) < 3 {
		return
	}
	x, y := make([]float64, len(s.Cells)), make([]float64, len(s.Cells))
	for i, c := range s.Cells {
		x[i], y[i] = 100*c.Epsilon.Float(), c.Mean
	}
	// The ε differ and the means are finite, which is all that could fail.
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

// countTables fills Series.Tables from the metric bits.
func (s *Summary) countTables() {
	bits := s.Metric("bits")
	if bits == nil {
		return
	}
	tables := map[string]int{}
	for _, b := range bits.Series {
		var sizes []float64
		for _, c := range b.Cells {
			if !slices.Contains(sizes, c.Median) { // a rare enlargement moves the mean
				sizes = append(sizes, c.Median)
			}
		}
		tables[b.Filter] = len(sizes)
	}
	for i := range s.Metrics {
		for j := range s.Metrics[i].Series {
			series := &s.Metrics[i].Series[j]
			series.Tables = tables[series.Filter]
		}
	}
}
