package experiment

import (
	"fmt"
	"iter"

	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Step is one repetition of one cell. A step is on disk when a row has its
// round and cell.
type Step struct {
	Round    int // ≤ 0: warm-up
	Cell     runfolder.Cell
	From, To int // of a step without a row: its part of the work
	Weight   int // share of the run's progress; 0 counts as 1
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

// Weight is that of all steps together.
func (p Plan) Weight() int {
	sum := 0
	for s, times := range p.Kinds() {
		sum += s.weight() * times
	}
	return sum
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
