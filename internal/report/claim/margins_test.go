package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// t(9) is above 2.2622 with the probability 0.025.
const at975 = 2.262157163

// The verdict ends where an end of the interval meets the margin.
func TestFlip(t *testing.T) {
	e := func(value, se float64) stats.Estimate { return stats.Estimate{Value: value, SE: se, DF: 9} }
	falls := func(e stats.Estimate, value float64) Margin {
		return Margin{Value: value, At: func(v float64) (float64, float64) { return Tested{[]stats.Estimate{e}, Below(-v)}.P() }}
	}
	for name, c := range map[string]struct {
		m       Margin
		at      float64
		up      bool
		becomes Verdict
	}{
		"within, supported":      {WithinMargin(0.01, e(0.002, 0.001)), 0.002 + at975*0.001, false, Inconclusive},
		"within, contradicted":   {WithinMargin(0.01, e(0.05, 0.001)), 0.05 - at975*0.001, true, Inconclusive},
		"within, undecided":      {WithinMargin(0.01, e(0.009, 0.001)), 0.009 + at975*0.001, true, Supported},
		"within, nearly decided": {WithinMargin(0.01, e(0.011, 0.001)), 0.011 - at975*0.001, false, Contradicted},
		// 0.004 is nearer to 0.01 by difference, 0.018 by ratio.
		"within, both ends open": {WithinMargin(0.01, e(0.011, 0.007/at975)), 0.018, true, Supported},
		"falls, supported":       {falls(e(-0.03, 0.001), 0.01), 0.03 - at975*0.001, true, Inconclusive},
		"falls, contradicted":    {falls(e(-0.002, 0.001), 0.01), 0.002 + at975*0.001, false, Inconclusive},
	} {
		f, ok := c.m.flip(0.025)
		if !ok || math.Abs(f.At/c.at-1) > 1e-4 || f.Upwards != c.up || f.Becomes != c.becomes {
			t.Errorf("%s: %+v, want %v, upwards %v, %s", name, f, c.at, c.up, c.becomes)
		}
	}
	for name, m := range map[string]Margin{
		"rises, whatever a fall is": falls(e(0.05, 0.001), 0.01),
		"no margin":                 {},
	} {
		if f, ok := m.flip(0.025); ok {
			t.Errorf("%s: %+v", name, f)
		}
	}
	// From 0, as of published data.
	if f, ok := falls(e(-0.03, 0.001), 0).flip(0.025); !ok || math.Abs(f.At/(0.03-at975*0.001)-1) > 1e-4 {
		t.Errorf("from 0: %+v", f)
	}
}

// The flip of a result is that of the test after the correction, and stands in
// the reason.
func TestFlipOfResults(t *testing.T) {
	claimOf := func(e stats.Estimate) Claim {
		return Claim{Test: func(*Data) Outcome {
			m := WithinMargin(0.01, e)
			m.Name = "margin"
			o := Outcome{Holds: true, Vary: m}
			o.Supports, o.Opposes = m.At(0.01)
			return o
		}}
	}
	e := stats.Estimate{Value: 0, SE: 0.001, DF: 9}
	results := Evaluate(&report.Summary{Meta: &runfolder.Meta{}}, []Claim{claimOf(e), claimOf(stats.Estimate{Value: 0, SE: 0.0001, DF: 9})})
	// Holm multiplies the larger p by 1 and the smaller by 2: t(9) at 0.0125.
	for i, want := range []float64{at975 * 0.001, 2.685010847 * 0.0001} {
		r := results[i]
		if r.Verdict != Supported || r.Flip == nil || math.Abs(r.Flip.At/want-1) > 1e-3 {
			t.Errorf("%s, flips at %+v, want %v", r.Verdict, r.Flip, want)
		}
		if !strings.Contains(r.Why, "; becomes inconclusive at a margin below 0.2") && i == 0 {
			t.Error(r.Why)
		}
	}
}

// A run in the thesis's order has no verdict on times, and others on counts.
func TestSequentialRunWithholds(t *testing.T) {
	for design, want := range map[string]Verdict{
		runfolder.AsThesis: NotTested, runfolder.Published: Supported, runfolder.Interleaved: Supported,
	} {
		d := measured(t, design, func(string, int, int) float64 { return 1 })
		times, counts := tested("times", 0.001), tested("counts", 0.001)
		times.Metric = "query"
		counts.Metric = "bits"
		r := Evaluate(d.Summary, []Claim{times, counts})
		if r[0].Verdict != want || r[1].Verdict != Supported {
			t.Errorf("%s: times %s, counts %s", design, r[0].Verdict, r[1].Verdict)
		}
		if want == NotTested && !strings.HasPrefix(r[0].Why, "withheld: ") {
			t.Error(r[0].Why)
		}
	}
}
