package stats

import "math"

// SerialEstimate is the mean of values taken one after the other, which may
// resemble their neighbours. Their lag-1 correlation ρ, where positive, makes
// n values worth n·(1−ρ)/(1+ρ) independent ones (Bayley and Hammersley,
// Journal of the Royal Statistical Society, Supplement 8, 1946, for a series
// of the first order). The correlation measured is too small by about
// (1+4ρ)/n (Kendall, Biometrika 41, 1954), which is put right before. It needs
// two values; fewer than six are taken as independent.
func SerialEstimate(x []float64) (Estimate, error) {
	e, err := MeanEstimate(x)
	if err != nil || len(x) < 6 {
		return e, err
	}
	n := float64(len(x))
	r, err := Lag1(x)
	r = min((n*r+1)/(n-4), 0.99)
	if err != nil || !(r > 0) { // NaN: a constant
		return e, err
	}
	worth := max(2, n*(1-r)/(1+r))
	return Estimate{e.Value, e.SE * math.Sqrt(n/worth), worth - 1}, nil
}

// Minus is the difference of two independent estimates, with the degrees of
// freedom of Welch and Satterthwaite.
func (e Estimate) Minus(f Estimate) Estimate {
	ve, vf := e.SE*e.SE, f.SE*f.SE
	return Estimate{e.Value - f.Value, math.Sqrt(ve + vf), (ve + vf) * (ve + vf) / (ve*ve/e.DF + vf*vf/f.DF)}
}

// P is the two-sided p value of the hypothesis that the truth is 0.
func (e Estimate) P() float64 { return min(1, 2*min(e.Above(0), e.Below(0))) }
