package states

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "ST1 ST2 ST3"},
		Small: []string{"--philosophers=5", "--bits=1,8,16", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--philosophers=1"}, {"--philosophers=15"}, {"--bits=0"}, {"--bits=257"}}})
}

// Every fork lies, or is held at one of its two sides; only that all are held at the right is
// never reached, since the last one would have put a fork down that it could not take.
func TestStates(t *testing.T) {
	for n, want := 2, 8; n <= 8; n, want = n+1, want*3+2 {
		seen := map[uint64]bool{}
		got := visit(n, func(s uint64) bool {
			first := !seen[s]
			seen[s] = true
			return first
		})
		if got != want || len(seen) != want {
			t.Errorf("%d philosophers: %d states, %d of them different, want %d", n, got, len(seen), want)
		}
	}
}

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

// Claims are supported by rows made for them, and contradicted by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--philosophers=4", "--bits=1,8,16", "--reps=3")
	for i := range run.Rows {
		r := &run.Rows[i]
		r.Value = map[string]float64{one: 0.98, two: 0.985, three: 0.984}[r.Filter]
	}
	experimenttest.Supported(t, New(), run, nil)
	of := experimenttest.Of
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"ST1", of(two, Coverage).At(0, "16").Is(0.97), claim.Contradicted},
		{"ST1", of(two, Coverage).At(0, "8").Is(0.97), claim.Supported},
		{"ST1", experimenttest.Gone(two), claim.NotTested},
		{"ST2", of(one, Coverage).At(0, "8").Is(0.99), claim.Contradicted},
		{"ST2", of(one, Coverage).At(0, "1").Is(0.99), claim.Supported},
		{"ST3", of(three, Coverage).At(0, "1").Is(0.9), claim.Contradicted},
	})
}
