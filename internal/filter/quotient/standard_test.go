package quotient

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// numbered is n keys, none of them in another range.
func numbered(first, n int) *wordlist.List {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprint("key ", first+i)
	}
	return wordlist.Of(keys...)
}

func built(t *testing.T, keys *wordlist.List, cfg filter.Config) *standard {
	t.Helper()
	f, err := buildStandard(keys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*standard)
}

func file(t *testing.T, f filter.Stored) []byte {
	t.Helper()
	data, err := f.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestStandardSize: the rate holds, the load is 0.9 at most, and no other length of
// the remainder takes fewer bits.
func TestStandardSize(t *testing.T) {
	for _, n := range []int{0, 1, 57, 58, 1753, 1_000_000, 1 << 40} {
		for _, epsilon := range []float64{1 - 1e-9, 0.5, 0.2, 0.05, 0.01, 1e-6, filter.MinEpsilon} {
			slots, r := StandardSize(n, epsilon)
			rate := func(slots, r uint64) float64 { return float64(max(1, n)) / float64(slots) / math.Ldexp(1, int(r)) }
			if rate(slots, r) > epsilon || float64(n) > 0.9*float64(slots) || slots%64 != 0 {
				t.Errorf("n = %d, ε = %v: %d slots, r = %d", n, epsilon, slots, r)
			}
			for other := uint64(1); other < 60; other++ {
				fewer := (slots*(r+3) - 1) / (64 * (other + 3)) * 64 // slots that take fewer bits
				if fewer > 0 && float64(n) <= 0.9*float64(fewer) && rate(fewer, other) <= epsilon {
					t.Errorf("n = %d, ε = %v: %d slots with r = %d, but %d with r = %d take fewer bits", n, epsilon, slots, r, fewer, other)
				}
			}
		}
	}
}

// TestLayoutOfExplanation is the drawing: eight of 64 slots.
func TestLayoutOfExplanation(t *testing.T) {
	f := newStandard(64, 8, filter.NewHasher(filter.Config{}))
	f.allocate()
	for _, e := range [][2]uint64{{4, 0x5a}, {1, 0x90}, {7, 0x71}, {1, 0x17}, {3, 0x08}, {4, 0x33}, {1, 0xc0}} {
		f.insert(e[0], e[1])
	}
	if f.words[0] != 0b10011010 || f.words[wordEnds] != 0b11011000 || f.words[wordOffset] != 0 || f.words[blockHead] != 0x715a3308c0901700 {
		t.Errorf("the block is %b, %b, %d, %x", f.words[0], f.words[wordEnds], f.words[wordOffset], f.words[blockHead])
	}
}

// TestHoldsSlow: the two ways of a query agree, over loads and lengths.
func TestHoldsSlow(t *testing.T) {
	for _, epsilon := range []float64{0.9, 0.1, 0.01, 1e-5, 1e-12} {
		for _, n := range []int{0, 5, 100, 3000} {
			f := built(t, numbered(0, n), filter.Config{Epsilon: epsilon, Seed: 3})
			for f.n < standardCapacity(f.slots) {
				if err := f.Insert(fmt.Sprint("more ", f.n)); err != nil {
					t.Fatal(err)
				}
			}
			for q := range numbered(0, 5000).Each() {
				if a, b := f.Contains(q), f.holdsSlow(f.hash.Sum64(q)); a != b {
					t.Fatalf("ε = %v, n = %d: %q is %v and %v", epsilon, n, q, a, b)
				}
			}
		}
	}
}

// TestResizeKeepsFingerprints: doubled, a filter is that which the same keys give in
// the larger table, and it answers as before; at one bit a remainder it is full.
func TestResizeKeepsFingerprints(t *testing.T) {
	f := built(t, numbered(0, 1753), filter.Config{Epsilon: 0.01, Seed: 4})
	before, theory := built(t, numbered(0, 1753), filter.Config{Epsilon: 0.01, Seed: 4}), f.Theory()
	for f.width > 1 {
		slots, r := f.slots, f.width
		if err := f.Resize(); err != nil {
			t.Fatal(err)
		}
		want := newStandard(2*slots, r-1, f.hash)
		want.allocate()
		for h := range f.hash.Sums(numbered(0, 1753)) {
			want.insert(want.locate(h))
		}
		if !bytes.Equal(file(t, f), file(t, want)) {
			t.Fatalf("of %d slots resized, the filter is another than built", slots)
		}
		if f.Theory() != theory {
			t.Errorf("of %d slots resized, the rate is %v, not %v", slots, f.Theory(), theory)
		}
		for q := range numbered(0, 20_000).Each() {
			if f.Contains(q) != before.Contains(q) {
				t.Fatalf("of %d slots resized, %q is answered otherwise", slots, q)
			}
		}
	}
	last := file(t, f)
	if err := f.Resize(); !errors.Is(err, filter.ErrFull) || !bytes.Equal(file(t, f), last) {
		t.Errorf("with remainders of one bit Resize returns %v", err)
	}
}

// TestMergeIsUnion: a merged filter is that of both lists, whatever the sizes, at the
// coarser fingerprints; and what cannot be merged is refused without a change.
func TestMergeIsUnion(t *testing.T) {
	one, two := numbered(0, 900), numbered(800, 1000)
	cfg := filter.Config{Epsilon: 0.01, Seed: 5, Capacity: 950}
	finer := cfg
	finer.Epsilon = 0.0001
	for name, c := range map[string]struct{ f, g func() *standard }{
		"equal":   {func() *standard { return built(t, one, cfg) }, func() *standard { return built(t, two.First(950), cfg) }},
		"resized": {func() *standard { return built(t, one, cfg) }, func() *standard { g := built(t, two.First(950), cfg); _ = g.Resize(); return g }},
		"smaller": {func() *standard { f := built(t, one, cfg); _ = f.Resize(); return f }, func() *standard { return built(t, two.First(950), cfg) }},
		"finer":   {func() *standard { return built(t, one, cfg) }, func() *standard { return built(t, two.First(950), finer) }},
		"coarser": {func() *standard { return built(t, one, finer) }, func() *standard { return built(t, two.First(950), cfg) }},
		"empty":   {func() *standard { return built(t, one, cfg) }, func() *standard { return built(t, two.First(0), cfg) }},
	} {
		f, g := c.f(), c.g()
		n, m, unchanged := int(f.n), int(g.n), file(t, g)
		if err := f.Merge(g); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := newStandard(f.slots, f.width, f.hash)
		want.allocate()
		for _, list := range []*wordlist.List{one.First(n), two.First(m)} {
			for h := range f.hash.Sums(list) {
				want.insert(want.locate(h))
			}
		}
		if !bytes.Equal(file(t, f), file(t, want)) || !bytes.Equal(file(t, g), unchanged) {
			t.Errorf("%s: the merged filter is not that of both lists, or the other one changed", name)
		}
	}
	twice := built(t, one, cfg)
	if err := twice.Merge(twice); err != nil || twice.n != 1800 || twice.count() != nil {
		t.Errorf("merged with itself: %v, %d keys", err, twice.n)
	}
	f, other, seeded := built(t, one, cfg), cfg, cfg
	other.Capacity, seeded.Seed = 2000, 6
	before := file(t, f)
	for _, g := range []filter.Filter{built(t, two, other), built(t, two, seeded), nil} {
		if err := f.Merge(g); err == nil || errors.Is(err, filter.ErrFull) || !bytes.Equal(file(t, f), before) {
			t.Errorf("merged with %+v: %v", g, err)
		}
	}
	coarse := filter.Config{Epsilon: 0.9, Seed: 5}
	f, before = built(t, one, coarse), nil
	before = file(t, f)
	if err := f.Merge(built(t, one, coarse)); !errors.Is(err, filter.ErrFull) || !bytes.Equal(file(t, f), before) {
		t.Errorf("without a bit to spare Merge returns %v", err)
	}
}

// A filter that has room for its own keys once more takes them in: each is then
// there twice.
func TestMergeWithItself(t *testing.T) {
	var keys []string
	for i := range 2000 {
		keys = append(keys, fmt.Sprint("key ", i))
	}
	built, err := Standard().Build(wordlist.Of(keys...), filter.Config{Epsilon: 1e-6, Seed: 1, Capacity: 3 * len(keys)})
	if err != nil {
		t.Fatal(err)
	}
	f := built.(*standard)
	slots := f.slots
	if err := f.Merge(f); err != nil || f.slots != slots || int(f.n) != 2*len(keys) {
		t.Fatalf("%v; %d keys in %d slots, of %d", err, f.n, f.slots, slots)
	}
	for copies := 2; copies > 0; copies-- {
		for _, key := range keys {
			if !f.Delete(key) {
				t.Fatalf("%q is there fewer than %d times", key, copies)
			}
		}
	}
	if f.n != 0 {
		t.Errorf("%d keys are left", f.n)
	}
}
