package difference

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/filter"
)

func TestUnmix(t *testing.T) {
	for i := range uint64(1000) {
		if x := filter.Mix(i * 0x9e3779b97f4a7c15); unmix(filter.Mix(x)) != x {
			t.Fatalf("%x", x)
		}
	}
}

// Every key that a tree finds is one of the difference, and with bits in plenty it finds
// all of them, asking some questions for each and not one for each key.
func TestTree(t *testing.T) {
	for _, c := range []struct{ both, first, second int }{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 5}, {1, 1, 1}, {3000, 0, 0}, {3000, 1, 0}, {3000, 7, 9}, {0, 50, 60}} {
		a, b := sets(5, c.both, c.first, c.second)
		sent, err := ParseSummary(NewTree(b, 4).Summary(100, 0.5).AppendBinary(nil))
		if err != nil {
			t.Fatal(err)
		}
		keys, questions := NewTree(a, 4).Missing(sent, 0)
		if !slices.Equal(sorted(keys), only(a, b)) {
			t.Errorf("%+v: %d keys, want %d", c, len(keys), c.first)
		}
		d := float64(c.first + c.second)
		if most := 1 + 3*d*math.Log2(float64(len(a)+2)); c.both > 0 && float64(questions) > most {
			t.Errorf("%+v: %d questions, want at most %.0f", c, questions, most)
		}
	}
}

// Fewer bits find fewer keys, a correction finds more of them; none is invented.
func TestTreeMisses(t *testing.T) {
	found := func(bitsPerKey float64, correction int) (sum int) {
		for seed := range uint64(20) {
			a, b := sets(seed, 2000, 100, 100)
			truth := only(a, b)
			keys, _ := NewTree(a, seed).Missing(NewTree(b, seed).Summary(bitsPerKey, 0.5), correction)
			for _, k := range keys {
				if _, is := slices.BinarySearch(truth, k); !is {
					t.Fatalf("%x is in both sets", k)
				}
			}
			sum += len(keys)
		}
		return sum
	}
	few, some, corrected := found(4, 0), found(8, 0), found(8, 5)
	if !(few < some && some < corrected && corrected < 2000) {
		t.Errorf("found %d with 4 bits per key, %d with 8, %d with a correction of 5, of 2000", few, some, corrected)
	}
}

// A walk leaves what it knows at the node after as many known ones as the correction says:
// of two equal sets it asks about a binary tree of that many levels and one.
func TestTreeIsLeftAfterTheCorrection(t *testing.T) {
	keys, _ := sets(6, 4096, 0, 0)
	tree := NewTree(keys, 4)
	summary := tree.Summary(100, 0.5)
	for correction, want := range []int{1, 3, 7, 15, 31} {
		if found, questions := tree.Missing(summary, correction); len(found) != 0 || questions != want {
			t.Errorf("a correction of %d: %d keys and %d questions, want none and %d", correction, len(found), questions, want)
		}
	}
}

// LeafShare is the share of the bits for the leaves that finds the most at 8 bits per key
// and a correction of 5, of those at a tenth from each other: about nine in ten keys of
// the difference, as Byers et al. report.
func TestLeafShare(t *testing.T) {
	found := func(leaves float64) float64 {
		sum := 0
		for seed := range uint64(10) {
			a, b := sets(seed, 9900, 100, 100)
			keys, _ := NewTree(a, seed).Missing(NewTree(b, seed).Summary(8, leaves), 5)
			sum += len(keys)
		}
		return float64(sum) / 1000
	}
	best := found(LeafShare)
	for _, other := range []float64{LeafShare - 0.2, LeafShare - 0.1, LeafShare + 0.2} {
		if share := found(other); share > best {
			t.Errorf("a share of %.2f finds %.3f, %.2f finds %.3f", other, share, LeafShare, best)
		}
	}
	if best < 0.88 || best > 0.96 {
		t.Errorf("%.3f of the difference is found", best)
	}
}
