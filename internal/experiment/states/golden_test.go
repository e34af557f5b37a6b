package states

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Every value of a small run is what a search on philosophers, a byte each, and sets of bits give.
func TestGoldenRows(t *testing.T) {
	b := experimenttest.Trials(t, New(), "--philosophers=5", "--bits=1,4", "--seed=7")
	experimenttest.Golden(t, New(), nil, 12, experimenttest.Worked{Bench: b, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		size := map[string]uint64{"1": 242, "4": 968}[c.Point.Value(0)]
		k := map[string]int{one: 1, two: 2, three: 3}[c.Filter]
		if c.Metric == CoverageTheory {
			zeros, visited := 1.0, 0.0
			for range 242 {
				visited += 1 - math.Pow(1-zeros, float64(k))
				zeros *= 1 - float64(k)/float64(size)
			}
			return experimenttest.About(visited/242, 1e-9), true
		}
		hash, set := filter.NewHasher(filter.Config{Seed: experiment.RoundSeed(7, 1)}), map[uint64]bool{}
		isNew := func(s string) bool {
			// Fork i is held by philosopher i if that holds its left, by the one before if that holds its right.
			number := uint64(0)
			for i := 4; i >= 0; i-- {
				number *= 3
				if s[i] == 'l' || s[i] == 'e' {
					number++
				} else if before := s[(i+4)%5]; before == 'r' || before == 'e' {
					number += 2
				}
			}
			first := false
			for _, h := range filter.Probes(nil, hash.Number(number), k) {
				at, _ := bits.Mul64(h, size)
				first = first || !set[at]
				set[at] = true
			}
			return first
		}
		isNew(".....")
		queue := []string{"....."}
		for at := 0; at < len(queue); at++ {
			s := queue[at]
			for i := range 5 {
				before, after := s[(i+4)%5], s[(i+1)%5]
				next := map[byte]byte{'.': 'l', 'l': 'e', 'e': 'r', 'r': '.'}[s[i]]
				if next == 'l' && (before == 'r' || before == 'e') || next == 'e' && (after == 'l' || after == 'e') {
					continue
				}
				if to := s[:i] + string(next) + s[i+1:]; to != "....." && isNew(to) {
					queue = append(queue, to)
				}
			}
		}
		slices.Sort(queue)
		return experimenttest.Exactly(float64(len(slices.Compact(queue))) / 242), true
	}})
}
