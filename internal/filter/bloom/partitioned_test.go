package bloom

import (
	"math"
	"testing"
)

// TestPartitionedLoss: at equal bits and k the slices cost a little, and ever less
// as the filter grows.
func TestPartitionedLoss(t *testing.T) {
	for _, c := range []struct {
		n, k  int
		slice uint64
	}{{10, 7, 14}, {64, 6, 100}, {1753, 6, 2801}, {1753, 3, 2801}, {100_000, 7, 137_000}} {
		m := c.slice * uint64(c.k)
		plain := OccupancyMoment(m, c.n*c.k, c.k)
		loss := math.Pow(oneThrow(c.slice, c.n), float64(c.k))/plain - 1
		if most := float64(c.k*c.k) / float64(2*m); loss <= 0 || loss > most {
			t.Errorf("%+v: the rate is higher by %.3g of itself, not by less than %.3g", c, loss, most)
		}
	}
}

// TestPartitionedSize: the slices hold the rate, and one bit less in each does not.
func TestPartitionedSize(t *testing.T) {
	for _, n := range []int{1, 2, 3, 64, 1753, 10_000_000} {
		for _, epsilon := range []float64{0.99, 0.2, 0.01, 1e-6, 1e-12} {
			slice, k := PartitionedSize(n, epsilon)
			rate := func(s uint64) float64 { return math.Pow(oneThrow(s, n), float64(k)) }
			if rate(slice) > epsilon*(1+1e-9) || slice > 1 && rate(slice-1) <= epsilon*(1-1e-9) {
				t.Errorf("n = %d, ε = %v: %d slices of %d bits have a rate of %v, of a bit less of %v", n, epsilon, k, slice, rate(slice), rate(slice-1))
			}
		}
	}
}

// TestOneHashSize: 1/ε bits per key, bounded.
func TestOneHashSize(t *testing.T) {
	for _, c := range []struct {
		n       int
		epsilon float64
		m       uint64
	}{{0, 0.01, 1}, {1, 0.01, 100}, {1, 0.5, 2}, {1753, 0.01, 174423}, {1753, 0.2, 7857}, {100, 1e-4, 999951}, {100, 1e-12, 999951}} {
		m := OneHashSize(c.n, c.epsilon)
		if m != c.m {
			t.Errorf("n = %d, ε = %v: m = %d, not %d", c.n, c.epsilon, m, c.m)
		}
		if rate := oneThrow(m, c.n); rate > max(c.epsilon, oneHashLeast)*(1+1e-9) {
			t.Errorf("n = %d, ε = %v: a rate of %v", c.n, c.epsilon, rate)
		}
	}
}
