package payoff

import (
	"context"
	"errors"
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/payoff"
	"hyphbench/internal/runfolder"
)

// filter is nil for no filter.
func (t *asking) filter() filter.Filter {
	if t == nil || t.in == nil {
		return nil
	}
	return t.in.filter
}

// parted is a case whose times are net of the loop: reading the queries is in every
// part, and in the whole once.
type parted struct {
	payoff.Case
	loop float64
}

// parted is made of the parts of the current round, and of the answers to the first n
// queries; of lookups that overlap, or of lone ones. False: a part cannot be measured.
func (b *bench) parted(ctx context.Context, name string, p place, t *asking, n int, lone bool) (c parted, ok bool, err error) {
	loops := p.asked
	if loops.queries == attack { // the words are negatives
		loops = negatives()
	}
	if c.loop, ok, err = b.loop(ctx, loops, p); !ok || err != nil {
		return c, ok, err
	}
	if name != none {
		whole := p
		whole.store = ""
		if c.Filter, ok, err = b.time(ctx, whole.cell(name, Filter)); !ok || err != nil {
			return c, ok, err
		}
		c.Filter -= c.loop
	}
	members, admitted := t.shares(n)
	c.Members, c.Rate = members, 1
	if members < 1 {
		c.Rate = admitted / (1 - members)
	}
	if p.store == "" {
		return c, true, nil
	}
	hit, miss := Hit, Miss
	if lone {
		hit, miss = LoneHit, LoneMiss
	}
	for _, part := range []struct {
		to     *float64
		metric runfolder.Metric
		share  float64
	}{{&c.Hit, hit, members}, {&c.Miss, miss, 1 - members}} {
		if part.share > 0 || p.queries == mixed {
			if *part.to, ok, err = b.net(ctx, name, p, part.metric); !ok || err != nil {
				return c, ok, err
			}
		}
	}
	return c, true, nil
}

// loop is the time of reading a query of a kind.
func (b *bench) loop(ctx context.Context, k asked, p place) (float64, bool, error) {
	return b.time(ctx, place{asked: k, batch: p.batch, n: p.n}.cell(none, Filter))
}

// partOf is the lookup from which queries are predicted. Words of running text and of an
// attack are repeated, and found sooner than others: these have lookups of their own.
func partOf(name string, p place, m runfolder.Metric) runfolder.Cell {
	at := place{store: p.store, batch: p.batch, n: p.n}
	switch p.queries {
	case inText:
		at.asked = p.asked
	case attack:
		at.asked, at.epsilon = p.asked, p.epsilon
		return at.cell(name, m)
	}
	return at.cell(none, m)
}

// net is the time of a lookup without that of reading the query.
func (b *bench) net(ctx context.Context, name string, p place, m runfolder.Metric) (float64, bool, error) {
	whole, ok, err := b.time(ctx, partOf(name, p, m))
	if !ok || err != nil {
		return 0, ok, err
	}
	k := negatives()
	switch {
	case p.queries == inText:
		k = p.asked
	case m == Hit || m == LoneHit:
		k = keysAlone()
	}
	loop, ok, err := b.loop(ctx, k, p)
	return whole - loop, ok, err
}

// predictedTotal predicts the queries that the section of the total asks.
func (b *bench) predictedTotal(ctx context.Context, cell runfolder.Cell, p place) (*experiment.Measurement, error) {
	name := cell.Filter
	_, t, err := b.asksOf(ctx, name, p)
	if t == nil || err != nil {
		return nil, err
	}
	n := t.q.words.Len()
	if name == none || b.isMeasured(name) {
		size, err := b.lengthOf(ctx, name, p, t)
		if err != nil {
			return nil, err
		}
		n = size.queries
	}
	c, ok, err := b.parted(ctx, name, p, t, n, cell.Metric == PredictedLone)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errors.New("the parts cannot be measured")
	}
	return measuring.CountedOnStore(c.loop+c.Guarded(), nanoseconds), nil
}

