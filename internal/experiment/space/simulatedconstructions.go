package space

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// construction is one that claims are about and that is no structure of the list: it is
// simulated, off all axes, in each of the first rounds.
type construction struct {
	name    string
	title   string // within a sentence
	beside  string // the structure with which it is measured
	reports []runfolder.Metric
	count   func(r *rand.Rand) ([]float64, error) // those numbers
}

// simulatedRounds is how many rounds have them.
const simulatedRounds = 10

// Names of the constructions are these with the number of entries in a bucket, of the least
// count, of the elements, or of the numbers to each element.
const (
	bitArray  = "bitarray"
	buckets   = "buckets"
	threshold = "threshold"
	egh       = "egh"
)

// Sizes of the constructions.
const (
	bucketPlaces = 1 << 16 // entries of a cuckoo table
	relocations  = 500     // after which an insertion fails, as in Fan et al. 2014
	counters     = 1 << 19 // of a counting filter
	cellsPerKey  = 4
	mostProbes   = 16 // k = 1 … 16
	eghUniverse  = 466_921
	eghElements  = 20               // of which any set has no false positive
	eghTooMany   = 20 * eghElements // of which most sets have some
	bitUniverse  = 1_000_000        // numbers, a bit for each
)

// bucketSizes and thresholds are those that are tried.
func bucketSizes() []int { return []int{1, 2, 4, 8} }
func thresholds() []int  { return []int{1, 2, 3} }

// densities have one number in so many in the set.
func densities() []int { return []int{2, 10} }

func named(kind string, number int) string { return fmt.Sprintf("%s%d", kind, number) }

func constructions() (list []construction) {
	add := func(kind string, number int, beside, title string, count func(r *rand.Rand) ([]float64, error), reports ...runfolder.Metric) {
		list = append(list, construction{named(kind, number), title, beside, reports, count})
	}
	for _, entries := range bucketSizes() {
		add(buckets, entries, cuckoo, fmt.Sprintf("cuckoo table with buckets of %d", entries), func(r *rand.Rand) ([]float64, error) {
			return []float64{fullAt(bucketPlaces, entries, r)}, nil
		}, FullAt)
	}
	for _, least := range thresholds() {
		add(threshold, least, counting, fmt.Sprintf("counting filter queried for counts of %d or more", least), func(r *rand.Rand) ([]float64, error) {
			best, wrong := valley(thresholdRates(counters, counters/cellsPerKey, least, mostProbes, r))
			return []float64{float64(best), float64(wrong)}, nil
		}, BestProbes, WrongTurns)
	}
	for _, elements := range []int{eghElements, eghTooMany} {
		title := fmt.Sprintf("EGH filter for %d, with %d of %d numbers", eghElements, elements, eghUniverse)
		add(egh, elements, cascade, title, func(r *rand.Rand) ([]float64, error) {
			admitted, denied, err := eghErrors(eghUniverse, eghElements, elements, r)
			return []float64{float64(admitted), float64(denied)}, err
		}, metric.FalsePositives, metric.FalseNegatives)
	}
	for _, each := range densities() {
		title := fmt.Sprintf("bit array of %d numbers, one in %d of them in the set", bitUniverse, each)
		add(bitArray, each, cascade, title, func(r *rand.Rand) ([]float64, error) {
			perKey, admitted, denied := bitArrayErrors(bitUniverse, bitUniverse/each, r)
			return []float64{perKey, float64(admitted), float64(denied)}, nil
		}, BitsPerKey, metric.FalsePositives, metric.FalseNegatives)
	}
	return list
}

func constructionMethods() (list []trial.Method) {
	for _, c := range constructions() {
		list = append(list, trial.Method{Name: c.name, Title: bilingual.Text{EN: c.title}})
	}
	return list
}

