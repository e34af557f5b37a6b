package claim

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

const points, rounds = 5, 10

// measured is a run of the filters a and b at 1 … 5 %, of which times tells
// every round.
func measured(t *testing.T, design string, times func(filter string, percent, round int) float64) *Data {
	t.Helper()
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "any", Design: design, Filters: []string{"a", "b"}, Axes: []axis.Axis{axis.Rates(nil)}}}
	for round := 1; round <= rounds; round++ {
		for _, filter := range run.Meta.Filters {
			for percent := 1; percent <= points; percent++ {
				run.Rows = append(run.Rows, runfolder.Row{
					Round: round, Session: 1, Design: design, Filter: filter, Point: runfolder.At((axis.Per / 100 * axis.Rate(percent)).String()),
					Metric: metric.Query, Value: times(filter, percent, round), Unit: runfolder.Nanoseconds, Ops: 1, CPU: runfolder.NoCPU,
				})
			}
		}
	}
	s, err := report.Summarize(run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	return &Data{Summary: s}
}

// sign is −1 in odd rounds and 1 in even ones. Ten values m ± s have the mean
// m, trimmed or not, and 5 degrees of freedom, since 6 values are left. Their
// standard error in pairs is s/1.8: √(10 s²/9)/(0.6·√10); as a sample of its own
// s/√3: √(9·10 s²/9/(6·5)).
func sign(round int) float64 { return float64(1 - 2*(round%2)) }

func same(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) {
		t.Errorf("%s = %.12g, want %.12g", what, got, want)
	}
}

// What slows a whole round is no part of the error where rounds are pairs, and
// all of it where they are not.
func TestContrastPairs(t *testing.T) {
	times := func(filter string, percent, round int) float64 {
		v := math.Exp(sign(round) * 0.3) // the round
		if filter == "a" {
			v *= math.Exp(0.01 + 0.003*sign(round/2)) // a itself: five times either sign
		}
		return 100 * v
	}
	for design, c := range map[string]struct{ se, df float64 }{
		runfolder.Interleaved: {0.003 / 1.8, 5},
		// Both samples: ±0.3, and a's ±0.003 beside it.
		runfolder.AsThesis:  {0.3 * math.Sqrt(2.0/3), 10},
		runfolder.Published: {math.Sqrt(0.1*0.1 + 0.1*0.1 + 0.001*0.001), 18}, // plain means
	} {
		d := measured(t, design, times)
		at := d.Points(metric.Query, "a", "b")[:1]
		columns, ok := Logs(d.Columns(append(Cells("a", metric.Query, at), Cells("b", metric.Query, at)...)))
		if !ok {
			t.Fatal("no logarithms")
		}
		e, _, err := d.Contrast(columns, []float64{1, -1})
		if err != nil {
			t.Fatal(err)
		}
		same(t, design+": difference", e.Value, 0.01)
		if math.Abs(e.SE/c.se-1) > 0.01 || math.Abs(e.DF-c.df) > 0.1 {
			t.Errorf("%s: standard error %v with %v degrees of freedom, want %v with %v", design, e.SE, e.DF, c.se, c.df)
		}
	}
}

// Rounds that lack a cell are no pair, but repetitions all the same.
func TestColumnsOfIncompleteRounds(t *testing.T) {
	times := func(filter string, percent, round int) float64 { return float64(round) }
	for design, want := range map[string][2]int{runfolder.Interleaved: {rounds - 1, rounds - 1}, runfolder.AsThesis: {rounds, rounds - 1}} {
		d := measured(t, design, times)
		run := *d.Run
		run.Rows = run.Rows[:len(run.Rows)-points] // b's last round
		s, err := report.Summarize(&run, metric.Glossary{})
		if err != nil {
			t.Fatal(err)
		}
		d = &Data{Summary: s}
		at := d.Points(metric.Query, "a", "b")
		columns := d.Columns([]runfolder.Cell{Cells("a", metric.Query, at)[0], Cells("b", metric.Query, at)[0]})
		if got := [2]int{len(columns[0]), len(columns[1])}; got != want {
			t.Errorf("%s: %v values, want %v", design, got, want)
		}
	}
}

