package claim

import (
	"math"

	"hyphbench/internal/stats"
)

// AtMargin is what a verdict adds that stays open although its effect is known well.
const AtMargin = "at the margin"

// AtMargin reports whether the claim is not decided because its effect lies where the claim
// turns, and not because it is known too little: the interval is within ±Narrow. Of a claim of
// several parts it reports whether the claim would stay open whatever the parts turned out to
// be that are known less well.
func (r Result) AtMargin() bool {
	if r.Verdict != Inconclusive || r.Narrow == 0 {
		return false
	}
	if len(r.Parts) > 0 {
		return staysOpen(r.Parts, r.Wanted, math.Log1p(r.Narrow))
	}
	low, high := r.Effect.CI.Low, r.Effect.CI.High
	switch r.Effect.Unit {
	case "%":
		return (high-low)/2 <= 100*r.Narrow
	case "×":
		return math.Log(high/low)/2 <= math.Log1p(r.Narrow)
	}
	return false
}

// staysOpen reports whether neither enough parts are in their regions nor too many outside of
// them, even if all parts that are open and known to less than ±narrow were decided alike.
func staysOpen(parts []Tested, wanted int, narrow float64) bool {
	const side = (1 - stats.Level) / 2
	inside, outside, vague := 0, 0, 0
	for _, t := range parts {
		supports, opposes := t.P()
		ci := t.CI()
		switch {
		case supports <= side:
			inside++
		case opposes <= side:
			outside++
		case (ci.High-ci.Low)/2 > narrow:
			vague++
		}
	}
	return inside+vague < wanted && len(parts)-outside-vague >= wanted
}
