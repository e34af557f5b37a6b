package exact

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// TestCascadeSizes holds CRLite's formula, n·(1.44·log2(u/n) + 4.2) bits, and its
// optimum: no other rate of the first level gives a smaller sum.
func TestCascadeSizes(t *testing.T) {
	sum := func(sizes []uint64) (total float64) {
		for _, m := range sizes {
			total += float64(m)
		}
		return total
	}
	for _, c := range []struct{ n, u int }{{1753, 466_921}, {10_000, 1_000_000}, {1_000_000, 100_000_000}} {
		sizes, _ := CascadeSizes(c.n, c.u)
		formula := float64(c.n) * (math.Log2(float64(c.u)/float64(c.n))/math.Ln2 + 4.2)
		if got := sum(sizes); math.Abs(got/formula-1) > 0.01 {
			t.Errorf("%d keys of %d: %.0f bits, by the formula %.0f", c.n, c.u, got, formula)
		}
		best := CascadeRate(c.n, c.u)
		at := func(p float64) float64 { // all levels at their optimal, whole or not, number of bits
			rest, in, out := 0.0, p*float64(c.u-c.n), float64(c.n)
			for in >= 1e-3 {
				rest += in
				in, out = out/2, in
			}
			return (float64(c.n)*math.Log2(1/p) + rest) / math.Ln2
		}
		if at(best) > at(best*1.3) || at(best) > at(best/1.3) {
			t.Errorf("%d keys of %d: a first rate of %v is not the best", c.n, c.u, best)
		}
	}
}

// TestCascadeBound holds the bound that the price names, log2 C(u, n) bits for the
// 1,753 keys among 466,921 words.
func TestCascadeBound(t *testing.T) {
	const n, u = 1753, 466_921
	lg := func(x float64) float64 { v, _ := math.Lgamma(x + 1); return v / math.Ln2 }
	bound := fmt.Sprintf("bound log2 C(u, n) is %.1f.", (lg(u)-lg(n)-lg(u-n))/n)
	if price := Cascade().Explain.Price; !strings.Contains(price, bound) {
		t.Errorf("the price does not say that the %s", bound)
	}
}

// TestCascadeOnTheList builds it for the thesis's keys and words and asks for all
// of them. 23 levels and 15.9 bits per key, without the sizes of the levels, are the
// figures of another implementation for almost the same keys.
func TestCascadeOnTheList(t *testing.T) {
	keys := filtertest.Keys(t)
	others, thesis := filtertest.Negatives(t, keys)
	universe := wordlist.Of(slices.Concat(others.All(), keys.All())...)
	levels, bits, rate, expected := 0.0, 0.0, 0.0, 0.0
	const seeds = 5
	for seed := range seeds {
		f, err := buildCascade(keys, filter.Config{Seed: uint64(seed), Universe: universe})
		if err != nil {
			t.Fatal(err)
		}
		for key := range keys.Each() {
			if !f.Contains(key) {
				t.Fatalf("%q is lost", key)
			}
		}
		for word := range others.Each() {
			if f.Contains(word) {
				t.Fatalf("%q is admitted", word)
			}
		}
		c := f.(*cascade)
		levels += float64(len(c.sizes)) / seeds
		bits += float64(c.Bits()-64*uint64(len(c.sizes))) / float64(keys.Len()) / seeds
		rate += c.Outside() / seeds
		expected += 2.0 / 3 * CascadeRate(keys.Len(), universe.Len()) / seeds
	}
	if thesis && (math.Abs(levels-23) > 4 || math.Abs(bits-15.9) > 0.3) {
		t.Errorf("%.1f levels and %.2f bits per key, not about 23 and 15.9", levels, bits)
	}
	if math.Abs(rate/expected-1) > 0.1 {
		t.Errorf("outside the universe the rate is %v, not about two thirds of the first level's, %v", rate, expected)
	}
}

// TestDoubts: a key and a negative of equal hash, and no other, are told by their
// text.
func TestDoubts(t *testing.T) {
	keys, universe := wordlist.Of("a", "b", "c"), wordlist.Of("x", "y", "z", "c")
	for _, s := range []filter.Structure{Cascade(), Bitset()} {

		f, err := s.Build(keys, filter.Config{Universe: universe, Hash: pairs{}})
		if err != nil {
			t.Fatal(err)
		}
		for word, want := range map[string]bool{"a": true, "b": true, "c": true, "x": false, "y": false, "z": false} {
			if f.Contains(word) != want {
				t.Errorf("%s: Contains(%q) is %v", s.Name, word, !want)
			}
		}
	}
}

// pairs is a hash under which a and x are equal, and b and y.
type pairs struct{}

func (pairs) Sum64(key string) uint64 {
	twin := map[string]string{"x": "a", "y": "b"}
	if other, ok := twin[key]; ok {
		key = other
	}
	return filter.Fingerprint(key)
}
