package stats

import "math"

// SerialEstimate is the trimmed mean of an autocorrelated series of at least two
// values. A positive lag-1 autocorrelation ρ of the winsorised values reduces the
// effective sample size from n to n·(1−ρ)/(1+ρ) (Bayley and Hammersley, Journal
// of the Royal Statistical Society, Supplement 8, 1946, for a first-order
// autoregressive series). The bias of the estimated ρ, about −(1+4ρ)/n (Kendall,
// Biometrika 41, 1954), is corrected first. Fewer than six values are taken as
// independent.
func SerialEstimate(x []float64) (Estimate, error) {
	e, err := TrimmedEstimate(x)
	if err != nil || len(x) < 6 {
		return e, err
	}
	n := float64(len(x))
	_, winsorised := trimmed(x, spare(len(x)))
	r, err := Lag1(winsorised)
	r = min((n*r+1)/(n-4), 0.99)
	if err != nil || !(r > 0) { // NaN: a constant
		return e, err
	}
	effective := max(2, n*(1-r)/(1+r))
	return Estimate{e.Value, e.SE * math.Sqrt(n/effective), max(1, e.DF*effective/n)}, nil
}
