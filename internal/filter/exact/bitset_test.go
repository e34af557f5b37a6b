package exact

import (
	"math"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
)

// TestNumbering: distinct hashes get all numbers from 0 on, each once, in the space
// that the paper's γ·e^(1/γ) predicts: e = 2.72 bits per element at γ = 1, 3.30 at 2.
func TestNumbering(t *testing.T) {
	if a, b := NumberingBits(1), NumberingBits(2); math.Abs(a-2.72) > 0.005 || math.Abs(b-3.30) > 0.005 {
		t.Errorf("%v and %v bits per element", a, b)
	}
	for _, n := range []int{0, 1, 2, 3, 64, 1000, 200_000} {
		sums := make([]uint64, n)
		for i := range sums {
			sums[i] = filter.Mix(uint64(i) + 1)
		}
		var b numbering
		if err := b.number(append([]uint64{}, sums...)); err != nil {
			t.Fatal(err)
		}
		seen := make([]bool, n)
		for _, h := range sums {
			number, ok := b.of(h)
			if !ok || number >= uint64(n) || seen[number] {
				t.Fatalf("n = %d: number %d (%v) is wrong or taken", n, number, ok)
			}
			seen[number] = true
		}
		if got, want := float64(b.bits())/float64(n), NumberingBits(numberingGamma)*(1+1.0/16); n > 100_000 && math.Abs(got/want-1) > 0.01 {
			t.Errorf("%v bits per element, not %v", got, want)
		}
	}
}

// TestBitsetParts divides a small universe as a large one is, and stores it.
func TestBitsetParts(t *testing.T) {
	keys, universe := numbers(0, 3000), numbers(2000, 10_000)
	for _, parts := range []int{1, 2, 7, 500, 2000} { // the last have parts without elements
		b := &bitset{parts: make([]bitsetNumbers, parts), hash: filter.NewHasher(filter.Config{Seed: 3})}
		if err := b.build(keys, universe); err != nil {
			t.Fatal(err)
		}
		file, err := b.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		var read bitset
		if err := read.UnmarshalBinary(file); err != nil {
			t.Fatal(err)
		}
		for _, f := range []*bitset{b, &read} {
			for i := range 12_000 {
				if f.Contains(strconv.Itoa(i)) != (i < 3000) {
					t.Fatalf("%d parts: Contains(%d) is %v", parts, i, i >= 3000)
				}
			}
			if u := f.Params()[0].Value; u != 12_000 {
				t.Errorf("%d parts: %v elements, not 12,000", parts, u)
			}
		}
		negatives, positives := 200_000, 0
		for i := range negatives {
			if b.Contains(strconv.Itoa(1_000_000 + i)) {
				positives++
			}
		}
		if rate := float64(positives) / float64(negatives); math.Abs(rate/b.Outside()-1) > 0.05 {
			t.Errorf("%d parts: outside the universe the rate is %v, not %v", parts, rate, b.Outside())
		}
	}
}

// TestNumberingFails: equal hashes end in an error, not in a loop without end.
func TestNumberingFails(t *testing.T) {
	var b numbering
	if err := b.number([]uint64{1, 2, 1}); err == nil {
		t.Error("two equal hashes are numbered")
	}
}
