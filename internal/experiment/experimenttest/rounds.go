package experimenttest

import (
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Counted are the values of the steps of a round that are not timed: in the order of the
// plan, with what is timed between them, or backwards without it. A share of nothing is
// left out.
func Counted(t testing.TB, b experiment.Bench, round int, backwards bool, timed runfolder.Metric) map[experiment.Step]float64 {
	t.Helper()
	var steps []experiment.Step
	for s := range b.Plan(0).All() {
		if s.Round == round && !(backwards && s.Cell.Metric == timed) {
			steps = append(steps, s)
		}
	}
	if backwards {
		slices.Reverse(steps)
	}
	values := map[experiment.Step]float64{}
	for _, s := range steps {
		m, err := b.Measure(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil || s.Cell.Metric == timed {
			continue
		}
		if _, twice := values[s]; twice || m.Value != m.Value {
			t.Errorf("%+v is there twice or no number: %v", s, m.Value)
		}
		values[s] = m.Value
	}
	return values
}

// Repeats holds benches of one seed to it that what is counted depends on the round alone:
// not on the order of the steps, nor on what was timed between them. It returns how many
// values a round has, and how many are others in another round.
func Repeats(t testing.TB, prepare func() experiment.Bench, timed runfolder.Metric) (counted, different int) {
	t.Helper()
	forwards, backwards := Counted(t, prepare(), 2, false, timed), Counted(t, prepare(), 2, true, timed)
	other := Counted(t, prepare(), 1, true, timed)
	if len(forwards) != len(backwards) {
		t.Errorf("%d counted values, and %d backwards", len(forwards), len(backwards))
	}
	for s, v := range forwards {
		if backwards[s] != v {
			t.Errorf("%+v: %v, and %v when it is measured in another order", s, v, backwards[s])
		}
		s.Round = 1
		if other[s] != v {
			different++
		}
	}
	return len(forwards), different
}
