package window

import (
	"math"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
)

// A key that comes again at once is seen, by theory too; so is one of the window where that is
// certain, and what a sliding filter has shifted out is not.
func TestTheoryAtEnds(t *testing.T) {
	const w = 640
	for _, s := range []filter.Windows{Double(), Aging(), Sliding(), Stable(), Generalised()} {
		win, err := s.Build(w, filter.Config{Epsilon: 0.05})
		if err != nil {
			t.Fatal(err)
		}
		if _, negative := win.Theory(1); math.Abs(negative) > 1e-12 {
			t.Errorf("%s forgets %v of what comes again at once", s.Name, negative)
		}
		if _, negative := win.Theory(w); s.Certain && negative != 0 {
			t.Errorf("%s forgets %v of its window", s.Name, negative)
		}
		if positive, negative := win.Theory(100 * w); math.Abs(negative-(1-positive)) > 0.01 {
			t.Errorf("%s remembers %v of what came long ago, and %v of what never came", s.Name, 1-negative, positive)
		}
		if s, is := win.(*sliding); is {
			for shifts, want := range map[float64]float64{float64(s.l): 0, float64(s.l) + 0.5: 0.5, float64(s.l) + 1: 1} {
				if positive, negative := s.Theory(int(shifts * float64(s.g))); math.Abs(negative/(1-positive)-want) > 1/float64(s.g) {
					t.Errorf("%v of the keys of %v shifts ago are forgotten, want %v", negative/(1-positive), shifts, want)
				}
			}
		}
		if g, is := win.(*generalised); is && g.k1-g.k0 != 0 && g.k1-g.k0 != 1 {
			t.Errorf("%d bits are set, %d cleared", g.k1, g.k0)
		}
	}
}

// The rate of a sliding filter is the chance that k slices in a row have their bit, summed over
// all sets of slices that can have it.
func TestSlidingRate(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {1, 4}, {2, 3}, {3, 1}, {4, 6}} {
		k, l := c[0], c[1]
		rate := 0.0
		for which := range 1 << (k + l) {
			chance, row, seen := 1.0, 0, false
			for i := range k + l {
				fill := 0.5
				if i < k { // after i + 1 of the k shares of keys that make it half full
					fill = 1 - math.Pow(0.5, float64(i+1)/float64(k))
				}
				if which>>i&1 == 0 {
					chance, row = chance*(1-fill), 0
					continue
				}
				chance, row = chance*fill, row+1
				seen = seen || row == k
			}
			if seen {
				rate += chance
			}
		}
		if got := slidingRate(k, l); math.Abs(got-rate) > 1e-12 {
			t.Errorf("k = %d, l = %d: a rate of %v, want %v", k, l, got, rate)
		}
	}
}

// A stable filter lowers as many cells as it says, whichever is the first of them, and of all
// widths and numbers of cells it has those that forget least.
func TestStableLowers(t *testing.T) {
	for seed := range uint64(20) {
		s := newStable(10, 2, 1, filter.Config{Epsilon: 0.5, Seed: seed})
		s.cells, s.p = packed.New(10, 2), 10
		for i := range s.m {
			s.cells.Set(i, 2)
		}
		s.Seen("a key")
		for i := range s.m {
			if x := s.cells.At(i); x != 1 && i != s.at[0] {
				t.Fatalf("seed %d: cell %d of 10 is at %d after all were lowered from 2", seed, i, x)
			}
		}
	}
	for _, epsilon := range []float64{0.3, 0.1, 0.01} {
		cfg := filter.Config{Epsilon: epsilon}
		win, err := Stable().Build(500, cfg)
		if err != nil {
			t.Fatal(err)
		}
		_, best := win.Theory(500)
		for width := uint64(1); width <= 3; width++ {
			for k := 1; k <= int(-math.Log2(epsilon)); k++ {
				s := newStable(win.Bits()/width, width, k, cfg)
				if s == nil {
					continue
				}
				if _, negative := s.Theory(500); negative < best-1e-3 {
					t.Errorf("ε = %v: %d cells of %d bits forget %v, those of the filter %v", epsilon, k, width, negative, best)
				}
			}
		}
	}
}
