package difference

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
)

// sets are two sets of keys: some in both, some in one alone.
func sets(seed uint64, both, first, second int) (a, b []uint64) {
	for i := range both + first + second {
		key := filter.Mix(seed<<32 + uint64(i))
		if i < both+first {
			a = append(a, key)
		}
		if i < both || i >= both+first {
			b = append(b, key)
		}
	}
	return a, b
}

// only are the keys of a that b lacks, by a map, sorted.
func only(a, b []uint64) []uint64 {
	in := map[uint64]bool{}
	for _, k := range a {
		in[k] = true
	}
	for _, k := range b {
		delete(in, k)
	}
	return slices.Sorted(maps.Keys(in))
}

// sorted is a copy in order.
func sorted(keys []uint64) []uint64 { return slices.Sorted(slices.Values(keys)) }

func tableOf(t *testing.T, keys []uint64, cells, hashes int, seed uint64) *Table {
	t.Helper()
	table, err := NewTable(cells, hashes, seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		table.Insert(k)
	}
	return table
}

// A table gives the difference of any two sets that a map gives, through its bytes, or
// says that it is stuck.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	peeled := 0
	for trial := range uint64(300) {
		a, b := sets(trial, random.IntN(200), random.IntN(20), random.IntN(20))
		hashes, cells := 2+random.IntN(7), 1+random.IntN(100)
		mine := tableOf(t, a, cells, hashes, trial)
		theirs, err := ParseTable(tableOf(t, b, cells, hashes, trial).AppendBinary(nil), trial)
		if err != nil {
			t.Fatal(err)
		}
		if err := mine.Subtract(theirs); err != nil {
			t.Fatal(err)
		}
		onlyA, onlyB, err := mine.Peel()
		if err != nil {
			continue
		}
		peeled++
		if !slices.Equal(sorted(onlyA), only(a, b)) || !slices.Equal(sorted(onlyB), only(b, a)) {
			t.Fatalf("trial %d: %d and %d keys, want %d and %d", trial, len(onlyA), len(onlyB), len(only(a, b)), len(only(b, a)))
		}
	}
	if peeled < 100 {
		t.Errorf("%d of 300 tables were peeled", peeled)
	}
}

// A table with one bit of a cell turned is not peeled to a wrong difference.
func TestDamagedTable(t *testing.T) {
	a, b := sets(3, 50, 6, 7)
	message := tableOf(t, b, 60, 4, 9).AppendBinary(nil)
	for bit := range 8 * len(message) {
		damaged := slices.Clone(message)
		damaged[bit/8] ^= 1 << (bit % 8)
		theirs, err := ParseTable(damaged, 9)
		if err != nil {
			continue
		}
		mine := tableOf(t, a, 60, 4, 9)
		if err := mine.Subtract(theirs); err != nil {
			continue
		}
		onlyA, onlyB, err := mine.Peel()
		if err == nil && (!slices.Equal(sorted(onlyA), only(a, b)) || !slices.Equal(sorted(onlyB), only(b, a))) {
			t.Fatalf("bit %d: a wrong difference", bit)
		}
	}
}

// A cell that says a key is in it whose other cells know nothing of it makes no peer
// peel for ever.
func TestKeyThatComesBack(t *testing.T) {
	table := tableOf(t, nil, 8, 2, 1)
	e := entryOf(5, 1)
	table.cells[table.at(e, 0)].add(e, 1)
	if _, _, err := table.Peel(); err != ErrStuck {
		t.Errorf("%v", err)
	}
}

// The cells per key that peel a large difference are those of theory: 5 % more do, 5 % fewer do not.
func TestThreshold(t *testing.T) {
	const d = 20_000
	for hashes, published := range map[int]float64{3: 1.222, 4: 1.295, 5: 1.425} {
		c := CellsPerKey(hashes)
		if math.Abs(c-published) > 0.001 {
			t.Errorf("%d hashes: %.4f cells per key, published %.3f", hashes, c, published)
		}
		for seed := range uint64(3) {
			for share, want := range map[float64]error{1.05: nil, 0.95: ErrStuck} {
				a, _ := sets(seed, 0, d, 0)
				if _, _, err := tableOf(t, a, int(share*c*d), hashes, seed).Peel(); err != want {
					t.Errorf("%d hashes, %.2f of the cells: %v", hashes, share, err)
				}
			}
		}
	}
	if !math.IsNaN(CellsPerKey(2)) {
		t.Error("two hashes have a threshold")
	}
}

// CellsFor peels 99 of 100 differences of any size.
func TestCellsFor(t *testing.T) {
	for _, d := range []int{0, 1, 2, 3, 5, 8, 13, 30, 100, 300, 1000} {
		trials, stuck := uint64(2000), 0
		if d > 100 {
			trials = 400
		}
		for seed := range trials {
			a, _ := sets(seed, 0, d, 0)
			if _, _, err := tableOf(t, a, CellsFor(d), Hashes, seed).Peel(); err != nil {
				stuck++
			}
		}
		if float64(stuck) > 0.01*float64(trials)+3*math.Sqrt(0.01*float64(trials)) {
			t.Errorf("d = %d: %d of %d tables of %d cells are stuck", d, stuck, trials, CellsFor(d))
		}
	}
}

