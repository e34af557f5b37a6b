package cuckoo

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

func TestStandardParams(t *testing.T) {
	// The five tables of the thesis's sweep, and the ends of the range.
	want := map[int]uint64{1: 10, 2: 9, 3: 9, 4: 8, 6: 8, 7: 7, 12: 7, 13: 6, 20: 6}
	for percent, f := range want {
		if got := fingerprintBits(float64(percent) / 100); got != f {
			t.Errorf("ε = %d %%: f = %d, not %d", percent, got, f)
		}
	}
	for epsilon, f := range map[float64]uint64{filter.MinEpsilon: 43, 1e-9: 33, 0.5: 4, 0.999: 4} {
		if got := fingerprintBits(epsilon); got != f {
			t.Errorf("ε = %v: f = %d, not %d", epsilon, got, f)
		}
	}
	for n, buckets := range map[int]uint64{0: 2, 7: 2, 8: 4, 1753: 512, 1925: 512, 1926: 1024} {
		if got := bucketsFor(n); got != buckets {
			t.Errorf("n = %d: %d buckets, not %d", n, got, buckets)
		}
	}
}

// TestStandardPacking writes and reads every entry of tables of every length of
// fingerprint: no entry may touch another.
func TestStandardPacking(t *testing.T) {
	for f := uint64(4); f <= 43; f++ {
		c := newStandard(16, f, filter.Config{}).allocate()
		value := func(e uint64) uint64 { return filter.Mix(e+f) & c.highest }
		for e := range c.buckets() * entries {
			c.set(e, c.highest)
			c.set(e, value(e))
		}
		for e := range c.buckets() * entries {
			if got := c.get(e); got != value(e) {
				t.Fatalf("f = %d: entry %d holds %d, not %d", f, e, got, value(e))
			}
		}
	}
}

// TestStandardQuick compares the query on whole buckets with the one entry by
// entry, for every fingerprint length that has both, on tables of all loads.
func TestStandardQuick(t *testing.T) {
	for f := uint64(4); f <= 16; f++ {
		for _, n := range []int{0, 1, 50, 110, 120} {
			c := newStandard(32, f, filter.Config{Seed: f}).allocate()
			for i := range n {
				c.add(c.hash.Sum64(fmt.Sprint(i)))
			}
			for i := range 5000 {
				key := fmt.Sprint(i)
				if quick, slow := c.Contains(key), c.containsSlow(c.hash.Sum64(key)); quick != slow {
					t.Fatalf("f = %d, n = %d: Contains(%q) = %v, entry by entry %v", f, n, key, quick, slow)
				}
			}
		}
	}
}

func TestStandardOther(t *testing.T) {
	c := newStandard(512, 10, filter.Config{}).allocate()
	for h := range uint64(100_000) {
		fp, i := c.locate(filter.Mix(h))
		j := c.other(i, fp)
		if fp == 0 || fp > c.highest || i%2 != 0 || j%2 != 1 || j >= c.buckets() || c.other(j, fp) != i {
			t.Fatalf("hash %#x: fingerprint %d, buckets %d and %d, and back %d", filter.Mix(h), fp, i, j, c.other(j, fp))
		}
	}
}

// TestStandardRefusal fills a table to the last place: a refused insertion
// leaves every byte as it was.
func TestStandardRefusal(t *testing.T) {
	c := newStandard(64, 8, filter.Config{Seed: 1}).allocate()
	refused := 0
	for i := 0; refused < 50; i++ {
		before, n := bytes.Clone(c.table), c.n
		err := c.Insert(fmt.Sprint(i))
		if err == nil {
			continue
		}
		refused++
		if !errors.Is(err, filter.ErrFull) || !bytes.Equal(before, c.table) || c.n != n {
			t.Fatalf("insertion %d, refused with %v, changes the table", i, err)
		}
	}
	if load := float64(c.n) / 256; load < 0.94 {
		t.Errorf("full at a load of %.3f already", load)
	}
}

type constant struct{}

func (constant) Sum64(string) uint64 { return 42 }

// TestStandardEqualHashes: 2b keys of one hash fit and can be deleted one by one;
// more than that are one entry that stays.
func TestStandardEqualHashes(t *testing.T) {
	for _, n := range []int{2 * entries, 2*entries + 1, 1000} {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprint(i)
		}
		f, err := buildStandard(wordlist.Of(keys...), filter.Config{Epsilon: 0.01, Hash: constant{}})
		if err != nil {
			t.Fatal(err)
		}
		c := f.(*standard)
		for i, key := range keys {
			if !c.Contains(key) {
				t.Fatalf("n = %d: key %d is lost after %d deletions", n, i, i)
			}
			if !c.Delete(key) {
				t.Fatalf("n = %d: Delete does not find key %d", n, i)
			}
		}
		if stays := c.Contains("x"); stays != (n > 2*entries) {
			t.Errorf("n = %d: after all deletions Contains is %v", n, stays)
		}
		if c.buckets() != bucketsFor(n) {
			t.Errorf("n = %d: enlarged to %d buckets", n, c.buckets())
		}
	}
	c := newStandard(64, 10, filter.Config{Hash: constant{}}).allocate()
	for i := range 2*entries + 1 {
		if err := c.Insert("a"); (err != nil) != (i == 2*entries) {
			t.Errorf("insertion %d: %v", i, err)
		}
	}
}
