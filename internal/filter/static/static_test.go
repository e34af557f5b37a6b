package static

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// shapes are those of n keys, by kind.
func shapes(n int) []shape { return []shape{xorShape(n), fuseShape(n), fuse4Shape(n)} }

func structures() []filter.Structure { return []filter.Structure{Xor(), Fuse(), Fuse4()} }

func numbered(n int) *wordlist.List {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprint("key ", i)
	}
	return wordlist.Of(keys...)
}

// The sizes are those of Pebble's simulation (2026, fuse), and of the papers'
// figures for a million keys.
func TestPublishedSizes(t *testing.T) {
	for _, c := range []struct {
		structure filter.Structure
		n         int
		r         float64
		want      float64 // bits per key
	}{
		{Fuse(), 10_000, 4, 5.1}, {Fuse(), 100_000, 4, 4.7}, {Fuse(), 1_000_000, 4, 4.5},
		{Fuse(), 10_000, 8, 10.2}, {Fuse(), 100_000, 8, 9.5}, {Fuse(), 1_000_000, 8, 9.0},
		{Fuse(), 10_000, 12, 15.4}, {Fuse(), 100_000, 12, 14.2}, {Fuse(), 1_000_000, 12, 13.6},
		{Fuse(), 10_000, 16, 20.4}, {Fuse(), 100_000, 16, 19.0}, {Fuse(), 1_000_000, 16, 18.1},
		{Xor(), 1_000_000, 8, 9.84}, {Fuse4(), 1_000_000, 8, 8.62},
	} {
		p, err := c.structure.Plan(c.n, filter.Config{Epsilon: math.Pow(2, -c.r)})
		if err != nil {
			t.Fatal(err)
		}
		if p.Theory != math.Pow(2, -c.r) {
			t.Errorf("%s, r = %v: a rate of %v", c.structure.Name, c.r, p.Theory)
		}
		const tolerance = 0.1 // the figures have a decimal, and come of 100 builds
		if got := float64(p.Bits) / float64(c.n); math.Abs(got-c.want) > tolerance {
			t.Errorf("%s, %d keys of %v bits: %.3f bits per key, published are %v", c.structure.Name, c.n, c.r, got, c.want)
		}
	}
}

func TestWidth(t *testing.T) {
	for epsilon, want := range map[float64]uint64{
		1 - 1e-9: 1, 0.51: 1, 0.5: 1, 0.49: 2, 0.01: 7, 1.0 / 256: 8, 1.0 / 257: 9, 1e-4: 14, filter.MinEpsilon: 40,
	} {
		if got := width(epsilon); got != want {
			t.Errorf("ε = %v: %d bits, want %d", epsilon, got, want)
		}
	}
}

// TestSlots looks at where the slots of random hashes are: one in each block, or in
// segments that follow each other, and in a place of its own in each.
func TestSlots(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 3, 50, 1753, 100_000, 50_000_000} {
		for _, s := range shapes(n) {
			var last uint64
			for range 2000 {
				h := random.Uint64()
				a, b, c, d := s.of(h)
				slots := []uint64{a, b, c, d}[:s.kind.arity()]
				for i, slot := range slots {
					if slot >= s.slots || slot/s.length != a/s.length+uint64(i) {
						t.Fatalf("n = %d, %s: the slots %v of %x are not in parts of %d in turn, below %d", n, s.kind, slots, h, s.length, s.slots)
					}
					last = max(last, slot)
				}
			}
			if last < s.slots*9/10-1 {
				t.Errorf("n = %d, %s: of %d slots the last that a hash has is %d", n, s.kind, s.slots, last)
			}
		}
	}
}

