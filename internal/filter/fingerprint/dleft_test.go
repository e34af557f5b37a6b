package fingerprint

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

func numbered(what string, n int) *wordlist.List {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint(what, " ", i)
	}
	return wordlist.Of(words...)
}

// TestPermutations: in each subtable every fingerprint has a cell's content of its
// own, also after doubling, where both halves of a bucket are its own two.
func TestPermutations(t *testing.T) {
	for _, c := range []struct{ first, whole, doubled uint64 }{{1, 3, 0}, {5, 4, 0}, {5, 4, 2}, {64, 6, 3}, {37, 1, 0}} {
		table := newTable(c.first, c.whole, c.doubled)
		before := newTable(c.first, c.whole, 0)
		count := c.first << c.whole
		var seen [tableSubtables]map[[2]uint64]bool
		for i := range seen {
			seen[i] = make(map[[2]uint64]bool)
		}
		for f := range count {
			h := uint64(math.MaxUint64)/count*f + math.MaxUint64/count/2 // in the middle of its share
			at, cell := table.places(h)
			old, _ := before.places(h)
			for i, start := range at {
				seen[i][[2]uint64{start, cell}] = true
				if start%table.width != 0 || start/table.subsize != uint64(i) {
					t.Fatalf("%+v: fingerprint %d begins at byte %d of subtable %d", c, f, start, i)
				}
				if start/table.width>>c.doubled != old[i]/before.width {
					t.Fatalf("%+v: fingerprint %d is in bucket %d, which is no part of %d", c, f, start/table.width, old[i]/before.width)
				}
			}
		}
		for i := range seen {
			if uint64(len(seen[i])) != count {
				t.Errorf("%+v: %d fingerprints have %d places in subtable %d", c, count, len(seen[i]), i)
			}
		}
	}
}

// TestTableLoad: at the load of 6 the paper expects no bucket of eight cells to
// overflow; and it takes more than 7 to do so.
func TestTableLoad(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, c := range []struct {
		buckets uint64
		tables  int
	}{{1, 20}, {3, 100}, {74, 100}, {2000, 3}} {
		least := math.Inf(1)
		for seed := range c.tables {
			random := rand.New(rand.NewPCG(uint64(seed), c.buckets))
			table := newTable(c.buckets, 12, 0).allocate()
			for table.add(random.Uint64()) {
			}
			least = min(least, float64(table.used)/tableSubtables/float64(c.buckets))
		}
		if least < 7 {
			t.Errorf("%d buckets are full at a load of %.2f", c.buckets, least)
		}
		t.Logf("%d buckets, %d tables: full at a load of %.2f or more", c.buckets, c.tables, least)
	}
}

// TestTableAnswers compares all ways to ask with a set of fingerprints, for every
// width of a cell: four, two and one in a word.
func TestTableAnswers(t *testing.T) {
	steps := tier.Of(300, 2000)
	for whole := uint64(1); whole <= tableMostRest; whole++ {
		table := newTable(7, whole, 0).allocate()
		random := rand.New(rand.NewPCG(whole, 1))
		shift := 64 - min(whole, 12)
		held := make(map[[2]uint64]int)
		hash := func() uint64 { return random.Uint64()>>shift<<shift | random.Uint64()>>(64-shift)>>3 }
		of := func(h uint64) [2]uint64 { // the fingerprint
			at, cell := table.places(h)
			return [2]uint64{at[0], cell}
		}
		for range steps {
			h := hash()
			f := of(h)
			if got, want := table.contains(h), held[f] > 0; got != want || table.quick() && table.has(h) != want {
				t.Fatalf("rests of %d bits: a fingerprint that is there %d times is found: %v, %v", whole, held[f], got, table.quick() && table.has(h))
			}
			switch {
			case random.IntN(3) > 0 && held[f] < 2:
				if table.add(h) {
					held[f]++
				} else if held[f] > 0 {
					t.Fatalf("rests of %d bits: no place for a copy", whole)
				}
			case held[f] > 0:
				if !table.remove(h) {
					t.Fatalf("rests of %d bits: a fingerprint is not found to be removed", whole)
				}
				held[f]--
			case table.remove(h):
				t.Fatalf("rests of %d bits: a fingerprint is removed that is not there", whole)
			}
		}
	}
}

// TestPlacing: a fingerprint goes to the least loaded of its buckets, the leftmost
// of several.
func TestPlacing(t *testing.T) {
	table := newTable(1, 20, 0).allocate()
	random := rand.New(rand.NewPCG(1, 1))
	for i := range tableSubtables * tableCells {
		h := random.Uint64()
		bit, found, room := table.find(h)
		if want := uint64(i % tableSubtables); found || !room || bit/8/table.subsize != want {
			t.Errorf("fingerprint %d: found %v, room %v, subtable %d, want %d", i, found, room, bit/8/table.subsize, want)
		}
		table.add(h)
	}
	if table.add(random.Uint64()) || table.used != tableSubtables*tableCells {
		t.Errorf("a full table takes one more; it has %d", table.used)
	}
}

