// Package compare compares times: those of two runs, or of the filters of one.
//
// Guarantee: a comparison says "not separated" unless the ratio differs from 1
// with p ≤ 0.05 after Holm's correction, whatever the means; the pooled ratios
// of a comparison are one family of tests, the cells of a metric another. A
// pooled ratio within a run is estimated by package claim, and has the p of the
// claim that tests it, if one does. Runs of different inputs or parameters are
// compared only on demand. A difference between two runs may come from the
// state of the machine in one of them: only repeated runs distinguish it from a
// difference of the program.
// Cost: milliseconds for runs of the thesis's experiment.
// Source: ratios are trimmed means of logarithms of CPU times, paired by rounds
// within an interleaved run (docs/verdicts.md), Yuen's test between runs; Mann and
// Whitney's U test is the second opinion.
//
// Runs and Filters make a Comparison, Write prints it, a
// Gate fails by it; SeenFilters and Seen make those of a part of a run.
package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Comparison is a set of ratios B/A, metric by metric.
type Comparison struct {
	Meta       *runfolder.Meta // whose axes the cells lie on
	A, B       string          // names of runs, or the reference filter and "" for every other one
	How        string          // the tests, in words
	Header     []table.Field
	Metrics    []Metric
	Resolution runfolder.Resolution // the coarsest of the runs compared
	Withheld   bool                 // the design confounds filters with time: no words of order
	Tests      int                  // pooled ratios with a p: the family
	Rounds     int                  // of the run that has fewer
	Lacks      string               // what the runs have not in common, where that is what was asked for; else empty
	Apart      string               // why the ratios of several machines are not pooled; empty where they are
	Notes      []string
}

// Metric is one timed metric.
type Metric struct {
	Name   runfolder.Metric
	Title  string
	Scale  metric.Scale // the unit of Cell.A and Cell.B
	CPU    bool         // Cell.A and Cell.B are CPU times, where the run has wall times too
	Pooled []Pooled     // one per filter
	Cells  []Cell       // by filter, then along the axes
}

// Pooled is a filter over all its cells.
type Pooled struct {
	Filter string
	Cells  int
	Ratio
	Claim string // the claim about this ratio, which P and verdict are those of; mostly empty
	On    []On   // on each machine of a run on several, and over each family of these
}

// Cell is one filter at one point.
type Cell struct {
	runfolder.Cell
	A, B     float64        // times, in Metric.Scale: means of the estimator and clock of the ratio; by medians these
	InA, InB stats.Interval // at 95 %
	Ratio
	U float64 // p of the U test, after Holm over the cells of the metric
}

// Ratio is the time of B as a ratio to that of A.
type Ratio struct {
	Value float64
	CI    stats.Interval // the plain one at 95 %
	P     float64        // two-sided, of Value = 1; after Holm over its family
	Below *bool          // below what the machines resolve; nil where they are not calibrated
	raw   float64        // P before that
	level float64        // that P must not exceed; 0: claim.Alpha
}

// Separated reports whether the ratio differs from 1, all tests of the family
// considered.
func (r Ratio) Separated() bool { return r.P <= cmp.Or(r.level, claim.Alpha) }

// Excludes reports whether the interval of this one ratio excludes 1, though the ratio is not
// separated: p is corrected for all ratios of the family, the interval is not.
func (r Ratio) Excludes() bool { return !r.Separated() && (r.CI.Low > 1 || r.CI.High < 1) }

const notSeparated = "not separated"

// Word is the verdict on B.
func (r Ratio) Word() string {
	switch {
	case math.IsNaN(r.Value):
		return "not pooled"
	case r.Separated() && r.Value > 1:
		return "slower"
	case r.Separated() && r.Value < 1:
		return "faster"
	}
	return notSeparated
}

// ratioOf turns an estimated difference of logarithms into a ratio, p not yet
// corrected. Of several estimates the widest interval and the largest p count.
func ratioOf(p claim.Pooled) Ratio {
	effect := claim.Tested{Estimates: p.Estimates}.Ratio("")
	return Ratio{Value: effect.Value, CI: effect.CI, P: p.P(), raw: p.P()}
}

// correct corrects the p of all ratios: the pooled ones are one family, the
// cells of each metric another, as are their U tests.
func (c *Comparison) correct() {
	var pooled []*float64
	for i := range c.Metrics {
		m := &c.Metrics[i]
		for j := range m.Pooled {
			pooled = append(pooled, &m.Pooled[j].P)
		}
		var cells, u []*float64
		for j := range m.Cells {
			cells, u = append(cells, &m.Cells[j].P), append(u, &m.Cells[j].U)
		}
		holm(cells)
		holm(u)
	}
	c.Tests = holm(pooled)
	c.resolve()
	c.unite()
}

