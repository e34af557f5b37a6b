// Package compare compares times: those of two runs, or of the filters of one.
//
// Guarantee: a comparison says "not separated" unless the 95 % interval of the
// ratio excludes 1, whatever the means look like; runs of different inputs or
// parameters are compared only on demand. Differences between two runs that
// come from the machine's state in one of them are real to these statistics:
// only repeated runs tell them from differences of the program.
// Cost: milliseconds for runs of the thesis's experiment.
// Source: ratios are geometric means with Student's t on the logarithms,
// paired by rounds within an interleaved run (docs/statistics.md), Welch's
// test between runs; Mann and Whitney's U test is the second opinion.
//
// Runs and Filters make a Comparison, Write prints it, Slower is the gate.
package compare

import (
	"cmp"
	"math"
	"slices"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Comparison is a set of ratios B/A, metric by metric.
type Comparison struct {
	A, B    string // what is compared: names of runs, or the reference filter and "" for each other one
	How     string // the tests, in words
	Header  []report.Field
	Metrics []Metric
	Notes   []string
}

// Metric is one timed metric.
type Metric struct {
	Name, Title string
	Reading     report.Reading // the unit of Cell.A and Cell.B
	Pooled      []Pooled       // one per filter
	Cells       []Cell         // by filter, then ε
}

// Pooled is a filter over all its cells.
type Pooled struct {
	Filter string
	Cells  int
	Ratio
}

// Cell is one filter at one ε.
type Cell struct {
	Key
	A, B float64 // means, in Metric.Reading
	Ratio
	U float64 // p of the U test, after Holm over the cells of the metric
}

// Key tells cells apart within a metric.
type Key struct {
	runfolder.Cell
	Point string // see report.Cell
}

// Ratio is how many times longer B takes than A.
type Ratio struct {
	Value float64
	CI    stats.Interval
	P     float64 // two-sided, of Value = 1; not corrected
}

// Separated reports whether the interval excludes 1.
func (r Ratio) Separated() bool { return r.CI.Low > 1 || r.CI.High < 1 }

// Word says what the ratio says of B.
func (r Ratio) Word() string {
	switch {
	case r.CI.Low > 1:
		return "slower"
	case r.CI.High < 1:
		return "faster"
	}
	return "not separated"
}

// Slower lists the pooled ratios whose interval lies above 1 + share as a
// whole: what is slower by more than that, beyond doubt at 95 %.
func (c *Comparison) Slower(share float64) []string {
	var list []string
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			if p.CI.Low > 1+share {
				list = append(list, m.Name+" of "+p.Filter+" "+p.Ratio.String())
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

// times are the timed rows of a run, cell by cell.
type times struct {
	summary *report.Summary
	byKey   map[Key]map[int]float64 // logarithm of the time of an operation, by round
	order   []Key                   // metric by metric, filter by filter, ascending ε
}

func newTimes(run *runfolder.Run) (*times, error) {
	s, err := report.Summarize(run)
	if err != nil {
		return nil, err
	}
	t := &times{summary: s, byKey: map[Key]map[int]float64{}}
	point := report.PointReader(&run.Meta)
	for _, row := range run.Measured() {
		if m := s.Metric(row.Metric); m == nil || !m.Timed() || !(row.Value > 0) {
			continue
		}
		key := Key{row.Cell(), point(row)}
		if t.byKey[key] == nil {
			t.byKey[key] = map[int]float64{}
		}
		t.byKey[key][row.Round] = math.Log(row.PerOp())
	}
	for _, m := range s.Metrics {
		for _, c := range m.Cells {
			key := Key{runfolder.Cell{Filter: c.Filter, Epsilon: c.Epsilon, Metric: m.Name}, c.Point}
			if t.byKey[key] != nil {
				t.order = append(t.order, key)
			}
		}
	}
	return t, nil
}

// values are those of a cell in the order of rounds.
func (t *times) values(key Key) []float64 {
	rounds := t.byKey[key]
	var x []float64
	for _, round := range t.rounds(key) {
		x = append(x, rounds[round])
	}
	return x
}

// rounds lists the rounds that hold all of the cells.
func (t *times) rounds(keys ...Key) []int {
	var list []int
	for round := range t.byKey[keys[0]] {
		if !slices.ContainsFunc(keys, func(k Key) bool { _, ok := t.byKey[k][round]; return !ok }) {
			list = append(list, round)
		}
	}
	slices.Sort(list)
	return list
}

// means are, round by round, the mean logarithm over the cells, in rounds that
// hold them all.
func (t *times) means(keys []Key) []float64 {
	var list []float64
	for _, round := range t.rounds(keys...) {
		var sum float64
		for _, k := range keys {
			sum += t.byKey[k][round]
		}
		list = append(list, sum/float64(len(keys)))
	}
	return list
}

// mean is the arithmetic mean of a cell in a reading.
func (t *times) mean(key Key, r report.Reading) float64 {
	for _, c := range t.summary.Metric(key.Metric).Cells {
		if c.Filter == key.Filter && c.Epsilon == key.Epsilon && c.Point == key.Point {
			return c.Mean * r.Factor
		}
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

// byMetric cuts keys, which are in order, into one list per metric.
func byMetric(keys []Key) [][]Key {
	var list [][]Key
	for _, k := range keys {
		if n := len(list); n > 0 && list[n-1][0].Metric == k.Metric {
			list[n-1] = append(list[n-1], k)
		} else {
			list = append(list, []Key{k})
		}
	}
	return list
}

// filtersOf lists the filters of keys in their order, baselines last.
func filtersOf(keys []Key) []string {
	keys = slices.Clone(keys)
	slices.SortStableFunc(keys, func(a, b Key) int { return cmp.Compare(rank(a), rank(b)) })
	var list []string
	for _, k := range keys {
		if !slices.Contains(list, k.Filter) {
			list = append(list, k.Filter)
		}
	}
	return list
}

// rank puts baselines behind filters.
func rank(k Key) int {
	if k.Epsilon == 0 && k.Point == "" {
		return 1
	}
	return 0
}
