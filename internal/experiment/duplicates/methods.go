package duplicates

import (
	"math"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
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
	title  bilingual.Text
	rounds int // of hashes, of a distributed filter
	filter bool
	asked  bool // for negatives
	find   func(e *processor, epsilon float64) error
}

func methods() []method {
	behind := func(exclude func(*processor, float64) error) func(*processor, float64) error {
		return func(e *processor, epsilon float64) error {
			if err := exclude(e, epsilon); err != nil {
				return err
			}
			return e.ship(e.toAll)
		}
	}
	inRounds := func(n int) func(*processor, float64) error {
		return behind(func(e *processor, epsilon float64) error {
			for i := range n {
				if err := e.round(perRound(epsilon, n), i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return []method{
		{name: distributed, rounds: 1, filter: true, asked: true, find: inRounds(1),
			title: bilingual.Text{EN: "distributed filter, one round", PT: "filtro distribuído, uma rodada"}},
		{name: twoRounds, rounds: 2, filter: true, find: inRounds(2),
			title: bilingual.Text{EN: "distributed filter, two rounds", PT: "filtro distribuído, duas rodadas"}},
		{name: threeRounds, rounds: 3, filter: true, find: inRounds(3),
			title: bilingual.Text{EN: "distributed filter, three rounds", PT: "filtro distribuído, três rodadas"}},
		{name: replicating, filter: true, asked: true,
			find:  behind(func(e *processor, epsilon float64) error { _, err := e.replicateBits(epsilon); return err }),
			title: bilingual.Text{EN: "replicating filter (bits in a hypercube)", PT: "filtro replicado (array de bits em um hipercubo)"}},
		{name: coded, filter: true, asked: true,
			find:  behind(func(e *processor, epsilon float64) error { _, _, err := e.replicateCoded(epsilon); return err }),
			title: bilingual.Text{EN: "replicating filter, Golomb-coded", PT: "filtro replicado, em código de Golomb"}},
		{name: hashing, find: behind(func(e *processor, _ float64) error { return e.plainHashes() }),
			title: bilingual.Text{EN: "hashes of 8 bytes, exchanged", PT: "troca de hashes de 8 bytes"}},
		{name: shipping, find: func(e *processor, _ float64) error { return e.ship(e.toAll) },
			title: bilingual.Text{EN: "the elements themselves, exchanged", PT: "troca dos próprios elementos"}},
		{name: toOne, find: func(e *processor, _ float64) error { return e.ship(func(uint64) int { return 0 }) },
			title: bilingual.Text{EN: "all elements to one machine, which sorts them", PT: "todos os elementos a uma máquina, que os ordena"}},
	}
}

// perRound is the rate of each of n rounds that have a rate together.
func perRound(epsilon float64, n int) float64 { return math.Pow(epsilon, 1/float64(n)) }

// compared are the methods as those of the run, in the same order.
func compared() (list []trial.Method) {
	for _, m := range methods() {
		list = append(list, trial.Method{Name: m.name, Title: m.title, Baseline: !m.filter})
	}
	return list
}
