package experimenttest

import (
	"math"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// WorkedOut holds every value of the first round of a bench to the one that a test works out
// by other means, but for cells that vary, such as timed ones. of is NaN where there must be no
// row, and is not known for a cell that the test has nothing for, which is an error: no metric
// goes without a check. It returns how many values there are.
func WorkedOut(t testing.TB, b experiment.Bench, varies func(runfolder.Cell) bool, of func(runfolder.Cell) (value float64, known bool)) (values int) {
	t.Helper()
	const rounding = 1e-9 // of sums in another order
	for s := range b.Plan(0).All() {
		if s.Round != 1 || varies(s.Cell) {
			continue
		}
		want, known := of(s.Cell)
		if !known {
			t.Errorf("%+v: the test has no value for it", s.Cell)
			continue
		}
		m, err := b.Measure(t.Context(), s)
		switch {
		case err != nil:
			t.Fatal(err)
		case m == nil && want != want:
			continue
		case m == nil:
			t.Errorf("%+v has no row, want %v", s.Cell, want)
			continue
		case !(math.Abs(m.Value-want) <= rounding*math.Abs(want)):
			t.Errorf("%+v: %v, want %v", s.Cell, m.Value, want)
		}
		values++
	}
	return values
}
