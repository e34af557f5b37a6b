package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/stats"
)

// What is not decided although its effect is known to within the claim's own measure is at the
// margin; what is decided, or known less well, or has no such measure, is not.
func TestAtMargin(t *testing.T) {
	for _, c := range []struct {
		verdict   Verdict
		unit      string
		low, high float64
		narrow    float64
		want      bool
	}{
		{Inconclusive, "%", -0.4, 1.4, 0.01, true}, {Inconclusive, "%", -0.4, 1.7, 0.01, false}, {Inconclusive, "%", -0.4, 1.4, 0, false},
		{Inconclusive, "×", 0.995, 1.013, 0.01, true}, {Inconclusive, "×", 0.98, 1.01, 0.01, false},
		{Supported, "%", -0.4, 0.4, 0.01, false}, {Inconclusive, "of 20", 9, 10, 0.01, false},
		{Inconclusive, "%", -1, 1, 0.01, true}, // just so
	} {
		r := Result{Claim: Claim{Narrow: c.narrow}, Outcome: Outcome{Effect: Effect{Unit: c.unit, CI: stats.Interval{Low: c.low, High: c.high}}}, Verdict: c.verdict}
		if got := r.AtMargin(); got != c.want || strings.HasSuffix(r.Word(), "(at the margin)") != c.want {
			t.Errorf("%s, [%v, %v] %s within %v: %v, %q", c.verdict, c.low, c.high, c.unit, c.narrow, got, r.Word())
		}
	}
}

// A trend whose structures scatter about the line is at the margin where repetitions know it:
// they do not narrow the scatter.
func TestAtMarginOfScatter(t *testing.T) {
	for _, c := range []struct {
		repeated float64
		want     bool
	}{{0, false}, {1.2, false}, {0.6, true}} {
		effect := Effect{Unit: "%", Value: -3, CI: stats.Interval{Low: -5, High: -1}, Repeated: c.repeated}
		r := Result{Claim: Claim{Narrow: 0.01}, Outcome: Outcome{Effect: effect}, Verdict: Inconclusive}
		r.Vary = WithinMargin(0.01)
		r.noteMargin()
		const why = "; repetitions know −3.0 % to ±0.6 %, but structures scatter, so that the interval is ±2 %; the claim turns at a margin of 1 %"
		if got := r.AtMargin(); got != c.want || (r.Word() == "inconclusive (structures scatter)") != c.want || (r.Why == why) != c.want {
			t.Errorf("±%v %% over repetitions: %v, %s, %q", c.repeated, got, r.Word(), r.Why)
		}
		if rounds := r.RoundsWanted(30); rounds > 0 == c.want {
			t.Errorf("±%v %% over repetitions: %d rounds wanted", c.repeated, rounds)
		}
	}
}

// A claim on a number of parts is at the margin where those that are known well leave it open,
// whatever the others turn out to be.
func TestAtMarginOfParts(t *testing.T) {
	const narrow = 0.01
	turns := math.Log1p(narrow)
	kinds := map[rune]stats.Estimate{
		'i': {Value: 0.03, SE: 0.004, DF: 30},         // inside
		'o': {Value: -0.01, SE: 0.004, DF: 30},        // outside
		'n': {Value: turns, SE: 0.004, DF: 30},        // open and narrow: ±0.8 %
		'v': {Value: turns, SE: 0.01, DF: 30},         // open and vague: ±2 %
		'w': {Value: 0.04, SE: 0.01, DF: 30},          // inside and vague
		'h': {Value: turns + 0.019, SE: 0.01, DF: 30}, // hardly open: p is 0.034 on one side
	}
	for _, c := range []struct {
		parts  string
		wanted int
		want   bool
		rounds int // wanted of 30
	}{
		{"iionn", 3, true, 0}, {"iionv", 3, false, 127}, {"ioonv", 3, false, 127}, {"ionnv", 3, true, 0},
		{"iiino", 3, true, 0}, {"oooni", 3, true, 0}, // all are known: what leaves their number open is the correction
		{"iiiwo", 3, false, 0}, // one is decided for itself, and known too little for the number
		{"in", 2, true, 0}, {"iv", 2, false, 127}, {"nv", 2, false, 127}, {"vn", 2, false, 127}, {"hi", 2, false, 127}, {"no", 2, true, 0},
	} {
		r := Result{Claim: Claim{Narrow: narrow}, Outcome: Outcome{Wanted: c.wanted}, Verdict: Inconclusive}
		for _, kind := range c.parts {
			r.Parts = append(r.Parts, Above(turns).Of(kinds[kind]))
		}
		if got, rounds := r.AtMargin(), r.RoundsWanted(30); got != c.want || rounds != c.rounds {
			t.Errorf("%d of %s: %v, %d rounds", c.wanted, c.parts, got, rounds)
		}
	}
}
