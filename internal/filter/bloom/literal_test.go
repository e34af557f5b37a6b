package bloom

import (
	"math"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

func FuzzLiteral(f *testing.F) { filtertest.Fuzz(f, Literal()) }

// The k positions are those of k hash functions of the whole key, seeds 0 to k − 1: just these
// bits are set, and a negative is denied by the first of its own that is not.
func TestLiteralSetsBitsOfSeededHashes(t *testing.T) {
	keys := wordlist.Of("associate", "project", "table")
	built, err := Literal().Build(keys, filter.Config{Epsilon: 0.01, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	f := built.(*literal)
	set := map[uint64]bool{}
	for key := range keys.Each() {
		for j := range f.of.k {
			set[f.position(key, j)] = true
		}
	}
	ones := 0
	for i := range f.of.m {
		if f.of.words[i/64]>>(i%64)&1 == 1 {
			if ones++; !set[i] {
				t.Errorf("bit %d is set", i)
			}
		}
	}
	if ones != len(set) {
		t.Errorf("%d bits are set, want %d", ones, len(set))
	}
	for i := range 5000 {
		key, want, reads := strconv.Itoa(i), true, 0
		for j := range f.of.k {
			if want {
				reads++
			}
			want = want && set[f.position(key, j)]
		}
		if found, steps := f.ContainsSteps(key); f.Contains(key) != want || found != want || steps != reads {
			t.Fatalf("%q: %v, %v of %d bits, want %v of %d", key, f.Contains(key), found, steps, want, reads)
		}
	}
}

// Functions of different seeds are independent: over many keys two of them agree on one
// position in m, as chance has it.
func TestLiteralHashesAreIndependent(t *testing.T) {
	b, err := newStandard(100, filter.Config{Epsilon: 0.01, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := &literal{*b}
	const keys = 200_000
	for j := range 3 {
		same := 0
		for i := range keys {
			key := strconv.Itoa(i)
			if f.position(key, j) == f.position(key, j+1) {
				same++
			}
		}
		want := float64(keys) / float64(f.of.m)
		if math.Abs(float64(same)-want) > 5*math.Sqrt(want) {
			t.Errorf("functions %d and %d agree on %d of %d keys, want about %.0f", j, j+1, same, keys, want)
		}
	}
}
