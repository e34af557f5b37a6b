// Package compare compares times: those of two runs, or of the filters of one.
//
// Guarantee: a comparison says "not separated" unless the 95 % interval of the
// ratio excludes 1, whatever the means; runs of different inputs or parameters
// are compared only on demand. A difference between two runs may come from the
// state of the machine in one of them: only repeated runs distinguish it from a
// difference of the program.
// Cost: milliseconds for runs of the thesis's experiment.
// Source: ratios are geometric means with Student's t on the logarithms,
// paired by rounds within an interleaved run (docs/statistics.md), Welch's
// test between runs; Mann and Whitney's U test is the second opinion.
//
// Runs and Filters make a Comparison, Write prints it, Slower is the gate.
package compare

import (
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Comparison is a set of ratios B/A, metric by metric.
type Comparison struct {
	Meta    *runfolder.Meta // whose axes the cells lie on
	A, B    string          // names of runs, or the reference filter and "" for every other one
	How     string          // the tests, in words
	Header  []table.Field
	Metrics []Metric
	Notes   []string
}

// Metric is one timed metric.
type Metric struct {
	Name   runfolder.Metric
	Title  string
	Scale  metric.Scale // the unit of Cell.A and Cell.B
	Pooled []Pooled     // one per filter
	Cells  []Cell       // by filter, then along the axes
}

// Pooled is a filter over all its cells.
type Pooled struct {
	Filter string
	Cells  int
	Ratio
}

// Cell is one filter at one point.
type Cell struct {
	runfolder.Cell
	A, B float64 // means, in Metric.Scale
	Ratio
	U float64 // p of the U test, after Holm over the cells of the metric
}

// Ratio is the time of B as a ratio to that of A.
type Ratio struct {
	Value float64
	CI    stats.Interval
	P     float64 // two-sided, of Value = 1; not corrected
}

// Separated reports whether the interval excludes 1.
func (r Ratio) Separated() bool { return r.CI.Low > 1 || r.CI.High < 1 }

// Word is the verdict on B.
func (r Ratio) Word() string {
	switch {
	case r.CI.Low > 1:
		return "slower"
	case r.CI.High < 1:
		return "faster"
	}
	return "not separated"
}

// Slower lists the pooled ratios whose whole interval lies above 1 + share.
func (c *Comparison) Slower(share float64) []string {
	var list []string
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			if p.CI.Low > 1+share {
				list = append(list, string(m.Name)+" of "+p.Filter+" "+p.Ratio.String())
			}
		}
	}
	return list
}

// ratioOf turns an estimated difference of logarithms into a ratio.
func ratioOf(e stats.Estimate) Ratio {
	ci := e.CI()
	return Ratio{math.Exp(e.Value), stats.Interval{Low: math.Exp(ci.Low), High: math.Exp(ci.High)}, e.P()}
}

// times are the timed cells of a run, metric by metric in the order of its
// summary.
type times struct {
	*report.Summary
	order []runfolder.Cell
}

func newTimes(s *report.Summary) *times {
	t := &times{Summary: s}
	for i := range s.Metrics {
		if m := &s.Metrics[i]; m.Timed() {
			for _, c := range m.Cells {
				if c.Min > 0 { // else there is no logarithm
					t.order = append(t.order, c.Cell)
				}
			}
		}
	}
	return t
}

// repeated reports whether a cell holds two values, which an interval needs.
func (t *times) repeated(c runfolder.Cell) bool {
	cell := t.Samples.Cell(c)
	return cell != nil && len(cell.Rows) > 1
}

// values are the logarithms of the times of a cell in the order of rounds.
func (t *times) values(c runfolder.Cell) []float64 { return logs(t.Samples.Cell(c).Values()) }

// lines are the logarithms of rounds that hold all of the cells.
func (t *times) lines(cells []runfolder.Cell) [][]float64 {
	lines := t.Samples.Lines(cells)
	for i := range lines {
		lines[i] = logs(lines[i])
	}
	return lines
}

func logs(x []float64) []float64 {
	list := make([]float64, len(x))
	for i, v := range x {
		list[i] = math.Log(v)
	}
	return list
}

// means are, round by round, the mean logarithm over the cells, in rounds that
// hold them all.
func (t *times) means(cells []runfolder.Cell) []float64 {
	var list []float64
	for _, line := range t.lines(cells) {
		var sum float64
		for _, v := range line {
			sum += v
		}
		list = append(list, sum/float64(len(cells)))
	}
	return list
}

// mean is the arithmetic mean of a cell in a scale.
func (t *times) mean(c runfolder.Cell, s metric.Scale) float64 {
	if found := t.Metric(c.Metric).Cell(c.Filter, c.Point); found != nil {
		return found.Mean * s.Factor
	}
	return math.NaN()
}

// holm corrects the U tests of a metric.
func (m *Metric) holm() {
	p := make([]float64, len(m.Cells))
	for i, c := range m.Cells {
		p[i] = c.U
	}
	for i, v := range stats.Holm(p) {
		m.Cells[i].U = v
	}
}

// byMetric cuts cells, which are in order, into one list per metric.
func byMetric(cells []runfolder.Cell) [][]runfolder.Cell {
	var list [][]runfolder.Cell
	for _, k := range cells {
		if n := len(list); n > 0 && list[n-1][0].Metric == k.Metric {
			list[n-1] = append(list[n-1], k)
		} else {
			list = append(list, []runfolder.Cell{k})
		}
	}
	return list
}

// filtersOf lists the filters of cells in their order, baselines last.
func (t *times) filtersOf(cells []runfolder.Cell) []string {
	var filters, baselines []string
	for _, c := range cells {
		list := &filters
		if t.Meta.IsBaseline(c.Filter) {
			list = &baselines
		}
		if !slices.Contains(*list, c.Filter) {
			*list = append(*list, c.Filter)
		}
	}
	return append(filters, baselines...)
}