// TestEmptyCells: a file in which an empty cell has a rest is refused.
func TestEmptyCells(t *testing.T) {
	f, err := DLeft().Build(wordlist.Of("a"), filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	d := f.(*dleft)
	for i := range uint64(tableSubtables * tableCells) {
		if d.get(i*d.width) == 0 {
			d.set(i*d.width, 4)
			break
		}
	}
	file, err := d.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DLeft().Open(file); err == nil {
		t.Error("it is read")
	}
}

// TestChurn deletes and inserts a tenth of the keys at the designed load a hundred
// times. Buckets chosen without permutations lose keys so.
func TestChurn(t *testing.T) {
	const n = 6144
	f, err := DLeft().Build(numbered("key", n), filter.Config{Epsilon: 0.2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	d := f.(*dleft)
	held := numbered("key", n).All()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 100 {
		random.Shuffle(n, func(i, j int) { held[i], held[j] = held[j], held[i] })
		for i := range n / 10 {
			if !d.Delete(held[i]) {
				t.Fatalf("round %d: %q is not found", round, held[i])
			}
			held[i] = fmt.Sprint("round ", round, " ", i)
			if err := d.Insert(held[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, key := range held {
		if !d.Contains(key) {
			t.Errorf("%q is lost", key)
		}
	}
}

// TestResize doubles until the rests have one bit: answers and rate stay, counts
// too. Then the room has doubled each time, and filled again the rate has.
func TestResize(t *testing.T) {
	const n = 1752 // 73 buckets of 24
	keys, negatives := numbered("key", n), numbered("negative", 5_000)
	cfg := filter.Config{Epsilon: 0.01, Seed: 5}
	f, err := DLeft().Build(keys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := f.(*dleft)
	for key := range keys.First(100).Each() {
		if err := d.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	yes := make(map[string]bool)
	for q := range negatives.Each() {
		yes[q] = d.Contains(q)
	}
	theory, bits := d.Theory(), d.Bits()
	inserted := n
	for doubling := 1; ; doubling++ {
		err := d.Resize()
		if errors.Is(err, filter.ErrFull) {
			if doubling != 12 {
				t.Errorf("a filter with rests of 12 bits is doubled %d times, want 11", doubling-1)
			}
			break
		}
		if want := bits << doubling * uint64(14-doubling) / 14; d.Bits() != want {
			t.Fatalf("doubled %d times it has %d bits, want %d", doubling, d.Bits(), want)
		}
		if d.Theory() != theory {
			t.Fatalf("doubled %d times the rate is %v, was %v", doubling, d.Theory(), theory)
		}
		for key := range keys.Each() {
			if !d.Contains(key) {
				t.Fatalf("doubled %d times it loses %q", doubling, key)
			}
		}
		for q := range negatives.Each() {
			if d.Contains(q) != yes[q] {
				t.Fatalf("doubled %d times it answers otherwise for %q", doubling, q)
			}
		}
		if doubling == 3 { // fill it
			before := d.Theory()
			for ; inserted < 8*n; inserted++ {
				if err := d.Insert(fmt.Sprint("more ", inserted)); err != nil {
					t.Fatalf("no place for key %d of %d: %v", inserted, 8*n, err)
				}
			}
			if ratio := d.Theory() / before; ratio < 7.8 || ratio > 8 {
				t.Errorf("filled after three doublings it has %.2f times the rate, want 8 less equal fingerprints", ratio)
			}
			theory = d.Theory()
			for q := range negatives.Each() {
				yes[q] = d.Contains(q)
			}
		}
	}
	for key := range keys.First(100).Each() { // counts of two, if nothing else has the fingerprint
		if !d.Delete(key) || !d.Contains(key) {
			t.Fatalf("%q was inserted twice, deleted once and is denied", key)
		}
	}
}

// TestSticky: a count of three stays.
func TestSticky(t *testing.T) {
	f, err := DLeft().Build(wordlist.Of("a", "a", "a", "b"), filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	d := f.(*dleft)
	for range 10 {
		if !d.Delete("a") || !d.Contains("a") {
			t.Error("a counter of three is counted down")
		}
	}
	if !d.Delete("b") || d.Contains("b") || d.Delete("b") {
		t.Error("a key that was there once is not gone")
	}
}

// TestDLeftSize: the requested rate is held, and the literature's sizes are those
// for whole buckets: 24·2^−r, (4/3)·(r + 2) bits per key.
func TestDLeftSize(t *testing.T) {
	for _, epsilon := range []float64{1 - 1e-9, 0.5, 0.2, 0.05, 0.01, 1e-3, 1e-6, 1e-12} {
		for _, n := range []int{1, 2, 23, 24, 25, 1753, 24_000, 10_000_000} {
			plan, err := DLeft().Plan(n, filter.Config{Epsilon: epsilon})
			if err != nil {
				t.Fatal(err)
			}
			if plan.Theory > epsilon {
				t.Errorf("n = %d: asked for %v it has a rate of %v", n, epsilon, plan.Theory)
			}
			r := plan.Params[3].Value
			if n%24 == 0 {
				if want := -math.Expm1(float64(n) * math.Log1p(-24*math.Pow(2, -r)/float64(n))); math.Abs(plan.Theory-want) > 1e-12*want {
					t.Errorf("n = %d, r = %v: rate %v, not %v", n, r, plan.Theory, want)
				}
				if got, want := float64(plan.Bits)/float64(n), 4./3*(r+2); math.Abs(got-want) > 1e-9 {
					t.Errorf("n = %d, r = %v: %v bits per key, not %v", n, r, got, want)
				}
			}
		}
	}
}

func FuzzDLeft(f *testing.F) { filtertest.Fuzz(f, DLeft()) }
