package linear

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestSetThreshold: keys of the threshold or more are never denied, the
// others and negatives only admitted by over-estimation, at the rate of
// Theory.
func TestSetThreshold(t *testing.T) {
	const n, negatives, seeds = 600, 2000, 60
	keys := make([]string, n)
	confidence := make([]float64, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("key %d", i)
		confidence[i] = []float64{1, 0.9, 0.5}[i%3]
	}
	for _, c := range []struct{ threshold, below float64 }{{0, 0}, {0.5, 0}, {0.6, 0.5}, {0.9, 0.5}, {0.95, 0.9}, {1, 0.9}} {
		var rate, theory, lower float64
		denied := 0
		for seed := range uint64(seeds) {
			all, err := filter.BuildGraded(Set(), wordlist.Of(keys...), confidence, filter.Config{Epsilon: 0.1, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			f, err := all.AtLeast(c.threshold)
			if err != nil {
				t.Fatal(err)
			}
			theory = f.Theory()
			for i, key := range keys {
				switch yes := f.Contains(key); {
				case confidence[i] > c.below && !yes:
					t.Fatalf("threshold %v: %q of %v is denied", c.threshold, key, confidence[i])
				case confidence[i] <= c.below && !yes:
					denied++
				case confidence[i] <= c.below:
					lower++
				}
			}
			for i := range negatives {
				if f.Contains("negative " + strconv.Itoa(i)) {
					rate += 1.0 / negatives / seeds
				}
			}
		}
		if c.below > 0 {
			if got := lower / (lower + float64(denied)); math.Abs(got-theory) > 0.15*theory {
				t.Errorf("threshold %v: %.5f of the keys below it pass, theory %.5f", c.threshold, got, theory)
			}
		}
		if math.Abs(rate-theory) > 0.08*theory {
			t.Errorf("threshold %v: %.5f of the negatives pass, theory %.5f", c.threshold, rate, theory)
		}
	}
}

// TestSetRefuses: what is refused changes nothing.
func TestSetRefuses(t *testing.T) {
	f, err := Set().Build(wordlist.Of(), filter.Config{Epsilon: 0.1, Capacity: 10})
	if err != nil {
		t.Fatal(err)
	}
	s := f.(*set)
	for _, confidence := range []float64{0, 0.05, -1, 1.5, math.NaN()} { // 0.05 is 0 in four bits
		if s.InsertGraded("a", confidence) == nil {
			t.Errorf("confidence %v is accepted", confidence)
		}
	}
	for _, threshold := range []float64{-0.5, 1.5, math.NaN()} {
		if _, err := s.AtLeast(threshold); err == nil {
			t.Errorf("threshold %v is accepted", threshold)
		}
	}
	if s.Theory() != 0 || s.cells.BitOccupancy() != 0 {
		t.Errorf("refused keys leave a rate of %v and an occupancy of %v", s.Theory(), s.cells.BitOccupancy())
	}
}
