// Package states measures bitstate hashing. A search keeps its visited states in a Bloom
// filter. How many states of a program does it visit?
//
// Guarantee: the states are counted by a search with an exact set, which visits all of them.
// Hash functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; four bytes and a bit per state in memory.
// Source: the article's examples (SPIN); Holzmann 1998, An analysis of bitstate hashing, for
// the comparison of one and two hash functions. His programs are not at hand: this one is
// chosen here.
package states

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// Bits are those of memory per state of the program.
const Bits axis.CountAxis = "bits"

// Metrics, in the order of display.
var (
	metrics metric.List

	Coverage       = metrics.Share("coverage", "states visited", "estados visitados")
	CoverageTheory = metrics.Share("coverage_theory", "states visited, theory", "estados visitados, teoria")
)

const one, two, three = "one", "two", "three"

// hashes are those of the methods.
var hashes = map[string]int{one: 1, two: 2, three: 3}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	n := flagvalue.AtLeast{Value: 12, Least: 2, Why: "one alone needs the same fork twice"}
	known := 0
	return trial.New(trial.Spec{
		Name: "states", Title: "states of a program that a search with a Bloom filter visits", Help: help,
		Axes: []trial.Axis{{Of: Bits, Default: "1,2,4,8,16,32", Usage: "bits of memory per state: 1,8 or 1..32:x2", About: "bits of memory per state"}},
		Flags: []trial.Flag{
			{Name: "philosophers", Value: &n, Quick: "9", Usage: "philosophers, 2 to 14: each one more triples the states"},
		},
		Reps:  trial.Reps{Default: 6, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "3", Usage: "rounds, each with its own hash functions, 2 or more"},
		Seed:  "seed of hash functions",
		Quick: "fewer philosophers and rounds: some seconds",
		Methods: []trial.Method{
			{Name: one, Title: bilingual.Text{EN: "one hash function", PT: "uma função de hash"}},
			{Name: two, Title: bilingual.Text{EN: "two hash functions", PT: "duas funções de hash"}},
			{Name: three, Title: bilingual.Text{EN: "three hash functions", PT: "três funções de hash"}},
		},
		Metrics:   metrics,
		Headlines: []answer.Headline{{Metric: Coverage}},
		Claims:    claims(),
		Figures:   func(*runfolder.Meta) []figure.Figure { return figures() },
		Prepare: func(r *trial.Run) error {
			if list := r.Counts(Bits); n.Value > 14 || list[0] < 1 || list[len(list)-1] > 256 {
				return fmt.Errorf("--philosophers=%d, --bits=%s: want 2 to 14, and 1 to 256", n.Value, r.Text(Bits))
			}
			every := make([]bool, power(n.Value))
			known = visit(n.Value, func(state uint64) (first bool) {
				first, every[state] = !every[state], true
				return first
			})
			r.Parameters = map[string]string{"philosophers": n.String(), "states": strconv.Itoa(known)}
			return nil
		},
		Trials: func(r *trial.Run) (list []trial.Trial) {
			for _, m := range r.Methods {
				for _, b := range r.Counts(Bits) {
					list = append(list, trial.Trial{Method: m.Name, At: []axis.Place{Bits.At(b)}, Reports: []runfolder.Metric{Coverage, CoverageTheory},
						Do: func(t *trial.T) error {
							k, size := hashes[m.Name], b*known
							t.Report(Coverage, float64(visit(n.Value, bitstate(size, k, t.Seed())))/float64(known))
							t.Report(CoverageTheory, theory(known, size, k))
							return nil
						}})
				}
			}
			return list
		},
	})
}

// power is the number of ways in which n forks can lie or be held: a digit to base three each,
// 0 on the table, 1 with the philosopher of its number, 2 with the one before.
func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// visit searches all states from that where all forks lie on the table, in breadth, and counts
// those that are new. Philosopher i has fork i at the left and the next at the right.
func visit(n int, isNew func(state uint64) bool) (visited int) {
	digits := make([]uint64, n)
	for i := range digits {
		digits[i] = uint64(power(i))
	}
	isNew(0)
	queue := []uint32{0}
	for len(queue) > 0 {
		state := uint64(queue[0])
		queue = queue[1:]
		visited++
		for i := range n {
			j := (i + 1) % n
			left, right := state/digits[i]%3, state/digits[j]%3
			next := uint64(0)
			switch { // of 0 nothing is done: no step leads to where all forks lie but the last one's
			case left == 0 && right != 2:
				next = state + digits[i] // takes the left fork
			case left == 1 && right == 0:
				next = state + 2*digits[j] // takes the right one, and eats
			case left == 1 && right == 2:
				next = state - digits[i] // puts the left one down
			case left != 1 && right == 2:
				next = state - 2*digits[j] // puts the right one down
			}
			if next != 0 && isNew(next) {
				queue = append(queue, uint32(next))
			}
		}
	}
	return visited
}

// bitstate is a set of states in so many bits, with k hash functions.
func bitstate(size, k int, seed uint64) func(uint64) (first bool) {
	set, hash := bloom.NewBits(uint64(size), k), filter.NewHasher(filter.Config{Seed: seed})
	return func(state uint64) bool { return set.Add(hash.Number(state)) }
}

// theory is the share of states that a filter calls new, if all of them come, each once: the
// share x of bits that are set grows by what a new state sets.
func theory(states, size, k int) float64 {
	x, visited := 0.0, 0.0
	for range states {
		isNew := 1 - math.Pow(x, float64(k))
		visited += isNew
		x += float64(k) * (1 - x) / float64(size) // a state that is not new sets none, and has none to set
	}
	return visited / float64(states)
}

//go:embed claims.txt
var claimTexts string

// claims are those of Holzmann's paper, and of what each state coming once gives.
func claims() []claim.Claim {
	from := func(bits int) claim.Where {
		return claim.Only(func(c claim.Cell) bool { return c.Int(Bits) >= bits })
	}
	above := func(v float64) claim.Tolerance { return claim.Over(func(claim.Cell) float64 { return v }) }
	return claim.Read(claimTexts, claim.Tests{
		"ST1": claim.Everywhere{Metric: Coverage, Methods: []string{two}, At: from(16), Name: "states visited", Unit: "%",
			Of: func(c claim.Cell) float64 { return 100 * c.Mean() }, Is: above(98)}.Claim(),
		"ST2": claim.Everywhere{Metric: Coverage, Methods: []string{two}, At: from(8), Name: "two / one", Of: claim.ToThat(one), Is: above(1)}.Claim(),
		"ST3": claim.Everywhere{Metric: Coverage, Methods: []string{one, two, three}, Name: "visited / theory", Of: claim.To(CoverageTheory), Is: claim.Near(0.01)}.Claim(),
	})
}

func figures() []figure.Figure {
	return []figure.Figure{figure.Families("states-coverage", figure.Intervals(bilingual.Text{
		EN: "Share of the states of dining philosophers that a search with a Bloom filter visits",
		PT: "Fração dos estados dos filósofos à mesa que uma busca com Bloom filter visita"}), figure.FamiliesOf{
		Groups: []figure.RankedGroup{{Title: bilingual.Text{EN: "Visited states kept in a filter", PT: "Estados visitados guardados em um filtro"}, Filters: []string{one, two, three}}},
		Metric: Coverage, Axis: string(Bits), X: figure.Logarithmic, Along: bilingual.Text{EN: "bits per state", PT: "bits por estado"},
		Label: bilingual.Text{EN: "states visited, %", PT: "estados visitados, %"},
	})}
}
