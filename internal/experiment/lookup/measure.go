package lookup

import (
	"context"
	"errors"
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// instance is a structure or a baseline in one round.
type instance struct {
	name        string
	epsilon     string
	round       int
	s           filter.Structure // without a name for a baseline
	config      filter.Config
	filter      filter.Filter
	right       map[asked]answers // of the queries that were verified
	manyFilters []filter.Filter   // copies of the filter; nil until they are asked
}

// answers are those that a filter gave before it was timed.
type answers struct{ yes, lost int }

// Measure implements experiment.Bench.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	if err := b.visit(s); err != nil {
		return nil, err
	}
	c := &b.current
	if s.Cell.Metric == metric.Build {
		return b.timer.Measure(s.Cell, b.sets.keys.Len(), func() (err error) {
			c.filter, err = c.s.Build(b.sets.keys, c.config)
			return err
		})
	}
	kind := asked{s.Cell.Point.Value(placeHits), s.Cell.Point.Value(placeOrder)}
	if baseline(c.name) {
		q, err := b.queries(kind)
		if err != nil {
			return nil, err
		}
		return b.timer.Measure(s.Cell, q.words.Len(), b.pass(c.name, s.Cell.Metric, q))
	}
	switch s.Cell.Metric {
	case Insert, Delete:
		return b.change(s.Cell.Metric)
	case Loaded:
		load, err := axis.ParseShare(s.Cell.Point.Value(placeLoad))
		if err != nil {
			return nil, err
		}
		return b.loaded(s.Cell, load)
	case FullBits:
		return b.full()
	case InsertSteps:
		return b.insertSteps()
	}
	if err := b.build(); err != nil {
		return nil, err
	}
	if s.Cell.Metric == BitsPerKey {
		return measuring.Counted(float64(c.filter.Bits())/float64(b.sets.keys.Len()), "bits"), nil
	}
	q, err := b.queries(kind)
	if err != nil {
		return nil, err
	}
	right, err := b.verify(kind, q)
	if err != nil {
		return nil, err
	}
	switch s.Cell.Metric {
	case metric.Query:
		return b.timer.Measure(s.Cell, q.words.Len(), func() error { return right.compare(independent(c.filter, q.words)) })
	case Latency:
		return b.timer.Measure(s.Cell, q.words.Len(), func() error { return right.compare(dependent(c.filter, q.words, b.nothing())) })
	case QuerySteps:
		return b.querySteps(q)
	case Many:
		return b.many(s.Cell, q, right)
	case Parallel, Written:
		goroutines, err := axis.ParseCount(s.Cell.Point.Value(placeCrowd))
		if err != nil {
			return nil, err
		}
		return b.parallel(s.Cell, goroutines, q, right)
	case Among, Skewed, Filters:
		return b.manyFilters(s.Cell, q, right)
	case Admitted:
		return measuring.Counted(right.admitted(q.all, q.words.Len()), "1"), nil
	case WastedTokens, WastedWords:
		tokens, words := q.wasted(c.filter)
		if s.Cell.Metric == WastedWords {
			return measuring.Counted(words, "1"), nil
		}
		return measuring.Counted(tokens, "1"), nil
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// visit makes the step's structure, n, ε and round current.
func (b *bench) visit(s experiment.Step) error {
	n, err := axis.ParseCount(s.Cell.Point.Value(placeN))
	if err != nil {
		return err
	}
	b.load(n, s.Round)
	epsilon := s.Cell.Point.Value(placeEpsilon)
	c := &b.current
	if c.name == s.Cell.Filter && c.epsilon == epsilon && c.round == s.Round {
		return nil
	}
	*c = instance{name: s.Cell.Filter, epsilon: epsilon, round: s.Round, right: map[asked]answers{}}
	if baseline(c.name) {
		return nil
	}
	c.s = b.structure(c.name)
	c.config = filter.Config{Seed: experiment.RoundSeed(b.Seed, s.Round), Universe: b.sets.negatives}
	if epsilon != "" {
		rate, err := axis.ParseRate(epsilon)
		if err != nil {
			return err
		}
		c.config.Epsilon = rate.Float()
	}
	return nil
}

// build builds the current filter, if it is not.
func (b *bench) build() (err error) {
	if c := &b.current; c.filter == nil {
		c.filter, err = c.s.Build(b.sets.keys, c.config)
	}
	return err
}

// verify compares every answer with the truth, once.
func (b *bench) verify(k asked, q *queries) (answers, error) {
	c := &b.current
	if right, known := c.right[k]; known {
		return right, nil
	}
	var right answers
	exact := c.s.Exact && !(c.s.Closed && k.order == inText) // the text is outside of the universe
	i := 0
	for word := range q.words.Each() {
		yes, member := c.filter.Contains(word), q.member[i]
		i++
		if yes {
			right.yes++
		}
		switch {
		case member && !yes && c.s.Faults&filter.LosesKeys == 0:
			return right, fmt.Errorf("false negative: %q", word)
		case member && !yes:
			right.lost++
		case !member && yes && exact:
			return right, fmt.Errorf("an exact structure admits %q", word)
		}
	}
	c.right[k] = right
	return right, nil
}

// admitted is the share of the negatives of a pass over words, of which so many are members.
func (a answers) admitted(members, words int) float64 {
	return float64(a.yes-(members-a.lost)) / float64(words-members)
}

// compare is the error in the number of answers with yes of a pass.
func (a answers) compare(yes int) error {
	if yes != a.yes {
		return fmt.Errorf("wrong answers: %d queries answered with yes, not %d", yes, a.yes)
	}
	return nil
}

// errLost is what a baseline fails with.
var errLost = errors.New("a pass over the words gave another sum than the one before")

// pass goes over the words for a baseline and compares the sums of two passes.
func (b *bench) pass(name string, m runfolder.Metric, q *queries) func() error {
	h := filter.NewHasher(filter.Config{Seed: b.sets.seed})
	once := func() uint64 { return read(q.words) }
	switch {
	case name == stream && m == Latency:
		once = func() uint64 { return readAfter(q.words, b.nothing()) }
	case name == hash && m == Latency:
		once = func() uint64 { return hashedAfter(&h, q.words, b.nothing()) }
	case name == hash:
		once = func() uint64 { return hashed(&h, q.words) }
	}
	first := once()
	return func() error {
		if once() != first {
			return errLost
		}
		return nil
	}
}

// nothing is 0 and unknown to the compiler.
func (b *bench) nothing() int { return b.sets.n >> 62 }

// many times a list that is asked at once. The answers are compared one by one with
// those of Contains before.
func (b *bench) many(cell runfolder.Cell, q *queries, right answers) (*experiment.Measurement, error) {
	f, ok := b.current.filter.(filter.BatchContainer)
	if !ok {
		return nil, fmt.Errorf("%s has no queries of a list", b.current.name)
	}
	out := make([]bool, q.words.Len())
	f.ContainsBatch(q.words, out)
	i := 0
	for word := range q.words.Each() {
		if out[i] != f.Contains(word) {
			return nil, fmt.Errorf("the list says %v of %q, the filter itself %v", out[i], word, !out[i])
		}
		i++
	}
	return b.timer.Measure(cell, q.words.Len(), func() error {
		f.ContainsBatch(q.words, out)
		yes := 0
		for _, answer := range out {
			yes += one(answer)
		}
		return right.compare(yes)
	})
}
