package reconcile

import (
	"fmt"
	"sort"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/difference"
	"hyphbench/internal/runfolder"
)

// Simulations are of what the papers say of cells alone: nothing is sent. They
// stand off the axes of task and n.

// Sizes of the simulations.
const (
	trialKeys     = 2000   // symbols are made of about so many keys in a round
	trialMost     = 10_000 // the largest difference of rateless symbols
	thresholdKeys = 30_000 // of the tables
)

// thresholdHashes are those of the tables.
func thresholdHashes() []int { return []int{3, 4, 5} }

// tableOf is the trial of tables with that many hashes.
func tableOf(hashes int) string { return fmt.Sprintf("%s%d", iblt, hashes) }

// simulations are trials without peers.
func simulations(differences []int) (list []trial.Trial) {
	for _, d := range differences {
		if d >= 1 && d <= trialMost {
			simulate := func(t *trial.T) error {
				needed, err := symbolsFor(d, filter.Mix(t.Seed()+uint64(d)))
				t.Report(Symbols, needed)
				return err
			}
			list = append(list, trial.Trial{Method: riblt, At: []axis.Place{D.At(d)}, Reports: []runfolder.Metric{Symbols}, Do: simulate})
		}
	}
	for _, hashes := range thresholdHashes() {
		simulate := func(t *trial.T) error {
			t.Report(Threshold, leastCells(thresholdKeys, hashes, filter.Mix(t.Seed()+uint64(hashes)))/thresholdKeys)
			return nil
		}
		list = append(list, trial.Trial{Method: tableOf(hashes), Reports: []runfolder.Metric{Threshold}, Do: simulate})
	}
	return list
}

// generated are n keys, which have nothing in common with hashes of the seed.
func generated(n int, seed uint64) []uint64 { return keysOf(filter.Mix(^seed), 0, n) }

// symbolsFor is the mean number of symbols for each of d differences, of several sets.
func symbolsFor(d int, seed uint64) (float64, error) {
	sets := max(1, trialKeys/d)
	needed := 0
	for i := range uint64(sets) {
		own := filter.Mix(seed + i)
		encoder, decoder := difference.NewEncoder(generated(d, own), own), difference.NewDecoder(nil, own)
		for done := false; !done; {
			var err error
			if done, err = decoder.Take(encoder.AppendNext(nil, max(1, d/10))); err != nil {
				return 0, err
			}
		}
		needed += decoder.Symbols()
	}
	return float64(needed) / float64(sets*d), nil
}

// leastCells is how many cells a table needs to be peeled, to within a five-hundredth:
// each number of cells is tried with the same keys and seed.
func leastCells(keys, hashes int, seed uint64) float64 {
	list := generated(keys, seed)
	step := keys / 500
	return float64(step * sort.Search(1000, func(i int) bool {
		table, err := difference.NewTable(step*i, hashes, seed)
		if err != nil {
			return false
		}
		for _, k := range list {
			table.Insert(k)
		}
		_, _, err = table.Peel()
		return err == nil
	}))
}
