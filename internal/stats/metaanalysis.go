package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// LeastPooled is the least number of estimates that RandomEffects pools: two have no
// degree of freedom for a prediction.
const LeastPooled = 3

// LeastRounds is the least number of values behind each estimate that is to be pooled:
// of fewer the error is too uncertain for weights.
const LeastRounds = 10

// Pooled is the mean of a population from which a few estimates, such as those of one
// machine each, are a sample.
type Pooled struct {
	K    int
	Mean Estimate // with Hartung and Knapp's error and K − 1 degrees of freedom

	Tau2 float64 // variance of the truths of the population
	Q    float64 // Cochran's: Σ (estimate − weighted mean)²/variance; about K − 1 of one common truth
	P    float64 // of that hypothesis, by Q
	I2   float64 // share of the variation that is between the estimates and not within them

	// Prediction contains, with the probability Level, the truth of the next one of
	// the population.
	Prediction Interval
}

// RandomEffects pools k estimates yⱼ, LeastPooled or more, each with an error above 0 and
// at least one degree of freedom. The errors are estimates themselves. Without moderation,
// an estimate whose error is too small by chance would get too much weight, and Q would
// find differences where there are none (Kulinskaya, Dollinger, Bjørkestøl 2011). So vⱼ is
// the moderated square of the error (moderated). With the weights wⱼ = 1/(vⱼ + τ²) and the
// mean μ = Σwⱼyⱼ/Σwⱼ:
//
//	Q           Σ (yⱼ − ȳ)²/vⱼ, where ȳ is weighted by 1/vⱼ; its distribution and its
//	            expectation E are Welch's (welch)
//	τ²          the smallest one ≥ 0 for which Σ wⱼ(yⱼ − μ)² ≤ E (Paule, Mandel, Journal of
//	            Research of the National Bureau of Standards 87, 1982)
//	I²          max(0, (Q − E)/Q) (Higgins, Thompson, Statistics in Medicine 21, 2002)
//	Mean        μ with the error √q, q = Σ wⱼ(yⱼ − μ)²/((k − 1)·Σwⱼ), and k − 1 degrees of
//	            freedom (Hartung, Knapp, Statistics in Medicine 20, 2001)
//	Prediction  μ ± t(k − 2)·√(τ² + q) (Higgins, Thompson, Spiegelhalter, Journal of the
//	            Royal Statistical Society A 172, 2009)
func RandomEffects(estimates []Estimate) (Pooled, error) {
	k := len(estimates)
	if k < LeastPooled {
		return Pooled{}, fmt.Errorf("%d estimates are not pooled: want %d or more", k, LeastPooled)
	}
	for i, e := range estimates {
		if err := checkSample([]float64{e.Value, e.SE}); err != nil {
			return Pooled{}, fmt.Errorf("estimate %d: %w", i+1, err)
		}
		if !(e.SE > 0) || !(e.DF >= 1) {
			return Pooled{}, fmt.Errorf("estimate %d has the error %v with %v degrees of freedom: want an error above 0 with one or more", i+1, e.SE, e.DF)
		}
	}
	estimates = moderated(estimates)
	p := Pooled{K: k}
	df := float64(k - 1)
	w := weigh(estimates, 0)
	p.Q = w.squares
	p.P = w.survival()
	if expected := w.expected(); p.Q > expected {
		p.I2 = (p.Q - expected) / p.Q
		p.Tau2 = between(estimates)
		w = weigh(estimates, p.Tau2)
	}
	p.Mean = Estimate{w.mean, math.Sqrt(w.squares / (df * w.total)), df}
	if p.Mean.SE < 1e-14*math.Abs(p.Mean.Value) { // rounding gives equal estimates an error
		p.Mean.SE = 0
	}
	next := Estimate{w.mean, math.Sqrt(p.Tau2 + p.Mean.SE*p.Mean.SE), df - 1}
	p.Prediction = next.CI()
	return p, nil
}

// between is the variance between estimates at which their weighted sum of squares is
// its expectation, by bisection. At 0 the sum is above it.
func between(estimates []Estimate) float64 {
	above := func(tau2 float64) bool {
		w := weigh(estimates, tau2)
		return w.squares > w.expected()
	}
	low, high := 0.0, estimates[0].SE*estimates[0].SE
	for above(high) {
		low, high = high, 2*high
	}
	for high-low > 1e-14*high {
		middle := low + (high-low)/2
		if middle == low || middle == high {
			break
		}
		if above(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// weighed are estimates with the weights 1/(SE² + tau2).
type weighed struct {
	k           float64 // estimates
	mean, total float64
	squares     float64 // Σ weight·(estimate − mean)²
	unknown     float64 // Σ (1 − weight/total)²/degrees of freedom of 1/weight
}

func weigh(estimates []Estimate, tau2 float64) weighed {
	w := weighed{k: float64(len(estimates))}
	sum := 0.0
	for _, e := range estimates {
		weight := 1 / (e.SE*e.SE + tau2)
		w.total += weight
		sum += weight * e.Value
	}
	w.mean = sum / w.total
	for _, e := range estimates {
		v := e.SE * e.SE
		weight, d := 1/(v+tau2), e.Value-w.mean
		w.squares += weight * d * d
		share := v * weight // of 1/weight that was estimated (Satterthwaite)
		rest := 1 - weight/w.total
		w.unknown += rest * rest * share * share / e.DF
	}
	return w
}

// welch are a factor and degrees of freedom such that of one common truth
// squares/((k − 1)·factor) follows F with k − 1 and df: weights from estimated variances
// make the sum of squares larger and more scattered than χ² (Welch, Biometrika 38, 1951;
// Kulinskaya, Dollinger and Bjørkestøl, Biometrics 67, 2011, on Q).
func (w weighed) welch() (factor, df float64) {
	return 1 + 2*(w.k-2)/(w.k*w.k-1)*w.unknown, (w.k*w.k - 1) / (3 * w.unknown)
}

// expected is the sum of squares expected of one common truth: k − 1 of known variances.
func (w weighed) expected() float64 {
	factor, df := w.welch()
	return (w.k - 1) * factor / max(1-2/df, 0.5) // of few degrees of freedom F has no mean
}

// survival is the probability of a larger sum of squares, of one common truth.
func (w weighed) survival() float64 {
	factor, df := w.welch()
	if df > manyDF { // there F cannot be computed, and is χ²
		return distuv.ChiSquared{K: w.k - 1}.Survival(w.squares)
	}
	return distuv.F{D1: w.k - 1, D2: df}.Survival(w.squares / ((w.k - 1) * factor))
}
