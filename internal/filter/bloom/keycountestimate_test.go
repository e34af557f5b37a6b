package bloom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The estimate of Swamidass and Baldi, and the deviation that Whang et al. give for one
// bit per key, m·(e^λ − 1 − λ) for its square.
func TestScatterFormulas(t *testing.T) {
	const m = 100_000
	for _, k := range []int{1, 7} {
		s := Scattered(m, k)
		for _, n := range []float64{100, 10_000, 50_000} {
			load := float64(k) * n / m
			if empty := uint64(m * math.Exp(-load)); math.Abs(s.Keys(empty)/(-m/float64(k)*math.Log(float64(empty)/m))-1) > 1e-4 {
				t.Errorf("k = %d: %d empty bits stand for %v keys", k, empty, s.Keys(empty))
			}
			want := math.Sqrt(m*(math.Exp(load)-1-load)) / float64(k)
			if got := s.Deviation(n); math.Abs(got/want-1) > 1/n+1e-3 {
				t.Errorf("k = %d, n = %v: a deviation of %v, want %v", k, n, got, want)
			}
		}
	}
	if s := Scattered(1, 1); s.Keys(1) != 0 || !math.IsInf(s.Keys(0), 1) || s.Deviation(0) != 0 || !math.IsInf(s.Deviation(1), 1) {
		t.Errorf("one bit: %v, %v, %v", s.Keys(1), s.Keys(0), s.Deviation(0))
	}
}

// Mean and variance of the empty cells are those of a simulation, for each way in which
// the bits of a key fall.
func TestScatterSimulated(t *testing.T) {
	const filters = 10_000
	r := rand.New(rand.NewPCG(1, 7))
	for name, c := range map[string]struct {
		s       Scatter
		scatter func(set []bool) // the bits of a key
	}{
		"one array": {Scattered(60, 3), func(set []bool) {
			for range 3 {
				set[r.IntN(60)] = true
			}
		}},
		"slices": {inSlices(20, 3), func(set []bool) {
			for i := range 3 {
				set[20*i+r.IntN(20)] = true
			}
		}},
		"blocks": {scatterOf(6, 10, 1, 3), func(set []bool) {
			block := 10 * r.IntN(6)
			for range 3 {
				set[block+r.IntN(10)] = true
			}
		}},
		"two blocks per key": {scatterOf(6, 10, 2, 2), func(set []bool) {
			for range 2 {
				block := 10 * r.IntN(6)
				for range 2 {
					set[block+r.IntN(10)] = true
				}
			}
		}},
		"words of a block": {inWords(5, 3, 4), func(set []bool) {
			block := 12 * r.IntN(5)
			for w := range 3 {
				set[block+4*w+r.IntN(4)] = true
			}
		}},
	} {
		for _, n := range []int{5, 25} {
			sum, squares := 0.0, 0.0
			for range filters {
				set := make([]bool, 60)
				for range n {
					c.scatter(set)
				}
				empty := 0.0
				for _, b := range set {
					if !b {
						empty++
					}
				}
				sum += empty
				squares += empty * empty
			}
			mean := sum / filters
			variance := squares/filters - mean*mean
			wantMean := c.s.cells * math.Exp(float64(n)*c.s.missed)
			slope := wantMean * c.s.missed
			want := math.Pow(c.s.Deviation(float64(n))*slope, 2)
			if math.Abs(mean-wantMean) > 4*math.Sqrt(variance/filters) || math.Abs(variance/want-1) > 0.05 {
				t.Errorf("%s, %d keys: %v empty, variance %v; want %v and %v", name, n, mean, variance, wantMean, want)
			}
		}
	}
}