// The estimate of strata is exact for few differences, 0 for none, and within some tens
// of per cent for many; its mean is less than 10 % off.
func TestStrata(t *testing.T) {
	for _, d := range []int{0, 1, 10, 40, 300, 3000, 30_000} {
		sum, trials := 0.0, 12
		for seed := range uint64(trials) {
			a, b := sets(seed+100, 1000, d/2, d-d/2)
			mine, theirs := NewStrata(seed), NewStrata(seed)
			for _, k := range a {
				mine.Insert(k)
			}
			for _, k := range b {
				theirs.Insert(k)
			}
			sent, err := ParseStrata(theirs.AppendBinary(nil), seed)
			if err != nil {
				t.Fatal(err)
			}
			got, err := mine.Estimate(sent)
			if err != nil {
				t.Fatal(err)
			}
			if d <= 40 && got != float64(d) || math.Abs(got-float64(d)) > 0.6*float64(d) {
				t.Errorf("d = %d: estimate %v", d, got)
			}
			sum += got
		}
		if mean := sum / float64(trials); math.Abs(mean-float64(d)) > 0.12*float64(d) {
			t.Errorf("d = %d: mean estimate %v", d, mean)
		}
	}
}

// The share of equal counters is that of theory, for sets of equal and of unequal size,
// and the estimate that follows from it is right.
func TestCounters(t *testing.T) {
	const cells = 20_000
	for _, c := range []struct{ a, b int }{{0, 0}, {1, 0}, {30, 30}, {500, 500}, {2000, 0}, {10_000, 10_000}, {20_000, 3000}, {20_000, 20_000}} {
		a, b := sets(uint64(c.a), 5000, c.a, c.b)
		mine, theirs := NewCounters(cells, 7), NewCounters(cells, 7)
		for _, k := range a {
			mine.Insert(k)
		}
		for _, k := range b {
			theirs.Insert(k)
		}
		sent, err := ParseCounters(theirs.AppendBinary(nil), 7)
		if err != nil {
			t.Fatal(err)
		}
		equal := 0
		for i := range cells {
			if mine.cells[i] == sent.cells[i] {
				equal++
			}
		}
		d := float64(c.a + c.b)
		want := equalShare(d/cells, math.Abs(float64(c.a-c.b))/cells)
		if got := float64(equal) / cells; math.Abs(got-want) > 4*math.Sqrt(max(want*(1-want), 1/d)/cells)+1e-4 {
			t.Errorf("%+v: %.4f of the cells are equal, want %.4f", c, got, want)
		}
		if got := mine.Estimate(sent); math.Abs(got-d) > 0.04*d+0.5 {
			t.Errorf("%+v: estimate %.1f", c, got)
		}
	}
	if e := NewCounters(3, 1).Estimate(NewCounters(4, 1)); !math.IsNaN(e) {
		t.Errorf("counters of other sizes: %v", e)
	}
	full, empty := NewCounters(2, 1), NewCounters(2, 1)
	for i := range uint64(9) {
		full.Insert(i)
	}
	if e := full.Estimate(empty); e != 9 {
		t.Errorf("no equal cell: %v", e)
	}
}

// The least bits are those of numbers of ways: 2^64 keys, then pairs and triples of them.
func TestLeast(t *testing.T) {
	for d, want := range map[int]float64{0: 0, 1: 64, 2: 127, 3: 192 - math.Log2(6)} {
		if got := Least(d); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d keys take %v bits, want %v", d, got, want)
		}
	}
}

// Counters that wrap to equal ones tell by the sizes of the sets that these differ.
func TestCountersOfOtherSizes(t *testing.T) {
	a, b := NewCounters(1, 1), NewCounters(1, 1)
	for key := range uint64(16) {
		a.Insert(key)
	}
	if got := a.Estimate(b); got != 16 {
		t.Errorf("16 keys and none differ in %v", got)
	}
}

// A key whose hash ends with more zeros than there are strata is in the last of them.
func TestLastStratum(t *testing.T) {
	a := NewStrata(5)
	for _, zeros := range []int{31, 32, 40, 63} {
		a.Insert(unmix(1<<zeros) - filter.Mix(6))
	}
	b, err := ParseStrata(a.AppendBinary(nil), 5)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := NewStrata(5).Estimate(b); err != nil || found != 4 || len(a.tables) != strata {
		t.Errorf("%v of 4 keys in %d strata, %v", found, len(a.tables), err)
	}
}

// The filters of a tree have the hashes that suit their values: an inner node less than leaves.
func TestHashesOfSummary(t *testing.T) {
	keys, _ := sets(1, 1000, 0, 0)
	s := NewTree(keys, 1).Summary(10, 0.6)
	if s.inner.size != 4000 || s.leaves.size != 6000 || s.inner.k != 3 || s.leaves.k != 4 { // 4·ln 2 and 6·ln 2
		t.Errorf("%d hashes in %d bits and %d in %d", s.inner.k, s.inner.size, s.leaves.k, s.leaves.size)
	}
}

// Counts are sent as their distance from what is expected of them, which one byte has mostly: of 20,000
// keys 2,000 are in each of 40 cells, and of 200 symbols most have hundreds.
func TestCountsTakeAByte(t *testing.T) {
	keys, _ := sets(2, 20_000, 0, 0)
	for name, c := range map[string]struct {
		text  []byte
		cells int
	}{"a table": {tableOf(t, keys, 40, 4, 1).AppendBinary(nil), 40}, "symbols": {NewEncoder(keys, 1).AppendNext(nil, 200), 200}} {
		const header = 5
		if each := float64(len(c.text)-header)/float64(c.cells) - 12; each > 1.5 { // beside the sums of keys and hashes
			t.Errorf("%s: a count takes %.2f bytes", name, each)
		}
	}
}
