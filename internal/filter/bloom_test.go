package filter

import (
	"math"
	"math/bits"
	"strconv"
	"testing"
)

// TestBloomSize holds m = ⌈n·log2(1/ε)/ln 2⌉ and the floored k; the m are those
// of the library that the thesis used for the same n and ε.
func TestBloomSize(t *testing.T) {
	for _, c := range []struct {
		n       int
		epsilon float64
		m       uint64
		k       int
	}{
		{1753, 0.01, 16803, 6}, {1753, 0.05, 10931, 4}, {1753, 0.10, 8402, 3}, {1753, 0.20, 5873, 2},
		{1753, 0.5, 2530, 1}, {1753, 0.9, 385, 1}, {1, 0.99, 1, 1}, {0, 0.01, 1, 1}, {1, 1e-9, 44, 30},
	} {
		if m, k := bloomSize(c.n, c.epsilon); m != c.m || k != c.k {
			t.Errorf("n = %d, ε = %v: m = %d, k = %d, not %d and %d", c.n, c.epsilon, m, k, c.m, c.k)
		}
	}
}

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
	} {
		if got := occupancyMoment(c.m, c.throws, c.k); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("occupancyMoment(%d, %d, %d) = %v, not %v", c.m, c.throws, c.k, got, c.want)
		}
	}
}

// TestBloomBits compares the query with Algorithm 2 read bit by bit, for k on
// both sides of eight.
func TestBloomBits(t *testing.T) {
	for _, epsilon := range []float64{0.5, 0.1, 0.01, 0.004, 0.002, 1e-6} {
		f, err := buildBloom([]string{"a", "b", "c", "d", "e"}, Config{Epsilon: epsilon, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		b := f.(*bloom)
		for i := range 20_000 {
			key := strconv.Itoa(i)
			h, want := b.hash.Sum64(key), true
			for range b.k {
				at, _ := bits.Mul64(h, b.m)
				want = want && b.words[at/64]>>(at%64)&1 == 1
				h *= bloomStep
			}
			if got := b.Contains(key); got != want {
				t.Fatalf("k = %d: Contains(%q) = %v, bit by bit %v", b.k, key, got, want)
			}
		}
	}
}
