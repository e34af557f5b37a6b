package lookup

import (
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
	"hyphbench/internal/workload"
)

// A run lies on several axes, a claim and a figure on one.

// along is the run along one axis, with the others at their middle, and off them.
// Structures and metrics without a value on an axis are not held to it. Along n the
// real keys are left out, whose words are shorter than the generated ones.
func along(s *report.Summary, along axis.Named) *report.Summary {
	m := s.Meta
	held := map[int]string{}
	for i, a := range m.Axes {
		if a.Name == along.AxisName() {
			continue
		}
		held[i] = middleOf(a)
	}
	real, n := strconv.Itoa(m.Input("exceptions").Count), m.Axis(string(N))
	return summarize(s, s.Run.Cut(func(row runfolder.Row) (runfolder.Row, bool) {
		wanted := along != axis.Named(N) || row.Point.Value(n) != real
		for i, value := range held {
			v := row.Point.Value(i)
			wanted = wanted && (v == "" || v == value)
			row.Point = row.Point.With(i, len(m.Axes), "")
		}
		return row, wanted
	}))
}

// only is the run with those of its rows that are wanted.
func only(s *report.Summary, wanted func(runfolder.Row) bool) *report.Summary {
	return summarize(s, s.Run.Cut(func(row runfolder.Row) (runfolder.Row, bool) { return row, wanted(row) }))
}

// summarize is the summary of some of a run's rows, of none too, as that of the
// whole.
func summarize(whole *report.Summary, run *runfolder.Run) *report.Summary {
	s, err := report.SummarizeBy(run, whole.Glossary, whole.By)
	if err != nil { // nothing was measured there
		s = &report.Summary{Run: run, Meta: &run.Meta, Glossary: whole.Glossary, Samples: &sample.Set{Meta: &run.Meta}}
	}
	s.Part = whole.Part
	return s
}

// middleOf is the value of an axis at which the others are varied.
func middleOf(a axis.Axis) string {
	if len(a.Values) == 0 {
		return ""
	}
	wanted := map[string]string{string(N): strconv.Itoa(middleN), axis.Epsilon: axis.Rate(onePercent).String(), string(Hits): "0", string(Order): shuffled, string(Crowd): "1"}[a.Name]
	return workload.Middle(a.Values, wanted)
}
