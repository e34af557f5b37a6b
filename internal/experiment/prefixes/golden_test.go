package prefixes

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Every value of a small run is what prefixes as texts of 0 and 1, and sets of bits, give.
func TestGoldenRows(t *testing.T) {
	const n, lookups = 200, 150
	seed := experiment.RoundSeed(7, 1)
	w := newTable(n, lookups, seed)
	text := map[string]bool{}
	nodes := map[string]bool{}
	ends := map[uint64]bool{0: true}
	for length, prefixes := range w.of {
		for p := range prefixes {
			s := fmt.Sprintf("%0*b", length, p)
			text[s] = true
			for i := range length {
				nodes[s[:i+1]] = true
			}
			ends[uint64(p)<<(32-length)], ends[uint64(p+1)<<(32-length)] = true, true
		}
	}
	delete(ends, 1<<32)
	b := experimenttest.Trials(t, New(), "--n=200", "--bits=2,8", "--lookups=150", "--seed=7")
	experimenttest.Golden(t, New(), nil, 7, experimenttest.Worked{Bench: b, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		set := map[string]bool{}
		ones := map[int]float64{}
		size := map[string]int{"2": 2, "8": 8}[c.Point.Value(1)]
		k := map[int]int{2: 1, 8: 6}[size]
		probes := func(s string) (list []string) {
			number, hash := uint64(0), filter.NewHasher(filter.Config{Seed: filter.Mix(seed + uint64(len(s)))})
			for _, digit := range s {
				number = number*2 + uint64(digit-'0')
			}
			for _, h := range filter.Probes(nil, hash.Number(number), k) {
				at, _ := bits.Mul64(h, uint64(size*len(w.of[len(s)])))
				list = append(list, fmt.Sprint(len(s), "/", at))
			}
			return list
		}
		for s := range text {
			for _, bit := range probes(s) {
				if !set[bit] {
					set[bit] = true
					ones[len(s)] += 1 / float64(size*len(w.of[len(s)]))
				}
			}
		}
		sum, theory := 0.0, 0.0
		for _, address := range w.asked {
			a := fmt.Sprintf("%032b", address)
			own := 0
			for length := range longest + 1 {
				if text[a[:length]] {
					own = length
				}
			}
			switch c.Filter {
			case trie:
				for length := 1; nodes[a[:length]]; length++ {
					sum++
				}
			case halving:
				sum += float64(compared(ends, uint64(address)))
			default:
				for length := own; length <= longest; length++ {
					if len(w.of[length]) == 0 {
						continue
					}
					admits := true
					for _, bit := range probes(a[:length]) {
						admits = admits && set[bit]
					}
					if admits || c.Filter == tables {
						sum++
					}
					if length == own {
						theory++
					} else {
						theory += math.Pow(ones[length], float64(k))
					}
				}
			}
		}
		if c.Metric == AccessesTheory {
			sum = theory
		}
		return experimenttest.About(sum/lookups, 1e-9), true
	}})
}

// compared is how many ends a binary search compares with an address: those below or at it are
// counted, and halves of all are taken away.
func compared(ends map[uint64]bool, address uint64) (steps int) {
	at := -1
	for end := range ends {
		if end <= address {
			at++
		}
	}
	for low, size := 0, len(ends); size > 1; steps++ {
		half := (low+low+size)/2 - low
		if at >= low+half {
			low, size = low+half, size-half
		} else {
			size = half
		}
	}
	return steps
}
