package experimenttest

import (
	"fmt"
	"math"
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

// Golden holds each value of the first round of benches of x to what a test works out for
// its metric by other means. Timed metrics have nothing to be worked out. No metric goes
// unnoticed: each that a bench plans or that x defines must be one or the other, and each
// that is worked out must be planned.
func Golden(t testing.TB, x experiment.Experiment, timed []runfolder.Metric, worked map[runfolder.Metric]func(runfolder.Cell) Span, benches ...experiment.Bench) {
	t.Helper()
	clock := map[runfolder.Metric]bool{}
	for _, m := range timed {
		clock[m] = true
	}
	planned := map[runfolder.Metric]bool{}
	for _, bench := range benches {
		for step := range bench.Plan(0).All() {
			if step.Round != 1 {
				continue
			}
			cell := step.Cell
			planned[cell.Metric] = true
			m, err := bench.Measure(t.Context(), step)
			if err != nil {
				t.Fatal(err)
			}
			of, known := worked[cell.Metric]
			switch {
			case known:
				if want := of(cell); !want.holds(m) {
					t.Errorf("%s of %s at %q: %s, want %v to %v", cell.Metric, cell.Filter, cell.Point, said(m), want.Low, want.High)
				}
			case !clock[cell.Metric]:
				t.Errorf("%s of %s is not worked out", cell.Metric, cell.Filter)
			case m == nil || m.Unit != runfolder.Nanoseconds || !(m.Value > 0):
				t.Errorf("%s of %s is no time: %s", cell.Metric, cell.Filter, said(m))
			}
		}
	}
	for _, d := range x.Reading().Metrics {
		if _, known := worked[d.Name]; !known && !clock[d.Name] {
			t.Errorf("%s is not worked out", d.Name)
		}
	}
	for m := range worked {
		if !planned[m] {
			t.Errorf("%s is in no plan", m)
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
