package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Limits of Noise, each where a number becomes doubtful.
const (
	maxDisturbed  = 0.01 // of the sections, after all attempts
	maxRemeasured = 0.10 // of the sections
	leastTicks    = 1000 // of the clock in a section
	maxDrift      = 0.02 // of the time, from the first round to the last, if p ≤ driftAlpha
	driftAlpha    = 0.01
	maxOutliers   = 0.05 // of the values: one or two in a hundred of normal ones are outliers
	maxLag1       = 0.20 // mean over cells of the correlation with the round before
	leastRounds   = 10   // for drift, autocorrelation and outliers
)

// Noise lists the disturbances of the times of a run, by its measured rows, in
// the order of their usual harm. machine.Warnings, in contrast, examines the
// machine before a run.
func (s *Summary) Noise() []machine.Warning {
	if s.noise == nil { // no Summarize made it
		return s.findNoise()
	}
	s.noise.once.Do(func() { s.noise.list = s.findNoise() })
	return s.noise.list
}

// Disturbed reports whether other programs took time from many sections: means then show them,
// medians hardly.
func (s *Summary) Disturbed() bool {
	return slices.ContainsFunc(s.Noise(), func(w machine.Warning) bool { return w.Code == lostTime })
}

const lostTime = "lost-time"

func (s *Summary) findNoise() []machine.Warning {
	if machines := s.ByMachine(); machines != nil {
		var list []machine.Warning
		if w, few := s.ofFewRounds(); few {
			list = append(list, w)
		}
		for _, m := range machines {
			for _, w := range m.Noise() {
				w.Text = m.Name() + ": " + w.Text
				list = append(list, w)
			}
		}
		return list
	}
	n := newNoise(s)
	var found []machine.Warning
	for _, look := range []func() (machine.Warning, bool){
		n.lostTime, n.collections, n.ticks, n.drift, n.dependence, n.outliers,
	} {
		if w, ok := look(); ok {
			found = append(found, w)
		}
	}
	return found
}

// noise has the timed rows of a run, metric by metric.
type noise struct {
	run     *runfolder.Run
	meta    *runfolder.Meta
	metrics []noiseMetric
}

type noiseMetric struct {
	name  runfolder.Metric
	cells []noiseCell
	lines [][]float64 // by complete round: the times of an operation in the order of cells

	sections                      int // whose time is above 0; of these
	lost, again, collected, short int // so many are counted by lostTime, collections and ticks
}

// noiseCell is a cell's times of an operation in the order of rounds.
type noiseCell struct {
	name   string // for a warning: "bloom at 3 %"
	values []float64
}

func newNoise(s *Summary) *noise {
	n := &noise{run: s.Run, meta: s.Meta}
	attempts, gc := n.column("attempts"), n.column("gc")
	tick := leastTicks * n.meta.Clock()["wall_resolution_ns"]
	for i := range s.Metrics {
		if !s.Metrics[i].Timed() {
			continue
		}
		m := noiseMetric{name: s.Metrics[i].Name}
		var cells []runfolder.Cell
		for _, c := range s.Samples.Cells(m.name) {
			cell := noiseCell{name: c.Filter + s.Meta.Place(c.Point)}
			for r := range c.Rows() {
				if !(r.Value > 0) {
					continue
				}
				cell.values = append(cell.values, r.PerOp())
				m.sections++
				count := func(to *int, is bool) {
					if is {
						*to++
					}
				}
				count(&m.lost, r.CPU != runfolder.NoCPU && r.Value-float64(r.CPU) > r.Value/20 && !n.meta.Waits)
				count(&m.again, attempts(r) > 1)
				count(&m.collected, gc(r) > 0)
				count(&m.short, r.Value < tick)
			}
			if len(cell.values) > 0 {
				m.cells, cells = append(m.cells, cell), append(cells, c.Cell)
			}
		}
		m.lines = slices.DeleteFunc(s.Samples.WallLines(cells), func(line []float64) bool { return !(slices.Min(line) > 0) })
		n.metrics = append(n.metrics, m)
	}
	return n
}

// count is the number of sections in all and by metric: "init 3, build 5".
func (n *noise) count(sections func(*noiseMetric) int) (count, of int, where string) {
	var parts []string
	for i := range n.metrics {
		m := &n.metrics[i]
		here := sections(m)
		if here > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", m.name, here))
		}
		count, of = count+here, of+m.sections
	}
	return count, of, strings.Join(parts, ", ")
}

// column reads a whole number of the experiment's own columns; −1 where there
// is none.
func (n *noise) column(name string) func(runfolder.Row) int {
	read := n.run.Column(name)
	return func(r runfolder.Row) int {
		v, err := strconv.Atoi(read(r))
		if err != nil {
			return -1
		}
		return v
	}
}

// lostTime is wall time above CPU time, by the rule of package timing.
func (n *noise) lostTime() (w machine.Warning, ok bool) {
	lost, of, where := n.count(func(m *noiseMetric) int { return m.lost })
	again, _, _ := n.count(func(m *noiseMetric) int { return m.again })
	if float64(lost) <= maxDisturbed*float64(of) && float64(again) <= maxRemeasured*float64(of) {
		return w, false
	}
	text := fmt.Sprintf("%s of %s sections lost more than a twentieth of their time to other programs", axis.Grouped(lost), axis.Grouped(of))
	if where != "" {
		text += " (" + where + ")"
	}
	if again > 0 {
		text += fmt.Sprintf(", and %s had to be measured again", axis.Grouped(again))
	}
	return machine.Warning{Code: lostTime, Text: text, Cure: "stop other programs, or take a quieter machine, and measure again"}, true
}

