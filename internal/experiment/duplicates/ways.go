package duplicates

import "math"

// Names of the ways in rows.
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

// way finds duplicates.
type way struct {
	name   string
	rounds int // of hashes, of a distributed filter
	filter bool
	find   func(e *processor, epsilon float64) error
}

// ways are all, in the order of the tables.
func ways() []way {
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
	return []way{
		{name: distributed, rounds: 1, filter: true, find: inRounds(1)},
		{name: twoRounds, rounds: 2, filter: true, find: inRounds(2)},
		{name: threeRounds, rounds: 3, filter: true, find: inRounds(3)},
		{name: replicating, filter: true, find: func(e *processor, epsilon float64) error {
			if _, err := e.replicateBits(epsilon); err != nil {
				return err
			}
			return e.ship(e.toAll)
		}},
		{name: coded, filter: true, find: func(e *processor, epsilon float64) error {
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
		{name: toOne, find: func(e *processor, _ float64) error { return e.ship(toFirst) }},
	}
}

// perRound is the rate of each of n rounds that have a rate together.
func perRound(epsilon float64, n int) float64 { return math.Pow(epsilon, 1/float64(n)) }

func structures() map[string]string {
	return map[string]string{
		distributed: "distributed filter, one round",
		twoRounds:   "distributed filter, two rounds",
		threeRounds: "distributed filter, three rounds",
		replicating: "replicating filter (bits in a hypercube)",
		coded:       "replicating filter, Golomb-coded",
	}
}

func baselines() map[string]string {
	return map[string]string{
		hashing:  "hashes of 8 bytes, exchanged",
		shipping: "the elements themselves, exchanged",
		toOne:    "all elements to one machine, which sorts them",
	}
}
