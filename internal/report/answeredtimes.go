package report

import (
	"math"
	"slices"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// LogTime is the time over some cells of a run as its answer has it, by its logarithm: the
// trimmed mean, over rounds where these visit all of the cells, by the clock of ratios. Rounds of
// several layouts of the program give a value for each layout. It fails for fewer than two values,
// and for times that are not positive.
func (s *Summary) LogTime(cells []runfolder.Cell) (stats.Estimate, error) {
	if s.Meta.Paired() {
		if x := MeanLogs(s.Samples.Lines(cells)); len(x) > 1 {
			return s.overRounds(x)
		}
	}
	share := 1 / float64(len(cells))
	var sum stats.Estimate
	var squares float64
	for _, c := range cells {
		e, err := stats.SerialEstimate(MeanLogs(single(s.Samples.Times(c))))
		if err != nil {
			return sum, err
		}
		sum.Value += share * e.Value
		v := share * share * e.SE * e.SE
		sum.SE += v
		if v > 0 {
			squares += v * v / e.DF
		}
	}
	sum.SE, sum.DF = math.Sqrt(sum.SE), sum.SE*sum.SE/squares
	return sum, nil
}

// overRounds is the trimmed mean of a value of each round, or of each layout.
func (s *Summary) overRounds(x []float64) (stats.Estimate, error) {
	layouts := s.Samples.Layouts()
	if len(layouts) > 0 && len(slices.Concat(layouts...)) == len(x) { // else rounds of layouts lack a cell
		if means, err := stats.TrimmedMeans(x, layouts); err == nil {
			return stats.TrimmedEstimate(means)
		}
	}
	return stats.TrimmedEstimate(x)
}

// MeanLogs are the mean logarithms of lines, such as of rounds (sample.Set.Lines).
func MeanLogs(lines [][]float64) []float64 {
	list := make([]float64, len(lines))
	for i, line := range lines {
		for _, v := range line {
			list[i] += math.Log(v)
		}
		list[i] /= float64(len(line))
	}
	return list
}

// single makes a line of each value.
func single(x []float64) [][]float64 {
	lines := make([][]float64, len(x))
	for i := range x {
		lines[i] = x[i : i+1]
	}
	return lines
}

// Answered reports whether the run's figures show times as its answer does: but for those of an
// experiment that draws plain means, and of one seen by medians.
func (s *Summary) Answered() bool { return s.answers() && !s.Glossary.PlainMeans }

// answers reports whether tables show times as the answer does. That of published means has these.
func (s *Summary) answers() bool { return s.By == Means && s.Meta.Design != runfolder.Published }

// Describe describes a cell as figures show it: a time as the answer does, anything else by its
// mean.
func (s *Summary) Describe(cell runfolder.Cell) (stats.Description, error) {
	c := s.Samples.Cell(cell)
	switch {
	case c == nil:
		return stats.Description{}, stats.ErrEmpty
	case !c.Timed():
		return stats.Describe(c.Values())
	case !s.Answered():
		return s.By.Describe(c.Values())
	}
	return s.trimmed(cell)
}

// trimmed describes the times of a cell as the answer does, by its estimator and clock.
func (s *Summary) trimmed(cell runfolder.Cell) (stats.Description, error) {
	d, err := stats.Describe(s.Samples.Times(cell))
	if err != nil || d.N < 2 { // one value has no error
		return d, err
	}
	e, err := s.LogTime([]runfolder.Cell{cell})
	if d.Min <= 0 || err != nil { // there is no logarithm
		if e, err = stats.TrimmedEstimate(s.Samples.Times(cell)); err != nil {
			return d, err
		}
		d.Mean, d.HalfWidth = e.Value, e.CI().High-e.Value
		return d, nil
	}
	in := e.CI()
	return d.Around(math.Exp(e.Value), stats.Interval{Low: math.Exp(in.Low), High: math.Exp(in.High)}), nil
}

// ForFigures is the summary with times as figures show them (Describe), and with lines over these.
func (s *Summary) ForFigures() (*Summary, error) {
	if !s.Answered() {
		return s, nil
	}
	return s.byTrimmed()
}

// ForTables is the summary with times as the answer has them, those of each machine too, and with
// lines over these: also of an experiment that draws plain means, so that two tables of one run do
// not differ. Of medians, and of published means, it is the summary.
func (s *Summary) ForTables() (*Summary, error) {
	if !s.answers() {
		return s, nil
	}
	of, err := s.byTrimmed()
	if err != nil {
		return nil, err
	}
	of.By = Trimmed
	machines := slices.Clone(s.ByMachine())
	for i := range machines {
		if machines[i].Summary, err = machines[i].ForTables(); err != nil {
			return nil, err
		}
	}
	of.parted = &parted{}
	of.parted.once.Do(func() { of.parted.list = machines })
	return of, nil
}

func (s *Summary) byTrimmed() (*Summary, error) {
	of := *s
	of.Metrics = slices.Clone(s.Metrics)
	for i := range of.Metrics {
		m := &of.Metrics[i]
		if !m.Timed() {
			continue
		}
		m.By, m.Cells = Trimmed, slices.Clone(m.Cells)
		for j := range m.Cells {
			d, err := s.trimmed(m.Cells[j].Cell)
			if err != nil {
				return nil, err
			}
			m.Cells[j].Description = d
		}
		series := m.Series
		if m.Series = nil; len(series) > 0 {
			of.fit(m)
		}
		for j := range m.Series {
			m.Series[j].Tables = series[j].Tables
		}
	}
	return &of, nil
}
