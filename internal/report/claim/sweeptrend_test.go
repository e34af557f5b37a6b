package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// twoOf names the structures of 1 and 2 %, 3 %, 4 and 5 %.
func twoOf(p runfolder.Point) string {
	switch string(p) {
	case "0.01", "0.02":
		return "k = 3"
	case "0.03":
		return "k = 2"
	}
	return "k = 1"
}

// Over distinct structures a sweep has three errors: over rounds, of the points
// within structures, of the structures off their line.
func TestErrorsOfSweeps(t *testing.T) {
	value := map[int]float64{1: 101, 2: 103, 3: 99, 4: 98, 5: 99} // mean 100
	d := measured(t, runfolder.Interleaved, func(_ string, percent, round int) float64 {
		return value[percent] + 10*sign(round) + (float64(percent)-3)*0.06*sign(round)
	})
	s, ok := FindSweep(d, "a", metric.Query, twoOf)
	if !ok || len(s.Find) != 3 || len(s.Deny) != 2 {
		t.Fatalf("%+v", s)
	}
	// Structures at 1.5, 3 and 4.5 %, of 2, 1 and 2 points, with 102, 99 and 98.5.
	const sxx, span = 2*1.5*1.5 + 2*1.5*1.5, 4.0
	slope := (2*-1.5*0.02 + 2*1.5*-0.015) / sxx
	for _, e := range s.Find {
		same(t, "change", e.Value, slope*span)
	}
	same(t, "of the plain means", s.Plain, slope*span)
	same(t, "error over rounds", s.Find[0].SE, (4*1.5*1.5*0.06/100)/sxx/1.8*span)
	// Within: ±1 and ±0.5 about a common slope of (0.5·2 + 0.5·1)/1 = 1.5 points per point.
	within := (1.0*1.0+0.5*0.5)*2 - 1.5*1.5
	same(t, "error within structures", s.Find[1].SE, math.Sqrt(within*1e-4/1/sxx)*span)
	same(t, "degrees of freedom within", s.Find[1].DF, 1)
	var between float64
	for _, g := range []struct{ size, x, y float64 }{{2, -1.5, 0.02}, {1, 0, -0.01}, {2, 1.5, -0.015}} {
		between += g.size * math.Pow(g.y-slope*g.x, 2)
	}
	same(t, "error over structures", s.Find[2].SE, math.Sqrt(between/1/sxx)*span)
	same(t, "degrees of freedom over structures", s.Find[2].DF, 1)

	// Without structures of several points it is the line through the means.
	own, _ := FindSweep(d, "a", metric.Query, nil)
	line, err := stats.OLS([]float64{1, 2, 3, 4, 5}, []float64{1.01, 1.03, 0.99, 0.98, 0.99})
	if err != nil {
		t.Fatal(err)
	}
	if len(own.Find) != 2 || len(own.Deny) != 1 {
		t.Fatalf("%+v", own)
	}
	same(t, "the line's change", own.Find[1].Value, line.Slope*span)
	same(t, "the line's error", own.Find[1].SE, line.SlopeSE*span)
	same(t, "the line's error over rounds", own.Find[0].SE, 0.06/100/1.8*span)
}

// A trend is found if all errors agree, and denied without that of the
// structures: one step is no trend, and a U over a level line is none either.
func TestFindingAndDenying(t *testing.T) {
	noise := func(percent, round int) float64 { return 1e-5 * math.Sin(float64(percent*7+round*13)) }
	times := func(of map[int]float64) *Data {
		return measured(t, runfolder.Interleaved, func(_ string, percent, round int) float64 { return of[percent] + noise(percent, round) })
	}
	u := times(map[int]float64{1: 1.1, 2: 1.1, 3: 1, 4: 1.1, 5: 1.1})
	s, _ := FindSweep(u, "a", metric.Query, twoOf)
	if supports, opposes := s.Falls(0.01); opposes > 1e-3 || supports < 0.5 {
		t.Errorf("a U falls with p = %v and does not with %v", supports, opposes)
	}
	if supports, opposes := s.Level(0.01); supports > 1e-3 || opposes < 0.5 {
		t.Errorf("a U is level with p = %v and is not with %v", supports, opposes)
	}
	// The interval that is shown is the one that decides: here that of a denial.
	if ci := s.Percent(s.Falls(0.01)).CI; !(ci.Low > -1) || ci.High > 1 {
		t.Errorf("a U is shown as %v, which does not deny the fall", ci)
	}
	if ci := s.Percent(0.01, 0.5).CI; ci.Low > -1 {
		t.Errorf("a trend found is shown as %v, without the error of the structures", ci)
	}
	if !strings.Contains(s.Shape, "three distinct structures (k = 3 … k = 1) fall to ε ≈ 3 %, then rise") {
		t.Error(s.Shape)
	}
	bent := times(map[int]float64{1: 1.1, 2: 1.1, 3: 1, 4: 1, 5: 1})
	s, _ = FindSweep(bent, "a", metric.Query, twoOf)
	if supports, opposes := s.Falls(0.01); supports < 0.05 || opposes < 0.5 {
		t.Errorf("a step of three structures falls with p = %v and does not with %v", supports, opposes)
	}
	falling := times(map[int]float64{1: 1.15, 2: 1.15, 3: 1.1, 4: 1.05, 5: 1.05})
	s, _ = FindSweep(falling, "a", metric.Query, twoOf)
	if supports, _ := s.Falls(0.01); supports > 1e-3 || !strings.Contains(s.Shape, "fall one after the other") {
		t.Errorf("falls with p = %v; %s", supports, s.Shape)
	}
}

// Of two structures the change is the step, with the error of their points.
func TestStepOfTwo(t *testing.T) {
	d := measured(t, runfolder.Interleaved, func(_ string, percent, round int) float64 {
		if percent <= 3 {
			return 110 + 0.001*sign(round)
		}
		return 100
	})
	s, ok := FindSweep(d, "a", metric.Query, func(p runfolder.Point) string {
		if d.Meta.Epsilon(p) <= axis.Per/100*3 {
			return "digits = 2"
		}
		return "digits = 1"
	})
	if !ok || len(s.Find) != 2 || len(s.Deny) != 2 {
		t.Fatalf("%+v", s)
	}
	same(t, "step", s.Find[0].Value, -10.0/106)
	if want := "shape: two distinct structures (digits = 2 … digits = 1), so that any trend is one step down above ε ≈ 3 %"; s.Shape != want {
		t.Errorf("%q, want %q", s.Shape, want)
	}
}
