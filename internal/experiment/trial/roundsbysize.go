package trial

import (
	"math/rand/v2"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/workload"
)

// BySize has the rounds of a bench of an experiment's own (Spec.Own) with sets of many sizes: a
// round goes from one set to the next, and the larger sets have fewer rounds and no warm-up,
// since a pass over them is as long as a section. A bench embeds it.
type BySize struct {
	*Run
	OfMillion, OfTenMillion int  // rounds of sets of so many keys, at the most
	Alike                   bool // every round has all sets (SetRounds)
}

// SetRounds implements experiment.InRounds: every round has all sets of keys.
func (b *BySize) SetRounds(n int) { b.Reps, b.Alike = n, true }

// Rounds is how many a set of n keys has.
func (b *BySize) Rounds(n int) int {
	if b.Alike {
		return b.Reps
	}
	return workload.Rounds(n, b.Reps, b.OfMillion, b.OfTenMillion)
}

// PlanOf is the plan of a session with sets of these sizes, each round in an order of its own.
// Rounds with the same cells are a block.
func (b *BySize) PlanOf(session int, sizes []int, steps func(order *rand.Rand, n, round int) []experiment.Step) experiment.Plan {
	round := func(round int) (list []experiment.Step) {
		order, sizes := rand.New(rand.NewPCG(experiment.RoundSeed(b.Seed, round), 0)), slices.Clone(sizes)
		Shuffle(order, sizes)
		for _, n := range sizes {
			if round <= b.Rounds(n) && (round > 0 || n < workload.Million) {
				list = append(list, steps(order, n, round)...)
			}
		}
		return list
	}
	return experiment.Rounds(session, round, min(1, b.Reps), b.Rounds(workload.TenMillion), b.Rounds(workload.Million), b.Reps)
}

// Shuffle puts a list into a random order.
func Shuffle[T any](order *rand.Rand, list []T) {
	order.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}
