package space

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// trial is a construction that claims are about and that is no structure of the
// list: it is simulated, off all axes, in each of the first rounds.
type trial struct {
	name    string
	title   string // within a sentence
	beside  string // the structure with which it is measured
	metrics []runfolder.Metric
	counted func(m runfolder.Metric, r *rand.Rand) (float64, string, error) // and its unit
}

// trialRounds is how many rounds have them.
const trialRounds = 10

// Names of the trials are these with the number of entries in a bucket, of the least
// count, or of the elements.
const (
	buckets   = "buckets"
	threshold = "threshold"
	egh       = "egh"
)

// Sizes of the trials.
const (
	bucketPlaces = 1 << 16 // entries of a cuckoo table
	relocations  = 500     // after which an insertion fails, as in Fan et al. 2014
	cells        = 1 << 19 // of a counting filter
	cellsPerKey  = 4
	mostProbes   = 16 // k = 1 … 16
	eghUniverse  = 466_921
	eghElements  = 20               // of which any set has no false positive
	eghTooMany   = 20 * eghElements // of which most sets have some
)

// bucketSizes and thresholds are those that are tried.
func bucketSizes() []int { return []int{1, 2, 4, 8} }
func thresholds() []int  { return []int{1, 2, 3} }

// named is a trial with its number.
func named(kind string, number int) string { return fmt.Sprintf("%s%d", kind, number) }

func trials() (list []trial) {
	for _, entries := range bucketSizes() {
		list = append(list, trial{
			name: named(buckets, entries), title: fmt.Sprintf("cuckoo table with buckets of %d", entries), beside: cuckoo,
			metrics: []runfolder.Metric{FullAt},
			counted: func(_ runfolder.Metric, r *rand.Rand) (float64, string, error) {
				return fullAt(bucketPlaces, entries, r), "1", nil
			},
		})
	}
	for _, least := range thresholds() {
		list = append(list, trial{
			name: named(threshold, least), title: fmt.Sprintf("counting filter asked for counts of %d or more", least), beside: counting,
			metrics: []runfolder.Metric{BestProbes, WrongTurns},
			counted: func(m runfolder.Metric, r *rand.Rand) (float64, string, error) {
				best, wrong := valley(thresholdRates(cells, cells/cellsPerKey, least, mostProbes, r))
				if m == BestProbes {
					return float64(best), "1", nil
				}
				return float64(wrong), "steps", nil
			},
		})
	}
	for _, elements := range []int{eghElements, eghTooMany} {
		list = append(list, trial{
			name: named(egh, elements), title: fmt.Sprintf("EGH filter for %d, with %d of %d numbers", eghElements, elements, eghUniverse), beside: cascade,
			metrics: []runfolder.Metric{metric.FalsePositives, metric.FalseNegatives},
			counted: func(m runfolder.Metric, r *rand.Rand) (float64, string, error) {
				admitted, denied, err := eghErrors(eghUniverse, eghElements, elements, r)
				if m == metric.FalsePositives {
					return float64(admitted), "words", err
				}
				return float64(denied), "keys", err
			},
		})
	}
	return list
}

// trialSteps are those of a round, of the structures that are measured.
func (b *bench) trialSteps(round int) (list []experiment.Step) {
	if round < 1 || round > trialRounds {
		return nil
	}
	for _, t := range trials() {
		if !slices.ContainsFunc(b.x.filters.Structures, func(s filter.Structure) bool { return s.Name == t.beside }) {
			continue
		}
		for _, m := range t.metrics {
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: t.name, Metric: m}})
		}
	}
	return list
}

// try carries out a step of a trial; false for one of a structure. The metrics of
// one round are of one simulation.
func (b *bench) try(s experiment.Step) (m *experiment.Measurement, tried bool, err error) {
	for _, t := range trials() {
		if t.name == s.Cell.Filter {
			value, unit, err := t.counted(s.Cell.Metric, rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, s.Round), 1)))
			return experiment.Counted(value, unit), true, err
		}
	}
	return nil, false, nil
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

// thresholdRates are the rates, for k = 1, 2, … probes, at which a stranger finds
// counts of least or more at all of its probes, in a filter of m counters and n keys
// that each came once. Strangers are not asked: given the counters, each of the k
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