// failures counts the attempts that fail, each with another seed.
func failures(t *testing.T, keys *wordlist.List, s shape, seeds uint64) int {
	t.Helper()
	failed := 0
	for seed := range seeds {
		try, err := newSolution(s, filter.Config{Epsilon: 0.5, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if !try.solve(keys) {
			failed++
		}
	}
	return failed
}

// TestAttempts counts the attempts that fail for few keys. Papers bound them for
// many. Of the attempts for each number of keys a third may fail, and of all some
// per cent: 64 in a row never do.
func TestAttempts(t *testing.T) {
	tier.Check(t) // a simulation
	const most, seeds = 300, 100
	worst := map[kind]float64{kindXor: 0.06, kindFuse: 0.04, kindFuse4: 0.07}
	all, tried := map[kind]int{}, 0
	for n := 0; n <= most; n += 1 + n/40 {
		tried += seeds
		keys := numbered(n)
		for _, s := range shapes(n) {
			failed := failures(t, keys, s, seeds)
			all[s.kind] += failed
			if failed > seeds/3 {
				t.Errorf("%s: %d of %d attempts with %d keys fail", s.kind, failed, seeds, n)
			}
		}
	}
	for k, failed := range all {
		share := float64(failed) / float64(tried)
		t.Logf("%s, up to %d keys: %.2f %% of the attempts fail", k, most, 100*share)
		if share > worst[k] {
			t.Errorf("%s: %.3g of the attempts with up to %d keys fail, want %v at most", k, share, most, worst[k])
		}
	}
}

// TestXorAttempts compares with the share of attempts that fail in another
// implementation of xor, with as many keys as the thesis has: 14 %.
func TestXorAttempts(t *testing.T) {
	racetest.OneGoroutine(t)
	const n, seeds, want = 1753, 500, 0.14
	share := float64(failures(t, numbered(n), xorShape(n), seeds)) / seeds
	if sigma := math.Sqrt(want * (1 - want) / seeds); math.Abs(share-want) > 4*sigma {
		t.Errorf("%.3g of the attempts fail, want %v ± %.2g", share, want, 4*sigma)
	}
}

// TestNotSolvable builds in a shape that is too small: a bounded number of attempts,
// and then the error that says how many.
func TestNotSolvable(t *testing.T) {
	for _, s := range shapes(10) {
		as := func(*solution) filter.Filter { t.Error("a filter of 1000 keys in a shape for 10"); return nil }
		_, err := build(numbered(1000), s, filter.Config{Epsilon: 0.1}, as)
		var failed *filter.BuildError
		if !errors.As(err, &failed) || failed.Attempts != attempts || !errors.Is(err, errStuck) {
			t.Errorf("%s: %v, want a BuildError after %d attempts", s.kind, err, attempts)
		}
	}
}

// few is a hash of that many values.
type few uint64

func (f few) Sum64(key string) uint64 {
	h := uint64(0)
	for i := range len(key) {
		h = h*31 + uint64(key[i])
	}
	return h % uint64(f)
}

// TestEqualHashes has keys that repeat, more often than a peeling counts, and keys of
// equal hash: each such hash is one equation.
func TestEqualHashes(t *testing.T) {
	keys := numbered(500)
	often := slices.Collect(keys.Each())
	for range 300 {
		often = append(often, "key 0", "key 7")
	}
	for _, s := range structures() {
		for name, c := range map[string]struct {
			keys *wordlist.List
			hash filter.Hash
		}{
			"repeated keys":        {wordlist.Of(often...), nil},
			"one hash":             {keys, few(1)},
			"two hashes":           {keys, few(2)},
			"a hundred hashes":     {keys, few(100)},
			"ten thousand hashes":  {keys, few(10_000)},
			"a pair of equal keys": {wordlist.Of("a", "b", "a"), nil},
		} {
			f, err := s.Build(c.keys, filter.Config{Epsilon: 1e-6, Hash: c.hash})
			if err != nil {
				t.Errorf("%s, %s: %v", s.Name, name, err)
				continue
			}
			for key := range c.keys.Each() {
				if !f.Contains(key) {
					t.Errorf("%s, %s: %q is lost", s.Name, name, key)
				}
			}
		}
	}
}

// TestOrdered builds of so many keys that their hashes are ordered first, and finds
// every one, and negatives at the rate.
func TestOrdered(t *testing.T) {
	const n = 130_000
	keys := numbered(n)
	negatives := make([]string, n)
	for i := range negatives {
		negatives[i] = fmt.Sprint("negative ", i)
	}
	for _, s := range structures() {
		f, err := s.Build(keys, filter.Config{Epsilon: 1.0 / 64, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := s.Plan(n, filter.Config{Epsilon: 1.0 / 64, Seed: 1}); err != nil || p.Params[1].Value < orderFrom {
			t.Fatalf("%s: %d keys have %v slots, too few to be ordered (%v)", s.Name, n, p.Params[1].Value, err)
		}
		for key := range keys.Each() {
			if !f.Contains(key) {
				t.Fatalf("%s: %q is lost", s.Name, key)
			}
		}
		admitted := 0
		for _, q := range negatives {
			if f.Contains(q) {
				admitted++
			}
		}
		mean, sigma := float64(n)/64, math.Sqrt(float64(n)/64)
		if math.Abs(float64(admitted)-mean) > 4*sigma {
			t.Errorf("%s: %d of %d negatives are admitted, want %.0f ± %.0f", s.Name, admitted, n, mean, 4*sigma)
		}
	}
}
