package experiment

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Step is one repetition of one cell. A step is on disk when a row has its
// round and cell.
type Step struct {
	Round    int // ≤ 0: warm-up
	Cell     runfolder.Cell
	From, To int  // of a step without a row: its part of the work
	Weight   int  // share of the run's progress; 0 counts as 1
	Optional bool // it may have no value, and then leaves no row
}

func (s Step) weight() int { return max(1, s.Weight) }

// Plan is what a run measures, block after block.
type Plan []Block

// Block repeats steps. All repetitions hold the same cells, in an order that
// may differ.
type Block struct {
	Times int
	Steps func(i int) []Step // of repetition i, from 0
}

// Once is a block without repetition.
func Once(steps []Step) Block {
	return Block{Times: 1, Steps: func(int) []Step { return steps }}
}

// Interleaved is the plan of the interleaved design: a warm-up round of the
// session's own, numbered 0, −1, …, then rounds from 1, each with all visits in
// an order of its own. steps are those of one visit; in the warm-up the timed
// ones, which determine there the operations of a section (Timer).
func Interleaved[V any](session, rounds int, seed uint64, visits []V, steps func(v V, round int) []Step) Plan {
	all := func(round int, visits []V) (list []Step) {
		for _, v := range visits {
			list = append(list, steps(v, round)...)
		}
		return list
	}
	return Plan{Once(all(-session, visits)), {Times: rounds, Steps: func(i int) []Step {
		round := i + 1
		order := rand.New(rand.NewPCG(RoundSeed(seed, round), 0))
		visits := slices.Clone(visits)
		order.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
		return all(round, visits)
	}}}
}

// Rounds is the plan of rounds of which not all have the same cells: a warm-up round
// of the session's own, then those from 1. The greatest of lasts is the number of rounds;
// between two of them the cells are the same.
func Rounds(session int, round func(number int) []Step, lasts ...int) Plan {
	slices.Sort(lasts)
	plan := Plan{Once(round(-session))}
	done := 0
	for _, last := range lasts {
		if first := done + 1; last >= first {
			plan = append(plan, Block{Times: last - done, Steps: func(i int) []Step { return round(first + i) }})
			done = last
		}
	}
	return plan
}

// All yields the steps in order of execution. They are made repetition by
// repetition: a plan takes no memory for what lies ahead.
func (p Plan) All() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for _, b := range p {
			for i := range b.Times {
				for _, s := range b.Steps(i) {
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

// Kinds yields one repetition of each block with how often it is repeated,
// which is enough to count a plan of any length.
func (p Plan) Kinds() iter.Seq2[Step, int] {
	return func(yield func(Step, int) bool) {
		for _, b := range p {
			if b.Times < 1 {
				continue
			}
			for _, s := range b.Steps(0) {
				if !yield(s, b.Times) {
					return
				}
			}
		}
	}
}

// errCountless says that a plan is longer than an int64 can tell.
var errCountless = errors.New("the run would have more than 9,223,372,036,854,775,807 measurements: want fewer repetitions")

// Weight is that of all steps together. A plan that has one has no count above
// it.
func (p Plan) Weight() (int64, error) {
	sum := int64(0)
	for s, times := range p.Kinds() {
		if weight := int64(s.weight()); int64(times) > (math.MaxInt64-sum)/weight {
			return 0, errCountless
		}
		sum += int64(s.weight()) * int64(times)
	}
	return sum, nil
}

// RoundSeed decides all random choices of round r of a run: the order of its
// cells and, mixed with a cell's name, the hash functions. It depends on the
// run's seed and on r alone.
func RoundSeed(seed uint64, round int) uint64 {
	return filter.Mix(filter.Mix(seed) + uint64(int64(round)))
}

// name is that of the step in errors: "bloom at 1 %, hyphenate, round 3".
func (s Step) name(m *runfolder.Meta) string {
	return fmt.Sprintf("%s%s, %s, round %d", s.Cell.Filter, m.Place(s.Cell.Point), s.Cell.Metric, s.Round)
}
