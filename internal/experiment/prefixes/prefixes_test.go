package prefixes

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "PX1 PX2 PX3"},
		Small: []string{"--n=300,1000", "--bits=2,8", "--lookups=200", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--n=99"}, {"--n=500001"}, {"--bits=0"}, {"--bits=33"}, {"--lookups=99"}}})
}

// Lengths have their shares.
func TestTable(t *testing.T) {
	w := newTable(10_000, 100, 3)
	sum := 0
	for length, want := range map[int]int{7: 0, 8: 30, 16: 200, 20: 500, 22: 1000, 23: 1000} {
		if len(w.of[length]) != want {
			t.Errorf("%d prefixes of %d bits, want %d", len(w.of[length]), length, want)
		}
	}
	for length := range w.of {
		sum += len(w.of[length])
	}
	if sum != 10_000 {
		t.Errorf("%d prefixes", sum)
	}
}

// An answer that is not the longest prefix ends the run.
func TestGate(t *testing.T) {
	w := newTable(300, 100, 3)
	w.want[7]++
	if _, _, err := w.by(8, 1); err == nil {
		t.Error("a wrong answer by filters passes")
	}
	for _, method := range []string{halving, trie} {
		if _, err := w.without(method); err == nil {
			t.Errorf("a wrong answer by %s passes", method)
		}
	}
}

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

// Claims are supported by rows made for them, and contradicted by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--n=300", "--bits=2,8", "--lookups=100", "--reps=3")
	for i := range run.Rows {
		r := &run.Rows[i]
		r.Value = map[string]float64{filters: 1.2, tables: 5, halving: 17, trie: 24}[r.Filter]
	}
	experimenttest.Supported(t, New(), run, nil)
	of := experimenttest.Of
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"PX1", of(filters, Accesses).At(1, "8").Is(1.6), claim.Contradicted},
		{"PX1", of(filters, Accesses).At(1, "2").Is(1.6), claim.Supported},
		{"PX1", of(filters, Accesses).Gone(), claim.NotTested},
		{"PX2", of(filters, Accesses).At(1, "2").Is(1.3), claim.Contradicted},
		{"PX3", of(filters, Accesses).At(1, "2").Is(5), claim.Contradicted},
		{"PX3", experimenttest.Gone(halving), claim.NotTested},
	})
}