func (n *noise) collections() (w machine.Warning, ok bool) {
	count, of, where := n.count(func(m *noiseMetric) int { return m.collected })
	return machine.Warning{Code: "gc",
		Text: fmt.Sprintf("the garbage collector ran within %s of %s sections (%s)", axis.Grouped(count), axis.Grouped(of), where),
		Cure: "measure with --design=interleaved, which keeps it out"}, count > 0
}

func (n *noise) ticks() (w machine.Warning, ok bool) {
	count, of, where := n.count(func(m *noiseMetric) int { return m.short })
	return machine.Warning{Code: "ticks",
		Text: fmt.Sprintf("%s of %s sections lasted fewer than %s steps of the clock (%s)", axis.Grouped(count), axis.Grouped(of), axis.Grouped(leastTicks), where),
		Cure: "measure with --design=interleaved, which repeats an operation until a section is long enough"}, count > 0
}

// drift is a line through the rounds' mean deviations from their cells.
func (n *noise) drift() (w machine.Warning, ok bool) {
	var parts []string
	for _, m := range n.metrics {
		x, y := m.roundMeans()
		if len(x) < leastRounds {
			continue
		}
		line, err := stats.OLS(x, y)
		if err != nil {
			continue
		}
		change := math.Exp(line.Slope*(x[len(x)-1]-x[0])) - 1
		if math.Abs(change) >= maxDrift && line.P <= driftAlpha {
			parts = append(parts, fmt.Sprintf("%s %s %%", m.name, table.Change(100*change)))
		}
	}
	return machine.Warning{Code: "drift",
		Text: fmt.Sprintf("the times drifted from the first %s to the last: %s", n.roundName(), strings.Join(parts, ", ")),
		Cure: n.cure("let the machine warm up before, with its frequency fixed; ratios of the same rounds bear it")}, len(parts) > 0
}

// roundMeans are, by complete round, the mean logarithms of the times relative
// to their cells. x counts these rounds.
func (m *noiseMetric) roundMeans() (x, y []float64) {
	level := make([]float64, len(m.cells))
	for i, c := range m.cells {
		for _, v := range c.values {
			level[i] += math.Log(v) / float64(len(c.values))
		}
	}
	for i, line := range m.lines {
		var sum float64
		for cell, v := range line {
			sum += math.Log(v) - level[cell]
		}
		x, y = append(x, float64(i+1)), append(y, sum/float64(len(line)))
	}
	return x, y
}

// dependence is the mean autocorrelation of the cells at lag 1.
func (n *noise) dependence() (w machine.Warning, ok bool) {
	var parts []string
	for _, m := range n.metrics {
		var sum, cells, values float64
		worst, most := "", 0.0
		for _, c := range m.cells {
			r, err := stats.Lag1(c.values)
			if len(c.values) < leastRounds || err != nil || math.IsNaN(r) {
				continue
			}
			sum, cells, values = sum+r, cells+1, values+float64(len(c.values))
			if r > most {
				worst, most = c.name, r
			}
		}
		// Three standard errors of independent values: few cells exceed
		// maxLag1 by chance.
		if mean := sum / cells; cells > 0 && mean > max(maxLag1, 3/math.Sqrt(values)) {
			parts = append(parts, fmt.Sprintf("%s %.2f (most: %s, %.2f)", m.name, mean, worst, most))
		}
	}
	return machine.Warning{Code: "autocorrelation",
		Text: fmt.Sprintf("times are autocorrelated, so that intervals of means are too narrow: correlation with the %s before %s", n.roundName(), strings.Join(parts, ", ")),
		Cure: n.cure("go by the ratios, which pair the rounds, or measure on a quieter machine")}, len(parts) > 0
}

func (n *noise) outliers() (w machine.Warning, ok bool) {
	var parts []string
	for _, m := range n.metrics {
		count, of := 0, 0
		worst, most := "", 0
		for _, c := range m.cells {
			d, err := stats.Describe(c.values)
			if len(c.values) < leastRounds || err != nil {
				continue
			}
			count, of = count+d.Outliers, of+d.N
			if d.Outliers > most {
				worst, most = fmt.Sprintf("%s, %d of %d", c.name, d.Outliers, d.N), d.Outliers
			}
		}
		if float64(count) > maxOutliers*float64(of) {
			parts = append(parts, fmt.Sprintf("%s %s of %s (most: %s)", m.name, axis.Grouped(count), axis.Grouped(of), worst))
		}
	}
	return machine.Warning{Code: "outliers",
		Text: "many outliers, which are kept: " + strings.Join(parts, ", "),
		Cure: "go by the medians, stop other programs, and measure again"}, len(parts) > 0
}

func (n *noise) roundName() string {
	if n.meta.Paired() {
		return "round"
	}
	return "repetition of a cell"
}

// cure is the given one in an interleaved run, whose rounds visit all cells; in
// other designs the cure is another order.
func (n *noise) cure(interleaved string) string {
	if n.meta.Paired() {
		return interleaved
	}
	return "measure with --design=interleaved, whose rounds spread it over all cells"
}
