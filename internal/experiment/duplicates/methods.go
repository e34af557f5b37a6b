package duplicates

import (
	"math"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/figure"
)

// Names of the methods in rows.
const (
	toOne       = "one"
	shipping    = "keys"
	hashing     = "hashes"
	distributed = "distributed"
	twoRounds   = "two-rounds"
	threeRounds = "three-rounds"
	replicating = "replicating"
	coded       = "replicating-coded"
)

// method finds duplicates.
type method struct {
	name   string
	rounds int // of hashes, of a distributed filter
	filter bool
	asked  bool // for negatives
	find   func(e *processor, epsilon float64) error
}

// methods are all, in the order of the tables.
func methods() []method {
	inRounds := func(n int) func(*processor, float64) error {
		return func(e *processor, epsilon float64) error {
			for i := range n {
				if err := e.round(perRound(epsilon, n), i); err != nil {
					return err
				}
			}
			return e.ship(e.toAll)
		}
	}
	return []method{
		{name: distributed, rounds: 1, filter: true, asked: true, find: inRounds(1)},
		{name: twoRounds, rounds: 2, filter: true, find: inRounds(2)},
		{name: threeRounds, rounds: 3, filter: true, find: inRounds(3)},
		{name: replicating, filter: true, asked: true, find: func(e *processor, epsilon float64) error {
			if _, err := e.replicateBits(epsilon); err != nil {
				return err
			}
			return e.ship(e.toAll)
		}},
		{name: coded, filter: true, asked: true, find: func(e *processor, epsilon float64) error {
			if _, _, err := e.replicateCoded(epsilon); err != nil {
				return err
			}
			return e.ship(e.toAll)
		}},
		{name: hashing, find: func(e *processor, _ float64) error {
			if err := e.plainHashes(); err != nil {
				return err
			}
			return e.ship(e.toAll)
		}},
		{name: shipping, find: func(e *processor, _ float64) error { return e.ship(e.toAll) }},
		{name: toOne, find: func(e *processor, _ float64) error { return e.ship(func(uint64) int { return 0 }) }},
	}
}

// perRound is the rate of each of n rounds that have a rate together.
func perRound(epsilon float64, n int) float64 { return math.Pow(epsilon, 1/float64(n)) }

// titled are the methods with their titles, in the same order.
func titled() []trial.Method {
	return []trial.Method{
		{Name: distributed, Title: figure.Text{EN: "distributed filter, one round", PT: "filtro distribuído, uma rodada"}},
		{Name: twoRounds, Title: figure.Text{EN: "distributed filter, two rounds", PT: "filtro distribuído, duas rodadas"}},
		{Name: threeRounds, Title: figure.Text{EN: "distributed filter, three rounds", PT: "filtro distribuído, três rodadas"}},
		{Name: replicating, Title: figure.Text{EN: "replicating filter (bits in a hypercube)", PT: "filtro replicado (array de bits em um hipercubo)"}},
		{Name: coded, Title: figure.Text{EN: "replicating filter, Golomb-coded", PT: "filtro replicado, em código de Golomb"}},
		{Name: hashing, Baseline: true, Title: figure.Text{EN: "hashes of 8 bytes, exchanged", PT: "troca de hashes de 8 bytes"}},
		{Name: shipping, Baseline: true, Title: figure.Text{EN: "the elements themselves, exchanged", PT: "troca dos próprios elementos"}},
		{Name: toOne, Baseline: true, Title: figure.Text{EN: "all elements to one machine, which sorts them", PT: "todos os elementos a uma máquina, que os ordena"}},
	}
}
