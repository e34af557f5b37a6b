package ribbon

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// TestBitSolver compares the equations of one bit with elimination in the whole
// matrix, and asks every equation of its solution.
func TestBitSolver(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 4))
	solved := 0
	const systems = 200
	for i := range systems {
		tab := table{blocks: 1 + uint64(i%3), further: 1, columns: 1}
		n := int(tab.slots()) - random.IntN(20)
		rows, sound := make(bitBand, tab.slots()), true
		var all []dense
		var starts []uint64
		for range n {
			start, equation := bitEquation(random.Uint64(), tab.starts(), uint64(i))
			equation |= random.Uint64() & bitResult
			coefficients, shift := equation&^bitResult, start%64
			d := dense{result: equation >> 63}
			d.slots[start/64], d.slots[start/64+1] = coefficients<<shift, coefficients>>1>>(63-shift)
			all, starts = append(all, d), append(starts, start)
			sound = sound && rows.add(start, equation)
		}
		if want := solvable(all, 1); sound != want {
			t.Fatalf("%d equations in %d blocks: solvable %v, want %v", n, tab.blocks, sound, want)
		}
		if !sound {
			continue
		}
		solved++
		tab.words = make([]uint64, tab.length())
		rows.solve(&tab)
		for i, d := range all {
			if got, _ := value(&tab, starts[i], d); got != d.result {
				t.Fatalf("equation %d of %d has the value %d", i, n, got)
			}
		}
	}
	if solved < systems/10 || solved == systems {
		t.Errorf("%d of %d systems have a solution: want both kinds", solved, systems)
	}
}

// TestOnes compares the share of ones with that of random windows.
func TestOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 5))
	for _, words := range [][]uint64{{0, 0}, {1, 0}, {0, 1}, {1 << 63, 0}, {^uint64(0), 0}, {random.Uint64(), random.Uint64()}} {
		tab := table{words: words, blocks: 1, further: 1, columns: 1}
		const windows = 100_000
		ones := 0
		for range windows {
			start, coefficients := bitEquation(random.Uint64(), tab.starts(), 0)
			if tab.matches(start, coefficients, 1) {
				ones++
			}
		}
		want := tab.ones()
		deviation := math.Sqrt(want*(1-want)/windows) + 1e-9
		if got := float64(ones) / windows; math.Abs(got-want) > 5*deviation {
			t.Errorf("%x: %v of random windows are 1, expected %v", words, got, want)
		}
	}
}

// TestClubcardBits: k is near log2(ln 2·negatives/n), and no other is better for
// many keys, where log2(negatives/n) + 1.9 bits per key and the overhead are needed.
func TestClubcardBits(t *testing.T) {
	for _, c := range []struct{ n, negatives, k int }{
		{1753, 465_168, 8}, {1382, 465_168, 8}, {1_000_000, 1_000_000, 0}, {1_000_000, 100_000_000, 6}, {1000, 0, 0},
	} {
		if got := ClubcardBits(c.n, c.negatives); got != c.k {
			t.Errorf("%d keys, %d negatives: k = %d, want %d", c.n, c.negatives, got, c.k)
		}
	}
}

// TestClubcardOnTheList builds it for the thesis's keys and words and asks for all
// of them.
func TestClubcardOnTheList(t *testing.T) {
	keys := filtertest.Keys(t)
	others, thesis := filtertest.Negatives(t, keys)
	universe := wordlist.Of(slices.Concat(others.All(), keys.All())...)
	bits, rate := 0.0, 0.0
	const seeds = 2
	for seed := range seeds {
		f, err := buildClubcard(keys, filter.Config{Seed: uint64(seed), Universe: universe})
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
		bits += float64(f.Bits()) / float64(keys.Len()) / seeds
		rate += f.(filter.Closed).Outside() / seeds
	}
	if thesis && math.Abs(bits-10.3) > 0.1 {
		t.Errorf("%.2f bits per key, not about 10.3", bits)
	}
	if thesis && math.Abs(rate*512-1) > 0.01 {
		t.Errorf("outside the universe the rate is %v, not 2^−9", rate)
	}
}
