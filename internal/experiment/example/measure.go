package example

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// questions of one pass. A section holds as many passes as make it long enough.
const questions = 50_000

// set is what questions are put to.
type set interface{ Contains(key string) bool }

// structure is a kind of set.
type structure struct {
	name  string
	exact bool
	build func(keys *wordlist.List, cfg filter.Config) (set, error)
}

// known is a structure that the program has already.
func known(s filter.Structure) structure {
	return structure{s.Name, s.Exact, func(keys *wordlist.List, cfg filter.Config) (set, error) { return s.Build(keys, cfg) }}
}

// own is the structure that the experiment brings.
func own() structure {
	return structure{goMap, true, func(keys *wordlist.List, _ filter.Config) (set, error) {
		m := make(mapSet, keys.Len())
		for key := range keys.Each() {
			m[key] = struct{}{}
		}
		return m, nil
	}}
}

type mapSet map[string]struct{}

func (m mapSet) Contains(key string) bool { _, in := m[key]; return in }

// instance is a set in one round with the questions to it.
type instance struct {
	cell      runfolder.Cell // without a metric
	round     int
	set       set
	questions *wordlist.List
	yes       int     // the answers that must be yes, members or not
	admitted  float64 // share of the strangers among the questions that are answered with yes
}

// Measure implements experiment.Bench.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	v := b.visit(s)
	if b.current.cell != v.cell || b.current.round != s.Round {
		if err := b.build(v, s.Round); err != nil {
			return nil, err
		}
	}
	if s.Cell.Metric == Admitted {
		return experiment.Counted(b.current.admitted, "1"), nil
	}
	return b.timer.Measure(s.Cell, questions, b.current.pass)
}

// build makes the visit's instance current. Every answer is compared with the
// truth here, outside of the clock.
func (b *bench) build(v visit, round int) error {
	seed := filter.Mix(experiment.RoundSeed(b.x.seed, round) + uint64(v.n))
	keys := make([]string, v.n)
	for i := range keys {
		keys[i] = key(seed, i)
	}
	built, err := v.structure.build(wordlist.Of(keys...), filter.Config{Epsilon: b.x.eps.Value.Float(), Seed: seed})
	if err != nil {
		return err
	}
	members := int(math.Round(v.hits * questions))
	words, yes := make([]string, questions), 0
	for i, k := range asked(seed, v.n, members) {
		words[i] = key(seed, k)
		member, answer := k < v.n, built.Contains(words[i])
		if member && !answer || !member && answer && v.structure.exact {
			return fmt.Errorf("wrong answer to %q: %v", words[i], answer)
		}
		if answer {
			yes++
		}
	}
	b.current = instance{v.cell, round, built, wordlist.Of(words...), yes, float64(yes-members) / float64(questions-members)}
	return nil
}

// key is the ith of a sequence of different keys.
func key(seed uint64, i int) string { return strconv.FormatUint(filter.Mix(seed+uint64(i)), 16) }

// asked are the numbers of the keys asked for, in random order: members, which
// have the numbers below n, as often as they are told to, then strangers.
func asked(seed uint64, n, members int) []int {
	random := rand.New(rand.NewPCG(seed, 0))
	list := make([]int, questions)
	for i := range list {
		list[i] = n + i
		if i < members {
			list[i] = random.IntN(n)
		}
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// pass asks all questions once, under the clock. Its answer is compared with
// what it must be.
func (c *instance) pass() error {
	yes := 0
	for key := range c.questions.Each() {
		if c.set.Contains(key) {
			yes++
		}
	}
	if yes != c.yes {
		return fmt.Errorf("wrong answers: %d questions answered with yes, not %d", yes, c.yes)
	}
	return nil
}
