package ribbon

import (
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// TestBumped builds layers of all depths, asks for all keys, and compares the bits
// with log2(1/ε): 1 % more at most at a million keys, 0.4 % in the paper.
func TestBumped(t *testing.T) {
	for _, c := range []struct {
		n, layers int
		most      float64 // of log2(1/ε) bits per key
	}{{1, 1, 1e3}, {1753, 1, 1.04}, {lastKeys, 1, 1.04}, {lastKeys + 1, 2, 1.05}, {10_000, 2, 1.025}, {120_000, 3, 1.008}, {1_000_000, 3, 1.005}} {
		if c.n > 20_000 && !tier.Checking() {
			continue
		}
		keys := wordlist.Of(numbers(c.n)...)
		cfg := filter.Config{Epsilon: 1.0 / 128, Seed: 5}
		f, err := buildBumped(keys, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for key := range keys.Each() {
			if !f.Contains(key) {
				t.Fatalf("n = %d: %q is lost", c.n, key)
			}
		}
		b := f.(*bumped)
		if len(b.layers) != c.layers || math.Abs(f.Theory()*128-1) > 1e-9 {
			t.Errorf("n = %d: %d layers, want %d; a rate of %v", c.n, len(b.layers), c.layers, f.Theory())
		}
		bits := float64(f.Bits()) / float64(c.n)
		t.Logf("n = %d: %.4f bits per key, %.4f of the least", c.n, bits, bits/7)
		if bits > 7*c.most {
			t.Errorf("n = %d: %.3f bits per key, want at most %.3f", c.n, bits, 7*c.most)
		}
		p, err := planBumped(c.n, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(p.Bits)/float64(f.Bits())-1) > 0.02 || len(b.layers) == 1 && p.Bits != f.Bits() {
			t.Errorf("n = %d: planned are %d bits, built %d", c.n, p.Bits, f.Bits())
		}
		passed := 1.0
		for _, l := range b.layers {
			_, share := l.shares()
			t.Logf("layer of %d slots: %.2f %% of the starts are bumped", l.slots(), 100*share)
			passed *= share
		}
		if passed != 0 {
			t.Errorf("n = %d: the last layer bumps", c.n)
		}
	}
}

// TestBumpedRate: layers of a split table have the rate of their starts, which is ε
// but for a few thousandths.
func TestBumpedRate(t *testing.T) {
	keys := wordlist.Of(numbers(20_000)...)
	queries := make([]string, 200_000)
	for i := range queries {
		queries[i] = fmt.Sprint("negative ", i)
	}
	for _, epsilon := range []float64{0.3, 0.01} {
		f, err := buildBumped(keys, filter.Config{Epsilon: epsilon, Seed: 6})
		if err != nil {
			t.Fatal(err)
		}
		if off := f.Theory()/epsilon - 1; math.Abs(off) > 0.004 {
			t.Errorf("ε = %v: the rate is %v", epsilon, f.Theory())
		}
		admitted := 0
		for _, q := range queries {
			if f.Contains(q) {
				admitted++
			}
		}
		want, n := f.Theory(), float64(len(queries))
		if got := float64(admitted) / n; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/n) {
			t.Errorf("ε = %v: %v of negatives are admitted, expected %v", epsilon, got, want)
		}
	}
}

// TestCodes: a start is behind the limit before its code's, and before its code's
// own.
func TestCodes(t *testing.T) {
	for start := range uint64(bucketSlots) {
		l := layer{codes: []uint64{codeFor(start) << 2}}
		want := uint64(bucketSlots)
		switch {
		case start < 16:
			want = 16
		case start < 40:
			want = 40
		}
		if got := l.limit(1); got != want || l.limit(0) != 0 {
			t.Errorf("start %d is bumped by the limit %d, want %d", start, got, want)
		}
	}
}
