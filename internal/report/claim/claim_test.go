package claim

import (
	"math"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// A verdict needs the corrected p, and never contradicts the means.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		o    Outcome
		p    float64
		want Verdict
	}{
		{Outcome{Supports: 0.001, Opposes: 1, Holds: true}, 0.01, Supported},
		{Outcome{Supports: 0.001, Opposes: 1, Holds: false}, 0.01, Supported}, // plain means stand beside
		{Outcome{Supports: 1, Opposes: 0.001, Holds: false}, 0.01, Contradicted},
		{Outcome{Supports: 1, Opposes: 0.001, Holds: true}, 0.01, Contradicted},
		{Outcome{Supports: 0.01, Opposes: 1, Holds: true}, 0.2, Inconclusive},
		{Outcome{Supports: math.NaN(), Opposes: math.NaN(), Holds: true}, math.NaN(), Inconclusive},
		{Outcome{Exact: true, Holds: true}, math.NaN(), Supported},
		{Outcome{Exact: true, Holds: false}, math.NaN(), Contradicted},
		{Untested("no data"), math.NaN(), NotTested},
	} {
		r := Result{Outcome: c.o, P: c.p}
		r.judge(c.o.p())
		if r.Verdict != c.want || r.Why == "" {
			t.Errorf("%+v with p = %v: %s (%s), want %s", c.o, c.p, r.Verdict, r.Why, c.want)
		}
	}
}

func TestRegions(t *testing.T) {
	e := stats.Estimate{Value: 0.5, SE: 0.1, DF: 1e6}
	for _, c := range []struct {
		claimed           Region
		supports, opposes bool // p below 0.025
	}{
		{Below(0), false, true}, {Below(1), true, false}, {Above(0), true, false}, {Above(0.45), false, false},
		{Within(1), true, false}, {Within(0.2), false, true}, {Within(0.5), false, false},
	} {
		s, o := c.claimed.Of(e).P()
		if (s < 0.025) != c.supports || (o < 0.025) != c.opposes {
			t.Errorf("%+v: %v, %v", c.claimed, s, o)
		}
	}
	// Of two estimates the more conservative one decides, for test and interval.
	wide := stats.Estimate{Value: 0.5, SE: 1, DF: 10}
	for _, order := range [][]stats.Estimate{{e, wide}, {wide, e}} {
		both, below := Tested{order, Above(0)}, Tested{order, Above(1)}
		s, _ := both.P()
		if _, o := below.P(); s != wide.Above(0) || o != wide.Below(1) || both.CI() != wide.CI() {
			t.Errorf("p %v and %v, interval %v", s, o, both.CI())
		}
	}
}

// ofSource are the claims of one source.
func ofSource(source string, claims ...Claim) []Claim {
	for i := range claims {
		claims[i].Source = source
	}
	return claims
}

// tested is a claim whose test gives p.
func tested(id string, p float64) Claim {
	return Claim{ID: id, Test: func(*Data) Outcome { return Outcome{Supports: p / 2, Opposes: 1 - p/2, Holds: true} }}
}

// The claims of one source are one family, whatever else is claimed of the
// run.
func TestFamilies(t *testing.T) {
	thesis := ofSource("thesis", tested("T1", 0.03), tested("T2", 0.9), Claim{ID: "T3", Test: func(*Data) Outcome { return Untested("") }})
	paper := ofSource("paper", tested("L1", 0.03))
	results := Evaluate(&report.Summary{Meta: &runfolder.Meta{}}, append(thesis, paper...))
	for i, want := range []struct {
		p      float64
		family int
	}{{0.06, 2}, {0.9, 2}, {math.NaN(), 2}, {0.03, 1}} {
		if r := results[i]; r.Family != want.family || math.Abs(r.P-want.p) > 1e-9 {
			t.Errorf("%s of the %s: p = %v of %d tests, want %v of %d", r.ID, r.Source, r.P, r.Family, want.p, want.family)
		}
	}
	if got := families(results); got != "the tests carried out of one source (thesis 2, paper 1)" {
		t.Error(got)
	}
	if got := families(results[:3]); got != "the 2 tests carried out" {
		t.Error(got)
	}
}