// unite gives the only cell of a filter the pooled ratio, which is one question with it, and so
// its p and verdict.
func (c *Comparison) unite() {
	for i := range c.Metrics {
		m := &c.Metrics[i]
		for _, p := range m.Pooled {
			at := slices.IndexFunc(m.Cells, func(cell Cell) bool { return cell.Filter == p.Filter })
			if p.Cells == 1 && at >= 0 && !math.IsNaN(p.Value) {
				m.Cells[at].Ratio = p.Ratio
			}
		}
	}
}

// resolve compares the ratios with the resolution.
func (c *Comparison) resolve() {
	if c.Resolution == 0 || c.Apart != "" {
		return
	}
	for _, m := range c.Metrics {
		for i := range m.Pooled {
			m.Pooled[i].resolve(c.Resolution)
		}
		for i := range m.Cells {
			m.Cells[i].resolve(c.Resolution)
		}
	}
}

func (r *Ratio) resolve(by runfolder.Resolution) {
	below := by.Below(r.Value - 1)
	r.Below = &below
}

// holm corrects the tests of a family in their place and returns how many
// there are.
func holm(family []*float64) (tests int) {
	p := make([]float64, len(family))
	for i, v := range family {
		p[i] = *v
	}
	for i, v := range stats.Holm(p) {
		if *family[i] = v; !math.IsNaN(v) {
			tests++
		}
	}
	return tests
}

// correction says how p is corrected, for the line above the tables.
func (c *Comparison) correction(claimed bool) string {
	ratios := "the pooled ratio"
	if c.Tests > 1 {
		ratios = fmt.Sprintf("the %d pooled ratios", c.Tests)
	}
	text := "p after Holm over " + ratios
	if claimed {
		text += ", of a ratio that a claim is about over the claims of its source"
	}
	text += ", of cells over those of the metric"
	if one, _ := c.cellsOfFilters(); one {
		text += " (a filter's only cell has the pooled p)"
	}
	text += fmt.Sprintf("; slower and faster: p ≤ %g; "+
		"U: p of Mann and Whitney's test, after Holm over the cells of the metric", claim.Alpha)
	if c.Resolution > 0 {
		text += "; " + claim.BelowResolution + ": " + claim.Resolves(c.Resolution)
	}
	return text
}

// cellsOfFilters reports whether a pooled ratio is that of one cell, and whether one is over
// several.
func (c *Comparison) cellsOfFilters() (one, several bool) {
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			one, several = one || p.Cells == 1, several || p.Cells > 1
		}
	}
	return one, several
}

// times are the timed cells of a run, metric by metric in the order of its
// summary.
type times struct {
	claim.Data
	order []runfolder.Cell
}

func newTimes(s *report.Summary) *times {
	t := &times{Data: claim.Data{Summary: s}}
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
	return cell != nil && cell.Len() > 1
}

// values are the logarithms of the times of a cell in the order of rounds.
func (t *times) values(c runfolder.Cell) []float64 { return logs(t.Samples.Times(c)) }

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
	return report.MeanLogs(t.Samples.Lines(cells))
}

// time is the time of a cell in a scale, by the mean of logarithms that ratios are of; of a
// run seen by medians the median.
func (t *times) time(c runfolder.Cell, s metric.Scale, mean func([]float64) (stats.Estimate, error)) (float64, stats.Interval) {
	m := t.Metric(c.Metric)
	found := m.Cell(c.Filter, c.Point)
	if found == nil {
		return math.NaN(), stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	if m.By == report.Medians {
		in := found.CI()
		return found.Mean * s.Factor, stats.Interval{Low: in.Low * s.Factor, High: in.High * s.Factor}
	}
	e, err := mean(t.values(c))
	if err != nil {
		return math.NaN(), stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	in := e.CI()
	return math.Exp(e.Value) * s.Factor, stats.Interval{Low: math.Exp(in.Low) * s.Factor, High: math.Exp(in.High) * s.Factor}
}

// mean is that of logarithms within a run. Where its rounds are of several layouts, these are
// what varies.
func (t *times) mean(x []float64) (stats.Estimate, error) {
	e, _, err := t.Contrast([][]float64{x}, []float64{1})
	if err != nil { // rounds of layouts that lack a cell
		return stats.TrimmedEstimate(x)
	}
	return e, nil
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
