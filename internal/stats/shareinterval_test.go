package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// At the lower end k or more successes have probability alpha/2, at the upper end
// k or fewer.
func TestShareInterval(t *testing.T) {
	for _, c := range []struct{ k, n int }{{0, 1}, {1, 1}, {0, 200}, {1, 200}, {10, 200}, {190, 200}, {200, 200}, {10, 20}} {
		for _, alpha := range []float64{0.05, 0.1} {
			i := ShareInterval(c.k, c.n, alpha)
			b := func(p float64) distuv.Binomial { return distuv.Binomial{N: float64(c.n), P: p} }
			if c.k == 0 && i.Low != 0 || c.k == c.n && i.High != 1 {
				t.Errorf("%d of %d: %v", c.k, c.n, i)
			}
			if c.k > 0 {
				if p := b(i.Low).Survival(float64(c.k) - 1); math.Abs(p-alpha/2) > 1e-9 {
					t.Errorf("%d of %d: %d or more have the chance %v at the lower end, want %v", c.k, c.n, c.k, p, alpha/2)
				}
			}
			if c.k < c.n {
				if p := b(i.High).CDF(float64(c.k)); math.Abs(p-alpha/2) > 1e-9 {
					t.Errorf("%d of %d: %d or fewer have the chance %v at the upper end, want %v", c.k, c.n, c.k, p, alpha/2)
				}
			}
		}
	}
	// Known: 10 of 20 (R's binom.test).
	if i := ShareInterval(10, 20, 0.05); math.Abs(i.Low-0.27196) > 1e-5 || math.Abs(i.High-0.72804) > 1e-5 {
		t.Errorf("10 of 20: %v", i)
	}
}
