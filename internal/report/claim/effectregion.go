package claim

import (
	"math"

	"hyphbench/internal/stats"
)

// Region is the claimed range of an effect, ends excluded; an end may be
// infinite.
type Region struct{ Low, High float64 }

func (r Region) Contains(x float64) bool { return r.Low < x && x < r.High }

var inf = math.Inf(1)

// Below and Above are claims about the sign of an effect.
func Below(x float64) Region { return Region{-inf, x} }
func Above(x float64) Region { return Region{x, inf} }

// Within is a claim that an effect is smaller than a margin.
func Within(margin float64) Region { return Region{-margin, margin} }

// Tested is an effect with one estimate for each source of error. They share
// the value.
type Tested struct {
	Estimates []stats.Estimate
	Claimed   Region
}

// Of is the claim that an effect is in the region.
func (r Region) Of(estimates ...stats.Estimate) Tested { return Tested{estimates, r} }

// Each is the claim of each estimate for itself that it is in the region.
func (r Region) Each(estimates []stats.Estimate) (list []Tested) {
	for _, e := range estimates {
		list = append(list, r.Of(e))
	}
	return list
}

// P tests both sides. Every estimate must agree: the p value of a side is the
// largest.
func (t Tested) P() (supports, opposes float64) {
	for _, e := range t.Estimates {
		// Outside of an interval on both sides is two one-sided tests, of
		// which both must reject (Schuirmann 1987); inside, either may.
		s := max(e.Above(t.Claimed.Low), e.Below(t.Claimed.High))
		o := min(e.Below(t.Claimed.Low), e.Above(t.Claimed.High))
		supports, opposes = max(supports, s), max(opposes, o)
	}
	return supports, opposes
}

// CI is the widest of the intervals.
func (t Tested) CI() stats.Interval {
	ci := t.Estimates[0].CI()
	for _, e := range t.Estimates[1:] {
		other := e.CI()
		ci.Low, ci.High = min(ci.Low, other.Low), max(ci.High, other.High)
	}
	return ci
}

// All has the p values of a claim of several parts: it is supported if all
// parts are, contradicted if one is, at a level divided by their number
// (Bonferroni).
func All(parts ...Tested) (supports, opposes float64) {
	opposes = 1
	for _, t := range parts {
		s, o := t.P()
		supports, opposes = max(supports, s), min(opposes, float64(len(parts))*o)
	}
	return supports, opposes
}

// Every begins the outcome of such a claim: whether it holds, and the p values.
func Every(test string, parts ...Tested) Outcome {
	o := Outcome{Test: test, Holds: true}
	for _, t := range parts {
		o.Holds = o.Holds && t.Claimed.Contains(t.Estimates[0].Value)
	}
	o.Supports, o.Opposes = All(parts...)
	return o
}

// Percent is a relative change as an effect.
func (t Tested) Percent(name string) Effect {
	ci := t.CI()
	return Effect{Name: name, Unit: "%", Value: 100 * t.Estimates[0].Value,
		CI: ci.Scaled(100)}
}

// Ratio is a difference of logarithms as an effect.
func (t Tested) Ratio(name string) Effect {
	ci := t.CI()
	return Effect{Name: name, Unit: "×", Value: math.Exp(t.Estimates[0].Value),
		CI: stats.Interval{Low: math.Exp(ci.Low), High: math.Exp(ci.High)}}
}