// compute is what follows from the parts of a structure. nil: there is no such number,
// as of the break-even of a filter that does not pay.
func (b *bench) compute(ctx context.Context, cell runfolder.Cell, p place) (*experiment.Measurement, error) {
	switch cell.Metric {
	case LeastRate:
		return b.leastRate(ctx, cell.Filter, p)
	case MemoryLife:
		return b.memoryLife(ctx, cell.Filter, p)
	case BreakEvenMiss, BreakEvenQueries:
	default:
		return nil, fmt.Errorf("unknown metric %q", cell.Metric)
	}
	_, t, err := b.asksOf(ctx, cell.Filter, p)
	if t == nil || err != nil {
		return nil, err
	}
	c, ok, err := b.parted(ctx, cell.Filter, p, t, t.q.words.Len(), false)
	if !ok || err != nil {
		return nil, err
	}
	value, unit := c.BreakEvenMiss(), nanoseconds
	if cell.Metric == BreakEvenQueries {
		build, _, err := b.time(ctx, place{n: p.n, epsilon: p.epsilon}.cell(cell.Filter, metric.Build))
		if err != nil {
			return nil, err
		}
		value, unit = c.BreakEvenQueries(build*float64(b.sets.keys.Len())), "queries"
	}
	return finite(value, unit), nil
}

// finite is nil for a number that there is not.
func finite(value float64, unit string) *experiment.Measurement {
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return nil
	}
	return measuring.CountedOnStore(value, unit)
}

// leastRate is that of a Bloom filter at a store: what a bit adds to the time of a
// query is the slope between its lowest and its highest rate. nil: a larger filter was
// no slower in this round, and one more bit always pays.
func (b *bench) leastRate(ctx context.Context, name string, p place) (*experiment.Measurement, error) {
	rates := b.Rates(axis.Eps)
	var bits, times [2]float64
	var c parted
	for i, rate := range []string{rates[0].String(), rates[len(rates)-1].String()} {
		at := p
		at.epsilon = rate
		t, err := b.asks(name, at)
		if t == nil || err != nil {
			return nil, err
		}
		var ok bool
		if c, ok, err = b.parted(ctx, name, at, t, t.q.words.Len(), false); !ok || err != nil {
			return nil, err
		}
		bits[i], times[i] = b.bits(t.in), c.Filter
	}
	if bits[0] == bits[1] {
		return nil, nil
	}
	bit := (times[0] - times[1]) / (bits[0] - bits[1])
	if bit <= 0 {
		return nil, nil
	}
	return finite(payoff.LeastRate(bit, c.Members, c.Miss), "1"), nil
}

// memoryLife compares a structure with the first of the run, over its construction and
// one query a key, of a negative. nil: it is no smaller, or smaller and no slower.
func (b *bench) memoryLife(ctx context.Context, name string, p place) (*experiment.Measurement, error) {
	var bits, times [2]float64
	for i, name := range []string{b.structures()[0].Name, name} {
		s, err := b.structure(name)
		if err != nil {
			return nil, err
		}
		at := p
		if s.Exact {
			at.epsilon = ""
		} else if at.epsilon == "" {
			return nil, nil // one of the two has a rate, the other has not
		}
		build, _, err := b.time(ctx, at.cell(name, metric.Build))
		if err != nil {
			return nil, err
		}
		at.asked, at.batch = negatives(), 1
		query, _, err := b.time(ctx, at.cell(name, Filter))
		if err != nil {
			return nil, err
		}
		in, err := b.instance(name, at.epsilon)
		if err != nil {
			return nil, err
		}
		bits[i], times[i] = b.bits(in), build+query
	}
	life := b.x.price.value.BreakEvenLife(times[1]-times[0], bits[0]-bits[1])
	if life <= 0 {
		return nil, nil
	}
	return finite(life, seconds), nil
}
