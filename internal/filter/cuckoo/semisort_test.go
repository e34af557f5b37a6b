package cuckoo

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestCombinations computes the table again: each multiset of four numbers of
// four bits, at its rank.
func TestCombinations(t *testing.T) {
	if len(combinations) != 2<<indexBits {
		t.Fatalf("the table has %d bytes, not %d", len(combinations), 2<<indexBits)
	}
	n := uint64(0)
	for d := range uint64(16) {
		for c := range d + 1 {
			for b := range c + 1 {
				for a := range b + 1 {
					if got := combination(a, b, c, d); got != n {
						t.Fatalf("(%d, %d, %d, %d) has rank %d, not %d", a, b, c, d, got, n)
					}
					got := uint64(combinations[2*n]) | uint64(combinations[2*n+1])<<8
					if want := a | b<<4 | c<<8 | d<<12; got != want {
						t.Fatalf("index %d is %#x, not %#x", n, got, want)
					}
					n++
				}
			}
		}
	}
	if n != indices {
		t.Errorf("%d combinations, not %d", n, indices)
	}
	for at := 2 * n; at < uint64(len(combinations)); at++ {
		if combinations[at] != 0 {
			t.Fatalf("byte %d behind the combinations is not 0", at)
		}
	}
}

// TestSemisortParams: the sizes of the paper's formula, a bit per entry less than
// those of the cuckoo filter, and f at least 5.
func TestSemisortParams(t *testing.T) {
	for epsilon, bits := range map[float64]uint64{0.01: 2048 * 9, 0.05: 2048 * 7, 0.2: 2048 * 5, 0.5: 2048 * 4, 0.9: 2048 * 4} {
		p, err := planSemisort(1753, filter.Config{Epsilon: epsilon})
		if err != nil || p.Bits != bits {
			t.Errorf("ε = %v: %d bits, not %d; %v", epsilon, p.Bits, bits, err)
		}
	}
}

// TestSemisortBuckets writes random buckets of every length of fingerprint: they
// are read as they were, and no bucket touches another.
func TestSemisortBuckets(t *testing.T) {
	for f := uint64(semisortLeastF); f <= mostBits; f++ {
		c := newSemisort(16, f, filter.Config{}).allocate()
		value := func(number uint64) (b bucket) {
			for k := range b {
				b[k] = filter.Mix(number*entries+uint64(k)+f) & c.highest
			}
			slices.Sort(b[:])
			return b
		}
		for number := range c.buckets() {
			full := bucket{c.highest, c.highest, c.highest, c.highest}
			c.set(number, &full)
			b := value(number)
			c.set(number, &b)
		}
		for number := range c.buckets() {
			if got := c.get(number); got != value(number) {
				t.Fatalf("f = %d: bucket %d holds %d, not %d", f, number, got, value(number))
			}
		}
	}
}

// TestSemisortQuick compares the query on whole buckets with the decoded one, for
// every fingerprint length that has both, on tables of all loads.
func TestSemisortQuick(t *testing.T) {
	for f := uint64(semisortLeastF); f <= 17; f++ {
		for _, n := range []int{0, 1, 50, 110, 120} {
			c := newSemisort(32, f, filter.Config{Seed: f}).allocate()
			if !c.quick {
				t.Fatalf("f = %d is not quick", f)
			}
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

// TestSemisortAnswers: a semi-sorted table has the same keys in the same places
// as the cuckoo filter until something has to move, so that the answers agree.
func TestSemisortAnswers(t *testing.T) {
	keys := make([]string, 500)
	for i := range keys {
		keys[i] = fmt.Sprint(i)
	}
	list, cfg := wordlist.Of(keys...), filter.Config{Epsilon: 0.05, Seed: 3, Capacity: 1900}
	f, err := Semisort().Build(list, cfg)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Standard().Build(list, cfg)
	if err != nil {
		t.Fatal(err)
	}
	admitted := 0
	for i := range 20_000 {
		query := fmt.Sprint("q", i)
		if f.Contains(query) != g.Contains(query) {
			t.Fatalf("%q: semi-sorted %v, not sorted %v", query, f.Contains(query), g.Contains(query))
		}
		if f.Contains(query) {
			admitted++
		}
	}
	if admitted == 0 {
		t.Error("no false positive to compare")
	}
}

// TestSemisortRefusal fills a table to the last place: a refused insertion leaves
// every byte as it was, and the generator.
func TestSemisortRefusal(t *testing.T) {
	for _, f := range []uint64{8, 30} {
		c := newSemisort(64, f, filter.Config{Seed: 1}).allocate()
		refused := 0
		for i := 0; refused < 50; i++ {
			before, n, random := bytes.Clone(c.table), c.n, c.random
			err := c.Insert(fmt.Sprint(i))
			if err == nil {
				continue
			}
			refused++
			if !errors.Is(err, filter.ErrFull) || !bytes.Equal(before, c.table) || c.n != n || c.random != random {
				t.Fatalf("insertion %d, refused with %v, changes the table", i, err)
			}
		}
		if load := float64(c.n) / 256; load < 0.94 {
			t.Errorf("full at a load of %.3f already", load)
		}
	}
}

// TestSemisortEqualHashes: 2b keys of one hash fit and can be deleted one by one;
// more than that are one entry that stays.
func TestSemisortEqualHashes(t *testing.T) {
	for _, n := range []int{2 * entries, 2*entries + 1, 1000} {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprint(i)
		}
		f, err := buildSemisort(wordlist.Of(keys...), filter.Config{Epsilon: 0.01, Hash: constant{}})
		if err != nil {
			t.Fatal(err)
		}
		c := f.(*semisort)
		for i, key := range keys {
			if !c.Contains(key) || !c.Delete(key) {
				t.Fatalf("n = %d: key %d is lost after %d deletions", n, i, i)
			}
		}
		if stays := c.Contains("x"); stays != (n > 2*entries) {
			t.Errorf("n = %d: after all deletions Contains is %v", n, stays)
		}
	}
}
