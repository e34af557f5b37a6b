package bloom

import (
	"math"
	"testing"
)

// TestOccupancyMoment compares the expansion with the exact sum, and both with
// the usual formula where that is near.
func TestOccupancyMoment(t *testing.T) {
	for _, c := range []struct {
		m         uint64
		throws, k int
	}{{2000, 1400, 7}, {1000, 690, 10}, {5000, 3000, 2}, {3000, 6000, 1}, {2000, 1400, 30}} {
		exact := exactMoment(int(c.m), c.throws, c.k)
		near := expandedMoment(float64(c.m), float64(c.throws), float64(c.k))
		usual := math.Pow(-math.Expm1(-float64(c.throws)/float64(c.m)), float64(c.k))
		third := math.Pow(float64(c.k), 3) / math.Pow(float64(c.m), 1.5) // order of the first term left out
		if math.Abs(near/exact-1) > 1e-6+third {
			t.Errorf("%+v: expansion %v, exact %v", c, near, exact)
		}
		if c.k > 1 && !(usual < exact && exact < usual*(1+float64(c.k*c.k)/float64(c.m))) {
			t.Errorf("%+v: exact %v is not a little above the usual %v", c, exact, usual)
		}
	}
	for _, c := range []struct {
		m         uint64
		throws, k int
		want      float64
	}{
		{1, 5, 3, 1}, {2, 1, 1, 0.5}, {2, 2, 1, 0.75}, {2, 2, 2, 0.5*1 + 0.5*0.25}, {100, 0, 3, 0}, {1, 1 << 30, 3, 1},
		{87, 3219, 1, 1}, {100, 3700, 7, 1}, // whose sums round to more than 1
	} {
		if got := OccupancyMoment(c.m, c.throws, c.k); math.Abs(got-c.want) > 1e-15 || got > 1 {
			t.Errorf("OccupancyMoment(%d, %d, %d) = %v, not %v", c.m, c.throws, c.k, got, c.want)
		}
	}
}
