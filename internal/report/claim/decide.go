package claim

import (
	"math"

	"hyphbench/internal/stats"
)

// region is where a claim says that the truth lies, ends excluded; an end may
// be infinite.
type region struct{ low, high float64 }

func (r region) contains(x float64) bool { return r.low < x && x < r.high }

var inf = math.Inf(1)

// Claims about the sign of an effect.
func below(x float64) region { return region{-inf, x} }
func above(x float64) region { return region{x, inf} }

// within is a claim that an effect is nearly nothing.
func within(margin float64) region { return region{-margin, margin} }

// tested is an effect whose size is known within errors: one estimate for
// each way of looking at the errors. They share the value.
type tested struct {
	estimates []stats.Estimate
	claimed   region
}

// p tests both sides. Every estimate must agree, so that the largest p value
// of each side counts.
func (t tested) p() (supports, opposes float64) {
	for _, e := range t.estimates {
		// Outside of an interval on both sides is two one-sided tests, of
		// which both must reject (Schuirmann 1987); inside, either may.
		s := max(e.Above(t.claimed.low), e.Below(t.claimed.high))
		o := min(e.Below(t.claimed.low), e.Above(t.claimed.high))
		supports, opposes = max(supports, s), max(opposes, o)
	}
	return supports, opposes
}

// ci is the widest of the intervals.
func (t tested) ci() stats.Interval {
	ci := t.estimates[0].CI()
	for _, e := range t.estimates[1:] {
		other := e.CI()
		ci.Low, ci.High = min(ci.Low, other.Low), max(ci.High, other.High)
	}
	return ci
}

// all is the outcome of a claim that says several things at once: it is
// supported if all are, contradicted if one is, for which several chances of
// error are paid (Bonferroni).
func all(parts ...tested) (supports, opposes float64) {
	opposes = 1
	for _, t := range parts {
		s, o := t.p()
		supports, opposes = max(supports, s), min(opposes, float64(len(parts))*o)
	}
	return supports, opposes
}

// percent is a relative change as an effect.
func (t tested) percent(name string) Effect {
	ci := t.ci()
	return Effect{Name: name, Unit: "%", Value: 100 * t.estimates[0].Value,
		CI: stats.Interval{Low: 100 * ci.Low, High: 100 * ci.High}}
}

// ratio is a difference of logarithms as an effect.
func (t tested) ratio(name string) Effect {
	ci := t.ci()
	return Effect{Name: name, Unit: "×", Value: math.Exp(t.estimates[0].Value),
		CI: stats.Interval{Low: math.Exp(ci.Low), High: math.Exp(ci.High)}}
}
