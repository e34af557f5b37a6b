package reconcile

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/difference"
	"hyphbench/internal/runfolder"
)

// A sends cells, out of which B peels both differences, and B says whether it needs
// more. The keys are in the cells: none is sent apart.

// What B answers.
const (
	enough = 0
	more   = 1
)

// Numbers of the protocols.
const (
	firstCells = 16 // of the first table where nothing is known of the difference
	safety     = 1.25
	tablesMost = 40 // after which a run ends
)

var errEndless = errors.New("the tables do not peel, however large")

// serveTables sends tables of twice the cells of the one before until B has enough.
func (p *peer) serveTables(cells int) (outcome, error) {
	for i := range uint64(tablesMost) {
		table, err := p.table(cells, i)
		if err != nil {
			return outcome{}, err
		}
		if err := p.send(table.AppendBinary(nil)); err != nil {
			return outcome{}, err
		}
		reply, err := p.receive()
		if err != nil || len(reply) == 1 && reply[0] == enough {
			return outcome{}, err
		}
		cells *= 2
	}
	return outcome{}, errEndless
}

// table is the peer's ith table: each has hash functions of its own.
func (p *peer) table(cells int, i uint64) (*difference.Table, error) {
	table, err := difference.NewTable(cells, difference.Hashes, filter.Mix(p.seed+i))
	if err != nil {
		return nil, err
	}
	for _, k := range p.keys {
		table.Insert(k)
	}
	return table, nil
}

// peelTables takes tables until one peels.
func (p *peer) peelTables() (a outcome, err error) {
	for i := range uint64(tablesMost) {
		theirs, err := received(p, func(message []byte) (*difference.Table, error) {
			return difference.ParseTable(message, filter.Mix(p.seed+i))
		})
		if err != nil {
			return a, err
		}
		mine, err := p.table(theirs.Cells(), i)
		if err != nil {
			return a, err
		}
		if err := theirs.Subtract(mine); err != nil {
			return a, err
		}
		a.tables, a.cells, a.knowsMine = a.tables+1, theirs.Cells(), true
		a.theirs, a.mine, err = theirs.Peel()
		if err == nil {
			return a, p.send([]byte{enough})
		}
		if !errors.Is(err, difference.ErrStuck) {
			return a, err
		}
		if err := p.send([]byte{more}); err != nil {
			return a, err
		}
	}
	return a, errEndless
}

func sendTables(p *peer) (outcome, error) { return p.serveTables(firstCells) }
func takeTables(p *peer) (outcome, error) { return p.peelTables() }

// The first table of A follows from an estimate, for which B sends its strata first.

func takeSizedTables(p *peer) (outcome, error) {
	if err := p.send(p.strata().AppendBinary(nil)); err != nil {
		return outcome{}, err
	}
	return p.peelTables()
}

func sendSizedTables(p *peer) (outcome, error) {
	d, err := p.estimate()
	if err != nil {
		return outcome{}, err
	}
	return p.serveTables(difference.CellsFor(int(math.Ceil(safety * d))))
}

// A sends an eighth of the symbols so far at a time: that is a twelfth or so too many on
// average, and one question for each. A stream would save the questions, and send more
// in vain the longer the way.
const (
	firstSymbols = 2
	batchShare   = 8
)

func sendSymbols(p *peer) (outcome, error) {
	encoder := difference.NewEncoder(p.keys, p.seed)
	for sent, batch := 0, firstSymbols; ; batch = max(firstSymbols, sent/batchShare) {
		if err := p.send(encoder.AppendNext(nil, batch)); err != nil {
			return outcome{}, err
		}
		sent += batch
		reply, err := p.receive()
		if err != nil || len(reply) == 1 && reply[0] == enough {
			return outcome{}, err
		}
	}
}

func takeSymbols(p *peer) (a outcome, err error) {
	decoder := difference.NewDecoder(p.keys, p.seed)
	// Symbols that never end are a fault: no set needs so many.
	for decoder.Symbols() < 1000+100*len(p.keys) {
		done, err := received(p, decoder.Take)
		if err != nil {
			return a, err
		}
		if done {
			a.theirs, a.mine = decoder.Difference()
			a.cells, a.knowsMine = decoder.Symbols(), true
			return a, p.send([]byte{enough})
		}
		if err := p.send([]byte{more}); err != nil {
			return a, err
		}
	}
	return a, errEndless
}

// A sends what B estimates the number of differences from, by comparing it with its own.

func (p *peer) strata() *difference.Strata {
	s := difference.NewStrata(p.seed)
	for _, k := range p.keys {
		s.Insert(k)
	}
	return s
}

func sendStrata(p *peer) (outcome, error) { return outcome{}, p.send(p.strata().AppendBinary(nil)) }

func takeStrata(p *peer) (a outcome, err error) {
	a.estimate, err = p.estimate()
	return a, err
}

// estimate is how many keys differ, by the strata that the other peer sends.
func (p *peer) estimate() (float64, error) {
	theirs, err := received(p, func(message []byte) (*difference.Strata, error) { return difference.ParseStrata(message, p.seed) })
	if err != nil {
		return 0, err
	}
	return p.strata().Estimate(theirs)
}

func (p *peer) counters(cells int) *difference.Counters {
	c := difference.NewCounters(cells, p.seed)
	for _, k := range p.keys {
		c.Insert(k)
	}
	return c
}

// A counter for each key of A.
func sendCounters(p *peer) (outcome, error) {
	return outcome{}, p.send(p.counters(len(p.keys)).AppendBinary(nil))
}

func takeCounters(p *peer) (a outcome, err error) {
	theirs, err := received(p, func(message []byte) (*difference.Counters, error) { return difference.ParseCounters(message, p.seed) })
	if err != nil {
		return a, err
	}
	a.estimate = p.counters(theirs.Cells()).Estimate(theirs)
	return a, nil
}

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
