package compare

import (
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Level is the time of a structure or baseline over some of its cells: a geometric mean, by
// the estimator and clock of ratios. What is no time is that of means, without an interval.
type Level struct {
	Filter string
	Cells  int
	Value  float64 // in the scale of Levels
	In     stats.Interval
}

// Levels are the times of all structures by one metric, or what else it measures, baselines
// last, each over the points that all structures have; where there are none, over its own. None
// are the times of a run on several machines.
func Levels(s *report.Summary, name runfolder.Metric) (list []Level, scale metric.Scale) {
	m := s.Metric(name)
	if m == nil || m.Timed() && s.ByMachine() != nil {
		return nil, scale
	}
	t := &times{Data: newTimes(s).Data}
	for _, c := range m.Cells {
		if c.Min > 0 {
			t.order = append(t.order, c.Cell)
		}
	}
	t.order = t.atCommon()
	scale = m.Scales[0]
	for _, f := range t.filtersOf(t.order) {
		cells := slices.DeleteFunc(slices.Clone(t.order), func(c runfolder.Cell) bool { return c.Filter != f })
		if !m.Timed() {
			logs := 0.0
			for _, c := range cells {
				logs += math.Log(m.Cell(c.Filter, c.Point).Mean) / float64(len(cells))
			}
			list = append(list, Level{f, len(cells), math.Exp(logs) * scale.Factor, stats.Interval{Low: math.NaN(), High: math.NaN()}})
			continue
		}
		e, err := s.LogTime(cells)
		if err != nil {
			continue
		}
		in := e.CI()
		list = append(list, Level{f, len(cells), math.Exp(e.Value) * scale.Factor,
			stats.Interval{Low: math.Exp(in.Low) * scale.Factor, High: math.Exp(in.High) * scale.Factor}})
	}
	return list, scale
}

// LevelAt is the time over some cells of a run, in the unit of its rows, with its interval: a
// geometric mean, by the estimator and clock of ratios.
func LevelAt(s *report.Summary, cells []runfolder.Cell) (float64, stats.Interval, error) {
	e, err := s.LogTime(cells)
	if err != nil {
		return 0, stats.Interval{}, err
	}
	in := e.CI()
	return math.Exp(e.Value), stats.Interval{Low: math.Exp(in.Low), High: math.Exp(in.High)}, nil
}

// atCommon are the cells at the points that all structures have; all cells where there is none.
// Baselines keep theirs.
func (t *times) atCommon() []runfolder.Cell {
	shared := t.common()
	if len(shared) == 0 {
		return t.order
	}
	return slices.DeleteFunc(slices.Clone(t.order), func(c runfolder.Cell) bool {
		return !t.Meta.IsBaseline(c.Filter) && !slices.Contains(shared, c.Point)
	})
}

// common are the points at which all structures have a time.
func (t *times) common() (points []runfolder.Point) {
	at := map[runfolder.Point]int{}
	structures := 0
	for _, f := range t.filtersOf(t.order) {
		if t.Meta.IsBaseline(f) {
			continue
		}
		structures++
		for _, c := range t.order {
			if c.Filter == f {
				at[c.Point]++
			}
		}
	}
	for p, n := range at {
		if n == structures {
			points = append(points, p)
		}
	}
	return points
}
