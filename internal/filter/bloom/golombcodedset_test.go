package bloom

import (
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// numbered are n keys of a number each.
func numbered(n int) *wordlist.List {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprint("k", i)
	}
	return wordlist.Of(keys...)
}

// TestGolombPlan: what is planned is near to what is built, and above log2(e/ε), the
// least that any coding of the set takes.
func TestGolombPlan(t *testing.T) {
	const n = 100_000
	keys := numbered(n)
	for _, epsilon := range []float64{0.2, 0.01, 0.001, 1e-6} {
		cfg := filter.Config{Epsilon: epsilon, Seed: 1}
		g, err := buildGolomb(keys, cfg)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := planGolomb(n, cfg)
		all, entry := float64(g.Bits())/n, 1./8 // a bit more or less in the index
		if err != nil || math.Abs(float64(plan.Bits)/n-all) > 0.01*all+entry || math.Abs(plan.Theory/g.Theory()-1) > 0.002 {
			t.Errorf("ε = %v: planned are %d bits and a rate of %v, built %d and %v (%v)", epsilon, plan.Bits, plan.Theory, g.Bits(), g.Theory(), err)
		}
		if epsilon <= 0.01 && all < math.Log2(math.E/epsilon) {
			t.Errorf("ε = %v: %.3f bits per key are less than the least possible", epsilon, all)
		}
	}
}

// TestGolombRepeated: a key that is there twice counts once.
func TestGolombRepeated(t *testing.T) {
	const n = 5000
	once, err := buildGolomb(numbered(n), filter.Config{Epsilon: 0.01, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	twice, err := buildGolomb(wordlist.Of(append(numbered(n).All(), numbered(n).All()...)...), filter.Config{Epsilon: 0.01, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	a, b := once.(*golombSet).Len(), twice.(*golombSet).Len()
	if least := n * 98 / 100; a < least || a > n || b < least || b > n { // equal numbers are rare
		t.Errorf("%d keys give %d numbers, each twice %d", n, a, b)
	}
}

// TestGolombBits holds what the explanation says.
func TestGolombBits(t *testing.T) {
	const n = 1753
	for epsilon, want := range map[float64]float64{0.01: 9.0, 0.05: 6.5, 0.2: 4.1} {
		f, err := buildGolomb(numbered(n), filter.Config{Epsilon: epsilon, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(f.Bits()) / n; math.Abs(got-want) > 0.1 {
			t.Errorf("ε = %v: %.2f bits per key, not %v", epsilon, got, want)
		}
	}
}
