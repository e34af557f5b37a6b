package bloom1970

import (
	"context"
	"errors"
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

// instance is what a visit measures in one round.
type instance struct {
	visit visit
	round int
	area  area // nil: none
	asked queries
	saved float64 // share of the words that did not come to the store in the last pass; −1 before one
}

// sampled are the words that are asked in a round where a lookup is expensive.
type sampled struct {
	round int
	asked queries
}

// Measure implements experiment.Bench.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	v, err := b.visit(s.Cell)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	if v != b.current.visit || s.Round != b.current.round || b.current.asked.words == nil {
		if err := b.begin(v, s.Round); err != nil {
			return nil, err
		}
	}
	m, err := b.measure(ctx, s.Cell.Metric)
	if err != nil && v.on != nil {
		return nil, fmt.Errorf("store %s: %w", v.on.Name, err)
	}
	return m, err
}

// visit is that of a cell of the plan.
func (b *bench) visit(c runfolder.Cell) (visit, error) {
	for _, v := range b.visits() {
		if v.filter == c.Filter && v.point() == c.Point {
			return v, nil
		}
	}
	return visit{}, fmt.Errorf("no cell %s %s in this run", c.Filter, c.Point)
}

// begin makes hash area and words of a visit.
func (b *bench) begin(v visit, round int) (err error) {
	seed := experiment.RoundSeed(b.run.Seed, round)
	b.current = instance{visit: v, round: round, saved: -1}
	if b.current.area, err = b.area(v, seed); err != nil {
		return err
	}
	if v.on != nil && !v.on.all || round < 1 {
		if b.some.asked.words == nil || b.some.round != round {
			b.some = sampled{round, b.dictionary.sample(b.x.sample.Value, seed)}
		}
		b.current.asked = b.some.asked
		return nil
	}
	if b.all.words == nil {
		b.all = b.dictionary.sample(len(b.dictionary.words), b.run.Seed)
	}
	b.current.asked = b.all
	return nil
}

func (b *bench) measure(ctx context.Context, m runfolder.Metric) (*experiment.Measurement, error) {
	c := &b.current
	switch m {
	case metric.Bits:
		return measuring.CountedOnStore(float64(c.area.Bits()), "bits"), nil
	case metric.FPRTheory:
		return measuring.CountedOnStore(c.area.Theory(), "1"), nil
	case metric.Query:
		return b.ask()
	case Total:
		return c.pass(ctx)
	case Saved:
		if c.saved < 0 { // the run was taken up between the pass and this
			if _, err := c.pass(ctx); err != nil {
				return nil, err
			}
		}
		return measuring.CountedOnStore(c.saved, "1"), nil
	case ColdLookup:
		return b.coldLookup(ctx, c.visit.on, c.round)
	case ColdTotal:
		return b.coldTotal(ctx)
	}
	return nil, fmt.Errorf("unknown metric %q", m)
}

// ask times the hash area alone. No store is asked: that of the section only lends
// its counters.
func (b *bench) ask() (*experiment.Measurement, error) {
	c := &b.current
	yes := 0
	m, err := measuring.OnStore(b.stores[0].store, c.asked.words.Len(), measuring.Unproved, func() error {
		for word := range c.asked.words.Each() {
			if c.area.Contains(word) {
				yes++
			}
		}
		return nil
	})
	if err == nil && yes < c.asked.exceptions {
		return nil, fmt.Errorf("wrong answers: %d of %d exceptions or fewer were let through", yes, c.asked.exceptions)
	}
	return m, err
}

// pass asks all words of the instance once, under the clock: the hash area first, and
// the store where it does not deny. A warm pass in which the system read something
// from a disk, such as a page of this program, is made again, once.
func (c *instance) pass(ctx context.Context) (*experiment.Measurement, error) {
	m, err := c.timed(ctx)
	if err != nil && c.visit.on.proof == measuring.Warm && ctx.Err() == nil {
		m, err = c.timed(ctx)
	}
	return m, err
}

func (c *instance) timed(ctx context.Context) (*experiment.Measurement, error) {
	on, words := c.visit.on, c.asked.words.Len()
	before, err := on.store.Accesses()
	if err != nil {
		return nil, err
	}
	var asked, found, bytes int
	m, err := measuring.OnStore(on.store, words, on.proof, func() (err error) {
		asked, found, bytes, err = c.lookUp(ctx, c.area)
		return err
	})
	if err != nil {
		return nil, err
	}
	after, err := on.store.Accesses()
	switch {
	case err != nil:
		return nil, err
	case found != c.asked.exceptions || bytes != c.asked.bytes:
		return nil, fmt.Errorf("wrong answers: %d words of %d bytes were found, not %d of %d", found, bytes, c.asked.exceptions, c.asked.bytes)
	case after-before != int64(asked):
		return nil, fmt.Errorf("wrong counts: %d lookups, and the store counted %d", asked, after-before)
	}
	c.saved = 1 - float64(after-before)/float64(words)
	return m, nil
}

// between is how many words are asked between two looks at the context.
const between = 1024

// lookUp asks the hash area, if there is one, and the store.
func (c *instance) lookUp(ctx context.Context, in area) (asked, found, bytes int, err error) {
	var s store.Store = c.visit.on.store
	var value []byte
	n := 0
	for word := range c.asked.words.Each() {
		if n++; n%between == 0 && ctx.Err() != nil {
			return asked, found, bytes, ctx.Err()
		}
		if in != nil && !in.Contains(word) {
			continue
		}
		asked++
		var ok bool
		if value, ok, err = s.Get(value[:0], word); err != nil {
			return asked, found, bytes, fmt.Errorf("%q: %w", word, err)
		}
		if ok {
			found++
			bytes += len(value)
		}
	}
	return asked, found, bytes, nil
}
