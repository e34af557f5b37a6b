package bloom

import (
	"math/bits"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestStandardSize holds m = ⌈n·log2(1/ε)/ln 2⌉ and the floored k; the m are those
// of the library that the thesis used for the same n and ε.
func TestStandardSize(t *testing.T) {
	for _, c := range []struct {
		n       int
		epsilon float64
		m       uint64
		k       int
	}{
		{1753, 0.01, 16803, 6}, {1753, 0.05, 10931, 4}, {1753, 0.10, 8402, 3}, {1753, 0.20, 5873, 2},
		{1753, 0.5, 2530, 1}, {1753, 0.9, 385, 1}, {1, 0.99, 1, 1}, {0, 0.01, 1, 1}, {1, 1e-9, 44, 30},
	} {
		if m, k := StandardSize(c.n, c.epsilon); m != c.m || k != c.k {
			t.Errorf("n = %d, ε = %v: m = %d, k = %d, not %d and %d", c.n, c.epsilon, m, k, c.m, c.k)
		}
	}
}

// TestStandardBits compares the query with Algorithm 2 read bit by bit, for k on
// both sides of eight.
func TestStandardBits(t *testing.T) {
	for _, epsilon := range []float64{0.5, 0.1, 0.01, 0.004, 0.002, 1e-6} {
		f, err := buildStandard(wordlist.Of("a", "b", "c", "d", "e"), filter.Config{Epsilon: epsilon, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		b := f.(*standard)
		for i := range 20_000 {
			key := strconv.Itoa(i)
			h, want := b.hash.Sum64(key), true
			for range b.k {
				at, _ := bits.Mul64(h, b.m)
				want = want && b.words[at/64]>>(at%64)&1 == 1
				h *= filter.ProbeStep
			}
			if got := b.Contains(key); got != want {
				t.Fatalf("k = %d: Contains(%q) = %v, bit by bit %v", b.k, key, got, want)
			}
		}
	}
}

// TestOnes counts the bits of the keys one by one.
func TestOnes(t *testing.T) {
	keys := []string{"a", "b", "c", "d", "e", "f"}
	f, err := buildStandard(wordlist.Of(keys...), filter.Config{Epsilon: 0.001, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	b := f.(*standard)
	set := map[uint64]bool{}
	for _, key := range keys {
		for _, p := range filter.Probes(nil, b.hash.Sum64(key), b.k) {
			at, _ := bits.Mul64(p, b.m)
			set[at] = true
		}
	}
	if got := b.Ones(); got != uint64(len(set)) || got == 0 {
		t.Errorf("%d bits are set, not %d", got, len(set))
	}
}
