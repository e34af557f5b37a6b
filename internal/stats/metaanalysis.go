package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// LeastPooled is the least number of estimates that RandomEffects pools: two have no
// degree of freedom for a prediction.
const LeastPooled = 3

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

// RandomEffects pools LeastPooled estimates or more, each with an error above 0. The
// variance between them is that of Paule and Mandel (Journal of Research of the
// National Bureau of Standards 87, 1982): the one at which the weighted sum of squares
// is its expectation K − 1. The mean is weighted by the inverse of both variances
// together; its error is that of Hartung and Knapp (Statistics in Medicine 20, 2001),
// of the squares themselves. The prediction is that of Higgins, Thompson and
// Spiegelhalter (Journal of the Royal Statistical Society A 172, 2009), with K − 2
// degrees of freedom; I2 that of Higgins and Thompson (Statistics in Medicine 21, 2002).
// The estimates' own degrees of freedom do not enter: they should be many.
func RandomEffects(estimates []Estimate) (Pooled, error) {
	k := len(estimates)
	if k < LeastPooled {
		return Pooled{}, fmt.Errorf("%d estimates are not pooled: want %d or more", k, LeastPooled)
	}
	for i, e := range estimates {
		if err := checkSample([]float64{e.Value, e.SE}); err != nil {
			return Pooled{}, fmt.Errorf("estimate %d: %w", i+1, err)
		}
		if !(e.SE > 0) {
			return Pooled{}, fmt.Errorf("estimate %d has the error %v: want one above 0", i+1, e.SE)
		}
	}
	p := Pooled{K: k}
	df := float64(k - 1)
	common := weigh(estimates, 0)
	p.Q = common.squares
	p.P = distuv.ChiSquared{K: df}.Survival(p.Q)
	if p.Q > df {
		p.I2 = (p.Q - df) / p.Q
	}
	w := common
	for w.squares > df { // Newton's steps from below: the sum is convex and falls
		step := (w.squares - df) / w.slope
		next := p.Tau2 + step
		if next == p.Tau2 || step < 1e-14*next {
			break
		}
		p.Tau2 = next
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

// weighed are estimates with the weights 1/(SE² + tau2).
type weighed struct {
	mean, total float64
	squares     float64 // Σ weight·(estimate − mean)²
	slope       float64 // how fast that falls as tau2 grows
}

func weigh(estimates []Estimate, tau2 float64) (w weighed) {
	sum := 0.0
	for _, e := range estimates {
		weight := 1 / (e.SE*e.SE + tau2)
		w.total += weight
		sum += weight * e.Value
	}
	w.mean = sum / w.total
	for _, e := range estimates {
		weight, d := 1/(e.SE*e.SE+tau2), e.Value-w.mean
		w.squares += weight * d * d
		w.slope += weight * weight * d * d
	}
	return w
}
