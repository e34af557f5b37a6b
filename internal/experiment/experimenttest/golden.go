package experimenttest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Span is where a value must lie, its ends included.
type Span struct{ Low, High float64 }

// Exactly is one value, but for the rounding of the same sum in another order.
func Exactly(v float64) Span { return About(v, 1e-9) }

// About is a value up to a share of it.
func About(v, share float64) Span { return Span{v - share*math.Abs(v), v + share*math.Abs(v)} }

// NoRow is for a step that must leave none.
func NoRow() Span { return Span{math.NaN(), math.NaN()} }

// holds reports whether a step's value lies there.
func (s Span) holds(m *experiment.Measurement) bool {
	if m == nil {
		return math.IsNaN(s.Low)
	}
	return s.Low <= m.Value && m.Value <= s.High
}

// Worked is a bench with what a test works out for its metrics by other means.
type Worked struct {
	Bench experiment.Bench
	Of    map[runfolder.Metric]func(runfolder.Cell) Span
}

// Golden holds each value of the first round of benches of x to what a test works out for
// it. Timed metrics have nothing to be worked out. No metric goes unnoticed: each that a
// bench plans or that x defines must be one or the other, and each that is worked out must
// be planned.
func Golden(t testing.TB, x experiment.Experiment, timed []runfolder.Metric, list ...Worked) {
	t.Helper()
	defined, planned := map[runfolder.Metric]bool{}, map[runfolder.Metric]bool{}
	for _, m := range timed {
		defined[m], planned[m] = true, true
	}
	for _, w := range list {
		for m := range w.Of {
			defined[m] = true
		}
		for step := range w.Bench.Plan(0).All() {
			if step.Round == 1 {
				planned[step.Cell.Metric] = true
				golden(t, w, step, slices.Contains(timed, step.Cell.Metric))
			}
		}
	}
	for _, d := range x.Reading().Metrics {
		if !defined[d.Name] {
			t.Errorf("%s is not worked out", d.Name)
		}
	}
	for m := range defined {
		if !planned[m] {
			t.Errorf("%s is in no plan", m)
		}
	}
}

// golden is Golden of a step.
func golden(t testing.TB, w Worked, step experiment.Step, timed bool) {
	t.Helper()
	m, err := w.Bench.Measure(t.Context(), step)
	if err != nil {
		t.Fatal(err)
	}
	cell := step.Cell
	of, known := w.Of[cell.Metric]
	switch {
	case timed && (m == nil || m.Unit != runfolder.Nanoseconds || !(m.Value > 0)):
		t.Errorf("%s of %s is no time: %s", cell.Metric, cell.Filter, said(m))
	case timed:
	case !known:
		t.Errorf("%s of %s is not worked out", cell.Metric, cell.Filter)
	default:
		if want := of(cell); !want.holds(m) {
			t.Errorf("%s of %s at %q: %s, want %v to %v", cell.Metric, cell.Filter, cell.Point, said(m), want.Low, want.High)
		}
	}
}

// said is a value with its unit, in errors.
func said(m *experiment.Measurement) string {
	if m == nil {
		return "no row"
	}
	return fmt.Sprint(m.Value, " ", m.Unit)
}
