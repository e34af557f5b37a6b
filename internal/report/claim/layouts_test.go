package claim

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// ratioOf is the ratio of the queries of a and b, pooled.
func ratioOf(t *testing.T, run *runfolder.Run) Ratios {
	t.Helper()
	s, err := report.Summarize(run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	r, ok := FindRatios(&Data{Summary: s}, "a", "b", metric.Query)
	if !ok || len(r.Pooled) != 1 {
		t.Fatalf("%+v", r)
	}
	return r
}

// Of a run by several layouts each layout is one value: what differs between
// them is the error, however alike the rounds of each are.
func TestLayoutsAreALevel(t *testing.T) {
	ratio := []float64{0.01, 0.02, 0.06} // logarithms, by layout
	d := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
		if filter == "b" {
			return 100
		}
		return 100 * math.Exp(ratio[(round-1)%3]+1e-6*sign(round))
	})
	run := *d.Run
	run.Meta.Sessions = []runfolder.Session{{Layout: 1}, {Layout: 2}, {Layout: 3}, {Layout: 1}}
	rows := make([]runfolder.Row, len(run.Rows))
	for i, row := range run.Rows {
		row.Session = 1 + (row.Round-1)%3
		if row.Round > 9 { // the first layout once more, in a session of its own
			row.Session = 4
		}
		rows[i] = row
	}
	run.Rows = rows
	r := ratioOf(t, &run)
	want, err := stats.MeanEstimate(ratio)
	if err != nil {
		t.Fatal(err)
	}
	if e := r.Pooled[0]; math.Abs(e.Value-want.Value) > 1e-6 || math.Abs(e.SE-want.SE) > 1e-6 || e.DF != 2 {
		t.Errorf("estimated as %+v, want %+v", e, want)
	}
	if want := "ratio pooled over 5 ε: t over 3 layouts of the program, 10 rounds (paired)"; r.Test != want {
		t.Errorf("%q, want %q", r.Test, want)
	}
}

// Ten layouts and more are trimmed, each cell for itself: a burst in one cell, as long as
// all rounds of a layout, does not move the ratio over all cells.
func TestManyLayoutsAreTrimmed(t *testing.T) {
	burst := func(size float64) stats.Estimate {
		d := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
			switch {
			case filter == "b":
				return 100
			case round == percent: // another layout in each cell
				return 100 * math.Exp(size)
			}
			return 100 * math.Exp(0.01+0.001*sign(round))
		})
		run := *d.Run
		run.Meta.Sessions, run.Rows = nil, slices.Clone(run.Rows)
		for i, row := range run.Rows {
			run.Rows[i].Session = row.Round
			for len(run.Meta.Sessions) < row.Round {
				run.Meta.Sessions = append(run.Meta.Sessions, runfolder.Session{Layout: 1 + len(run.Meta.Sessions)})
			}
		}
		return ratioOf(t, &run).Pooled[0]
	}
	if e, far := burst(0.1), burst(1); far.DF != 5 || math.Abs(far.Value-0.01) > 1e-3 || far != e {
		t.Errorf("%+v, and %+v with a larger burst, of 6 layouts that are not trimmed", e, far)
	}
}

// A round that one layout began and another ended belongs to neither, and leaves
// the rounds behind it with their own layouts.
func TestInterruptedRoundHasNoLayout(t *testing.T) {
	ratio := []float64{0.01, 0.02, 0.06} // logarithms, by layout
	d := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
		if filter == "b" {
			return 100
		}
		return 100 * math.Exp(ratio[(round-1)%3]+1e-6*sign(round))
	})
	run := *d.Run
	run.Meta.Sessions = []runfolder.Session{{Layout: 1}, {Layout: 2}, {Layout: 3}}
	rows := make([]runfolder.Row, len(run.Rows))
	for i, row := range run.Rows {
		row.Session = 1 + (row.Round-1)%3
		if row.Round == 4 && i%2 == 0 {
			row.Session = 3
		}
		rows[i] = row
	}
	run.Rows = rows
	r := ratioOf(t, &run)
	want, err := stats.MeanEstimate(ratio)
	if err != nil {
		t.Fatal(err)
	}
	if e := r.Pooled[0]; math.Abs(e.Value-want.Value) > 1e-6 || math.Abs(e.SE-want.SE) > 1e-6 || e.DF != 2 {
		t.Errorf("estimated as %+v, want %+v", e, want)
	}
	if want := "ratio pooled over 5 ε: t over 3 layouts of the program, 9 rounds (paired)"; r.Test != want {
		t.Errorf("%q, want %q", r.Test, want)
	}
}

// The value of a layout is the trimmed mean of its rounds: a burst in one of five does not move it.
func TestRoundsOfLayoutsAreTrimmed(t *testing.T) {
	means, err := stats.TrimmedMeans([]float64{1, 2, 9, 2, 90, 2, 3, 2, 1, 2}, [][]int{{0, 1, 3, 4, 5}, {2, 6, 7, 8, 9}})
	if want := []float64{2, 7.0 / 3}; err != nil || !slices.Equal(means, want) {
		t.Errorf("%v, want %v (%v)", means, want, err)
	}
}