// The pooled ratio has the error over rounds; where rounds are no pairs, one over
// ε beside it.
func TestErrorsOfRatios(t *testing.T) {
	spread := []float64{0.05, -0.05, 0.02, -0.02, 0.01} // of the logarithms over ε, mean 0.002
	d := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
		if filter == "b" {
			return 100 * math.Exp(0.2*sign(round))
		}
		return 100 * math.Exp(0.2*sign(round)+spread[percent-1]+0.006*sign(round))
	})
	r, ok := FindRatios(d, "a", "b", metric.Query)
	if !ok || len(r.Pooled) != 1 {
		t.Fatalf("%+v", r)
	}
	same(t, "pooled", r.Pooled[0].Value, 0.002)
	same(t, "error over rounds", r.Pooled[0].SE, 0.006/1.8)
	same(t, "degrees of freedom over rounds", r.Pooled[0].DF, 5)

	d = measured(t, runfolder.AsThesis, func(filter string, percent, round int) float64 {
		if filter == "b" {
			return 100
		}
		return 100 * math.Exp(spread[percent-1]+0.006*sign(round))
	})
	r, ok = FindRatios(d, "a", "b", metric.Query)
	if !ok || len(r.Pooled) != 2 {
		t.Fatalf("%+v", r)
	}
	var squares float64
	for _, v := range spread {
		squares += (v - 0.002) * (v - 0.002)
	}
	same(t, "pooled", r.Pooled[0].Value, 0.002)
	same(t, "pooled over ε", r.Pooled[1].Value, 0.002)
	same(t, "error over repetitions", r.Pooled[0].SE, 0.006/math.Sqrt(3*points))
	same(t, "error over ε", r.Pooled[1].SE, math.Sqrt(squares/4/5))
	same(t, "degrees of freedom over ε", r.Pooled[1].DF, points-1)
	// a is slower at the ε of a positive spread.
	if n := r.Count(Slower); n != 3 {
		t.Errorf("slower at %d ε, want 3", n)
	}
}

// "For most ε" needs more than half of them.
func TestSlowerForMostCounts(t *testing.T) {
	for slower, want := range map[int]bool{2: false, 3: true} {
		d := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
			if filter == "a" && percent <= slower {
				return 200
			}
			return 100 + float64(percent)
		})
		if o := SlowerForMost(d, "a", "b", metric.Query, 0); o.Holds != want {
			t.Errorf("slower at %d of %d: holds %v", slower, points, o.Holds)
		}
	}
	even := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
		if filter == "a" && percent <= 2 {
			return 200
		}
		return 100 + float64(percent)
	})
	run := *even.Run
	run.Rows = nil
	for _, row := range even.Run.Rows {
		if even.Meta.Epsilon(row.Point) < axis.Per/100*5 {
			run.Rows = append(run.Rows, row)
		}
	}
	s, err := report.Summarize(&run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	if o := SlowerForMost(&Data{Summary: s}, "a", "b", metric.Query, 0); o.Holds {
		t.Error("slower at 2 of 4: half is not most")
	}
}

// Several things at once: all for support, one for contradiction, which pays
// for as many chances.
func TestAll(t *testing.T) {
	e := func(value float64) []stats.Estimate { return []stats.Estimate{{Value: value, SE: 1, DF: 9}} }
	// t(9) is above 3.2498 with the probability 0.005, above 1.8331 with 0.05.
	good, weak, bad := Tested{e(-3.249835542), Below(0)}, Tested{e(-1.833112933), Below(0)}, Tested{e(3.249835542), Below(0)}
	for _, c := range []struct {
		parts             []Tested
		supports, opposes float64
	}{
		{[]Tested{good}, 0.005, 0.995},
		{[]Tested{good, weak}, 0.05, 2 * 0.95},
		{[]Tested{good, good, bad}, 0.995, 3 * 0.005},
		{[]Tested{bad, weak}, 0.995, 2 * 0.005},
	} {
		s, o := All(c.parts...)
		holds := !slices.ContainsFunc(c.parts, func(t Tested) bool { return t.Estimates[0].Value > 0 })
		if every := Every("each", c.parts...); every.Test != "each" || every.Holds != holds || every.Supports != s || every.Opposes != o {
			t.Errorf("%+v, want %v, %v, %v", every, holds, s, o)
		}
		same(t, "supports", math.Round(s*1e7)/1e7, c.supports)
		same(t, "opposes", math.Round(o*1e7)/1e7, min(1, c.opposes))
	}
}

// The family of Holm is all tests of the run, and p is two-sided.
func TestEvaluateCorrects(t *testing.T) {
	d := measured(t, runfolder.Interleaved, func(string, int, int) float64 { return 1 })
	outcome := func(p float64) Claim {
		return Claim{Test: func(*Data) Outcome { return Outcome{Supports: p, Opposes: 1 - p, Holds: true} }}
	}
	counted := Claim{Test: func(*Data) Outcome { return Counted(true, "", "", "", 0, "") }}
	for _, c := range []struct {
		p    []float64 // one-sided
		want []Verdict
	}{
		{[]float64{0.024}, []Verdict{Supported}},
		{[]float64{0.026}, []Verdict{Inconclusive}},
		{[]float64{0.012, 0.024}, []Verdict{Supported, Supported}},
		{[]float64{0.013, 0.013}, []Verdict{Inconclusive, Inconclusive}},
		{[]float64{0.012, 0.026}, []Verdict{Supported, Inconclusive}},
	} {
		claims := []Claim{counted, {Test: func(*Data) Outcome { return Untested("") }}}
		for _, p := range c.p {
			claims = append(claims, outcome(p))
		}
		results := Evaluate(d.Summary, claims)[2:]
		for i, r := range results {
			if r.Verdict != c.want[i] {
				t.Errorf("p = %v: %s with p = %v after correction, want %s", c.p, r.Verdict, r.P, c.want[i])
			}
		}
	}
}
