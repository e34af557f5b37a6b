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

// Exactly is one value, but for the rounding of the same sum in another order. Where it is
// NaN there must be no row.
func Exactly(v float64) Span {
	rounding := 1e-9 * min(1, math.Abs(v))
	return Span{v - rounding, v + rounding}
}

// About is a value up to a share of it.
func About(v, share float64) Span { return Span{v - share*math.Abs(v), v + share*math.Abs(v)} }

// holds reports whether a step's value lies there.
func (s Span) holds(m *experiment.Measurement) bool {
	if m == nil {
		return math.IsNaN(s.Low) && math.IsNaN(s.High)
	}
	return s.Low <= m.Value && m.Value <= s.High
}

// Worked is a bench with what a test works out for its cells by other means.
type Worked struct {
	Bench experiment.Bench
	Of    func(runfolder.Cell) (want Span, known bool)
	// Unit is what the operations of a timed section come in; 1 where a test says nothing. A
	// section holds it a whole number of times.
	Unit func(runfolder.Cell) int
}

// Cells are worked out one by one.
type Cells map[runfolder.Cell]Span

// Of is that of a cell.
func (of Cells) Of(c runfolder.Cell) (want Span, known bool) {
	want, known = of[c]
	return want, known
}

// Metrics are worked out by a function each.
type Metrics map[runfolder.Metric]func(runfolder.Cell) Span

// Of is that of a cell.
func (of Metrics) Of(c runfolder.Cell) (want Span, known bool) {
	if of[c.Metric] == nil {
		return Span{}, false
	}
	return of[c.Metric](c), true
}

// Golden holds the first round of benches of x to what a test works out. Every counted row
// must have its value, and there must be so many of them. Timed metrics have nothing to be
// worked out, but must be times where a bench plans them. Each metric of x must be timed or
// have a row.
func Golden(t testing.TB, x experiment.Experiment, timed []runfolder.Metric, rows int, list ...Worked) {
	t.Helper()
	counted, met := 0, map[runfolder.Metric]bool{}
	for _, w := range list {
		seen := map[runfolder.Cell]bool{}
		for step := range w.Bench.Plan(0).All() {
			if step.Round != 1 {
				continue
			}
			is := slices.Contains(timed, step.Cell.Metric)
			if m := golden(t, w, step, is); m != nil && !is {
				if seen[step.Cell] {
					t.Errorf("%+v is there twice", step.Cell)
				}
				seen[step.Cell], met[step.Cell.Metric] = true, true
				counted++
			}
		}
	}
	if counted != rows {
		t.Errorf("%d counted rows, want %d", counted, rows)
	}
	for _, m := range x.Reading().Metrics {
		if !met[m.Name] && !slices.Contains(timed, m.Name) {
			t.Errorf("%s has no row", m.Name)
		}
	}
}

// golden is Golden of a step, and what was measured.
func golden(t testing.TB, w Worked, step experiment.Step, timed bool) *experiment.Measurement {
	t.Helper()
	m := Must(w.Bench.Measure(t.Context(), step))(t)
	said := "no row"
	if m != nil {
		said = fmt.Sprint(m.Value, " ", m.Unit)
	}
	if timed {
		if m == nil || m.Unit != runfolder.Nanoseconds || !(m.Value > 0) {
			t.Errorf("%+v is no time: %s", step.Cell, said)
		} else if w.Unit != nil && (m.Ops < 1 || m.Ops%int64(w.Unit(step.Cell)) != 0) {
			t.Errorf("%+v: a section of %d operations, want them in units of %d", step.Cell, m.Ops, w.Unit(step.Cell))
		}
	} else if want, known := w.Of(step.Cell); !known {
		t.Errorf("%+v: %s, and the test has no value for it", step.Cell, said)
	} else if !want.holds(m) {
		t.Errorf("%+v: %s, want %v to %v", step.Cell, said, want.Low, want.High)
	}
	return m
}