// simulated are the constructions beside the structures of the run.
func (x *settings) simulated() (list []trial.Trial) {
	for _, c := range constructions() {
		if !slices.ContainsFunc(x.filters.Structures, func(s filter.Structure) bool { return s.Name == c.beside }) {
			continue
		}
		simulate := func(t *trial.T) error {
			counted, err := c.count(rand.New(rand.NewPCG(t.Seed(), 1)))
			if err != nil {
				return err
			}
			for i, m := range c.reports {
				t.Report(m, counted[i])
			}
			return nil
		}
		list = append(list, trial.Trial{Method: c.name, Reports: c.reports, Rounds: simulatedRounds, Last: true, Do: simulate})
	}
	return list
}

// fullAt is the load at which a cuckoo table first refuses a key: after so many
// relocations of random entries. Each key has two buckets at random.
func fullAt(places, entries int, r *rand.Rand) float64 {
	type key struct{ one, other uint64 }
	n := uint64(places / entries)
	table, taken := make([]key, places), make([]int, n)
	put := func(k key, at uint64) bool {
		if taken[at] == entries {
			return false
		}
		table[int(at)*entries+taken[at]] = k
		taken[at]++
		return true
	}
	insert := func(k key) bool {
		if put(k, k.one) || put(k, k.other) {
			return true
		}
		at := k.one
		if r.IntN(2) == 1 {
			at = k.other
		}
		for range relocations {
			moved := &table[int(at)*entries+r.IntN(entries)]
			k, *moved = *moved, k
			at = k.one + k.other - at
			if put(k, at) {
				return true
			}
		}
		return false
	}
	in := 0
	for insert(key{r.Uint64N(n), r.Uint64N(n)}) {
		in++
	}
	return float64(in) / float64(places)
}

// thresholdRates are the rates, for k = 1, 2, … probes, at which a negative finds
// counts of least or more at all of its probes, in a filter of m counters and n keys
// that each came once. Negatives are not asked: given the counters, each of the k
// probes finds one that is large enough with the share that such have. The filter of
// k + 1 is that of k with a further probe of each key.
func thresholdRates(m, n, least, most int, r *rand.Rand) []float64 {
	counts, large := make([]uint8, m), 0
	var rates []float64
	for k := 1; k <= most; k++ {
		for range n {
			i := r.IntN(m)
			if counts[i] == math.MaxUint8 {
				continue
			}
			counts[i]++
			if int(counts[i]) == least {
				large++
			}
		}
		rates = append(rates, math.Pow(float64(large)/float64(m), float64(k)))
	}
	return rates
}

// valley is the k, from 1, of the least of the rates, and the number of steps before
// it that do not fall and after it that do not rise.
func valley(rates []float64) (best, wrong int) {
	least := 0
	for i, rate := range rates {
		if rate < rates[least] {
			least = i
		}
	}
	for i := 1; i < len(rates); i++ {
		if falls := i <= least; falls != (rates[i] < rates[i-1]) || rates[i] == rates[i-1] {
			wrong++
		}
	}
	return least + 1, wrong
}

// eghErrors inserts so many random elements of the numbers below u into an EGH
// filter for d, and asks for all u numbers.
func eghErrors(u, d, elements int, r *rand.Rand) (admitted, denied int, err error) {
	zone, err := exact.NewZone(uint64(u), d)
	if err != nil {
		return 0, 0, err
	}
	in := map[uint64]bool{}
	for len(in) < elements {
		in[uint64(r.IntN(u))] = true
	}
	zone.AddAll(slices.Collect(maps.Keys(in)))
	for x := range uint64(u) {
		switch found := zone.Contains(x); {
		case found && !in[x]:
			admitted++
		case !found && in[x]:
			denied++
		}
	}
	return admitted, denied, nil
}

// bitArrayErrors sets the bits of so many random numbers below u in an array of a bit for each
// number, and asks for all u numbers.
func bitArrayErrors(u, elements int, r *rand.Rand) (perKey float64, admitted, denied int) {
	words, in := make([]uint64, (u+63)/64), make([]bool, u)
	for _, x := range r.Perm(u)[:elements] {
		words[x/64] |= 1 << (x % 64)
		in[x] = true
	}
	for x, is := range in {
		switch found := words[x/64]>>(x%64)&1 == 1; {
		case found && !is:
			admitted++
		case !found && is:
			denied++
		}
	}
	return 64 * float64(len(words)) / float64(elements), admitted, denied
}
