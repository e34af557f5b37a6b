package experimenttest

import (
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Timed are the cells of the metrics that a clock gives.
func Timed(metrics ...runfolder.Metric) func(runfolder.Cell) bool {
	return func(c runfolder.Cell) bool { return slices.Contains(metrics, c.Metric) }
}

// omitting is a bench that plans fewer steps.
type omitting struct {
	experiment.Bench
	omit func(runfolder.Cell) bool
}

func (b omitting) Plan(session int) experiment.Plan {
	plan := slices.Clone(b.Bench.Plan(session))
	for i, block := range plan {
		plan[i].Steps = func(repetition int) []experiment.Step {
			return slices.DeleteFunc(slices.Clone(block.Steps(repetition)), func(s experiment.Step) bool { return b.omit(s.Cell) })
		}
	}
	return plan
}

// Omit is a bench without the steps of some cells, such as those that take long.
func Omit(b experiment.Bench, omit func(runfolder.Cell) bool) experiment.Bench {
	return omitting{b, omit}
}

// Counted are the values of the steps of a round but those of cells that vary, such as
// timed ones: in the order of the plan, with what varies between them, or backwards in
// another session without it. A share of nothing is left out.
func Counted(t testing.TB, b experiment.Bench, round int, backwards bool, varies func(runfolder.Cell) bool) map[experiment.Step]float64 {
	t.Helper()
	session := 0
	if backwards {
		session = 3
	}
	var steps []experiment.Step
	for s := range b.Plan(session).All() {
		if s.Round == round && !(backwards && varies(s.Cell)) {
			steps = append(steps, s)
		}
	}
	if backwards {
		slices.Reverse(steps)
	}
	values := map[experiment.Step]float64{}
	for _, s := range steps {
		m := Must(b.Measure(t.Context(), s))(t)
		if m != nil {
			count(t, values, s, m.Value, m.Unit, varies)
		}
	}
	return values
}

// Repeats holds benches of one seed to it that what is counted depends on the round alone:
// not on the session, on the order of the steps, nor on what was measured between them
// that varies. It returns how many values a round has, and how many are others in another
// round.
func Repeats(t testing.TB, prepare func() experiment.Bench, varies func(runfolder.Cell) bool) (counted, different int) {
	t.Helper()
	return repeats(t, Counted(t, prepare(), 2, false, varies), prepare, varies)
}

// countedIn are the values that a run has of a round, held to what Counted holds them to.
func countedIn(t testing.TB, run *runfolder.Run, round int, varies func(runfolder.Cell) bool) map[experiment.Step]float64 {
	t.Helper()
	values := map[experiment.Step]float64{}
	for _, r := range run.Rows {
		if r.Round == round {
			count(t, values, experiment.Step{Round: round, Cell: r.Cell()}, r.Value, r.Unit, varies)
		}
	}
	return values
}

// count adds the value of a step to those counted. One that varies is none of them; a time is
// more than 0.
func count(t testing.TB, values map[experiment.Step]float64, s experiment.Step, value float64, unit string, varies func(runfolder.Cell) bool) {
	t.Helper()
	if varies(s.Cell) {
		if unit == runfolder.Nanoseconds && !(value > 0) {
			t.Errorf("%+v takes %v ns", s, value)
		}
		return
	}
	s.Optional = false // which a row does not tell
	if _, twice := values[s]; twice || value != value {
		t.Errorf("%+v is there twice or no number: %v", s, value)
	}
	values[s] = value
}

// repeats is Repeats beside the values of round 2, measured in the order of the plan.
func repeats(t testing.TB, forwards map[experiment.Step]float64, prepare func() experiment.Bench, varies func(runfolder.Cell) bool) (counted, different int) {
	t.Helper()
	backwards, other := Counted(t, prepare(), 2, true, varies), Counted(t, prepare(), 1, true, varies)
	if len(forwards) != len(backwards) {
		t.Errorf("%d counted values, and %d backwards", len(forwards), len(backwards))
	}
	for s, v := range forwards {
		if again, is := backwards[s]; !is || again != v {
			t.Errorf("%+v: %v, and %v when it is measured in another order", s, v, again)
		}
		s.Round = 1
		if other[s] != v {
			different++
		}
	}
	return len(forwards), different
}
