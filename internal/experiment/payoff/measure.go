package payoff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// Lengths of a section on a store, in ns: an expensive lookup is asked for as often as fits.
const (
	sectionLength = 10e6
	quickLength   = 5e6
	leastQueries  = 16

	// All predictions of a store in a round are made of its hits and misses: the middle
	// one of some sections counts.
	partSections = 3
)

// Measure implements experiment.Bench.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	p, err := placeOf(s.Cell.Point)
	if err != nil {
		return nil, err
	}
	b.load(p.n, s.Round)
	name := s.Cell.Filter
	switch s.Cell.Metric {
	case metric.Build, Filter, Hit, Miss, LoneHit, LoneMiss:
		return b.part(ctx, s.Cell)
	case Total:
		return b.total(ctx, name, p)
	case Predicted, PredictedLone:
		return b.predictedTotal(ctx, s.Cell, p)
	case BitsPerKey, Admitted, AdmittedWords:
		in, err := b.instance(name, p.epsilon)
		if err != nil {
			return nil, err
		}
		if s.Cell.Metric == BitsPerKey {
			return measuring.CountedOnStore(b.bits(in), "bits"), nil
		}
		share, some := b.admitted(in, p.queries, s.Cell.Metric == AdmittedWords)
		if !some {
			return nil, nil
		}
		return measuring.CountedOnStore(share, "1"), nil
	}
	return b.compute(ctx, s.Cell, p)
}

// bits of a key.
func (b *bench) bits(in *instance) float64 {
	return float64(in.filter.Bits()) / float64(b.sets.keys.Len())
}

// admitted is the share of the negatives that a filter admits: of all, of the tokens
// of running text or of its distinct words. False: there are none.
func (b *bench) admitted(in *instance, of string, distinct bool) (share float64, some bool) {
	if of != inText {
		return float64(b.sets.others.Count(in.filter.Contains)) / float64(b.sets.others.Len()), true
	}
	asked, yes := 0, 0
	words, often := b.textNegatives()
	for i, word := range words {
		times := often[i]
		if distinct {
			times = 1
		}
		asked += times
		if in.filter.Contains(word) {
			yes += times
		}
	}
	if asked == 0 {
		return 0, false
	}
	return float64(yes) / float64(asked), true
}

// part is a measurement that others of its round are computed from. It is made once a
// round: after an interruption those on disk are made again, without a row.
func (b *bench) part(ctx context.Context, cell runfolder.Cell) (*experiment.Measurement, error) {
	if m := b.sets.parts[cell]; m != nil {
		return m, nil
	}
	p, err := placeOf(cell.Point)
	if err != nil {
		return nil, err
	}
	var m *experiment.Measurement
	switch cell.Metric {
	case metric.Build:
		m, err = b.built(cell, p)
	case Filter:
		m, err = b.filterAlone(cell, p)
	default:
		m, err = b.lookup(ctx, cell, p)
	}
	if m != nil {
		b.sets.parts[cell] = m
	}
	return m, err
}

// time is a part in ns per operation, by the clock of inMemory. False: it cannot be
// measured.
func (b *bench) time(ctx context.Context, cell runfolder.Cell) (ns float64, ok bool, err error) {
	m, err := b.part(ctx, cell)
	if m == nil || err != nil {
		return 0, false, err
	}
	p, err := placeOf(cell.Point)
	if err != nil {
		return 0, false, err
	}
	if m.CPU > 0 && b.inMemory(p.store) {
		return float64(m.CPU) / float64(m.Ops), true, nil
	}
	return m.Value / float64(m.Ops), true, nil
}

// inMemory reports whether lookups of a store, or none, wait for nobody: that of a warm
// disk reads no device. The CPU time of the thread is what they take, without that of
// other programs.
func (b *bench) inMemory(name string) bool {
	kind, err := b.named(name)
	return name == "" || err == nil && (kind.Medium == store.Memory || kind.Medium == store.Disk && !kind.Cold)
}

// built times constructions. The last filter is that of the round.
func (b *bench) built(cell runfolder.Cell, p place) (*experiment.Measurement, error) {
	in, err := b.unbuilt(cell.Filter, p.epsilon)
	if err != nil {
		return nil, err
	}
	m, err := b.timer.Measure(cell, b.sets.keys.Len(), func() (err error) {
		in.filter, err = in.s.Build(b.sets.keys, in.config)
		return err
	})
	if err != nil {
		return nil, err
	}
	b.sets.filters[filterKey{cell.Filter, p.epsilon}] = in
	return measuring.BesideStore(m), nil
}

// filterAlone times a filter before a store that does nothing, or nothing before it.
func (b *bench) filterAlone(cell runfolder.Cell, p place) (*experiment.Measurement, error) {
	t, err := b.asks(cell.Filter, p)
	if t == nil || err != nil {
		return nil, err
	}
	buf := make([]byte, 0, 64)
	m, err := b.timer.Measure(cell, t.q.words.Len(), func() error {
		_, err := ask(t.filter(), nothing{}, bare, t.q.words, p.batch, 1, buf)
		return err
	})
	if err != nil {
		return nil, err
	}
	return measuring.BesideStore(m), nil
}

// lookup times hits or misses of a store: the middle one of some sections. nil: there are
// no such words.
func (b *bench) lookup(ctx context.Context, cell runfolder.Cell, p place) (*experiment.Measurement, error) {
	s, err := b.store(ctx, p.store)
	if err != nil {
		return nil, err
	}
	q, err := b.lookedUp(cell, p)
	if q == nil || q.words.Len() == 0 || err != nil {
		return nil, err
	}
	speed, known := b.speeds[cell]
	if !known {
		if speed, err = roughly(s, q, p.batch, b.length); err != nil {
			return nil, fmt.Errorf("store %s: %w", p.store, err)
		}
		b.speeds[cell] = speed
	}
	size := b.sized(p, speed, q.words.Len(), func(int) bool { return true })
	sections := partSections
	if p.queries == attack { // of which one total is predicted
		sections = 1
	}
	var list []*experiment.Measurement
	for range sections {
		m, err := b.onStore(p, s, &asking{lone: cell.Metric == LoneHit || cell.Metric == LoneMiss}, q, size)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	m := middleOf(list)
	b.speeds[cell] = m.Value / float64(m.Ops)
	return m, nil
}

// middleOf is the section of the middle time.
func middleOf(list []*experiment.Measurement) *experiment.Measurement {
	slices.SortFunc(list, func(a, b *experiment.Measurement) int { return cmp.Compare(a.Value, b.Value) })
	return list[len(list)/2]
}

// lookedUp are the words that a part asks: keys or negatives alone, those of running
// text, or those of an attack on a filter. nil: there are none.
func (b *bench) lookedUp(cell runfolder.Cell, p place) (*queries, error) {
	hit := cell.Metric == Hit || cell.Metric == LoneHit
	switch {
	case p.queries == attack:
		in, err := b.instance(cell.Filter, p.epsilon)
		if err != nil {
			return nil, err
		}
		return b.queries(p.asked, in)
	case p.queries == inText:
		return b.textOnly(hit)
	case hit:
		return b.queries(keysAlone(), nil)
	}
	return b.queries(negatives(), nil)
}

// roughly is the time of a query in ns, from growing numbers of them.
func roughly(s store.Store, q *queries, batch int, within float64) (float64, error) {
	for n := min(batch, q.words.Len()); ; n = min(4*n, q.words.Len()) {
		start := time.Now()
		if _, err := ask(nil, s, bare, q.words.First(n), batch, 1, nil); err != nil {
			return 0, err
		}
		if took := float64(time.Since(start).Nanoseconds()); took > within/10 || n == q.words.Len() {
			return max(1, took) / float64(n), nil
		}
	}
}

// asking is a filter, or none, with queries and its answers to them. lone: without a
// filter, each after the answer to the one before.
type asking struct {
	lone   bool
	in     *instance // nil: no filter
	q      *queries
	admits []bool // nil without a filter
}

// asks is nil where there is nothing to ask.
func (b *bench) asks(name string, p place) (t *asking, err error) {
	t = &asking{}
	if name != none {
		if t.in, err = b.instance(name, p.epsilon); err != nil {
			return nil, err
		}
	}
	if t.q, err = b.queries(p.asked, t.in); t.q == nil || err != nil {
		return nil, err
	}
	if t.in != nil {
		if t.admits, err = t.in.verify(p.asked, t.q); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// asksOf is the store of a place, if it has one, with what is asked.
func (b *bench) asksOf(ctx context.Context, name string, p place) (s store.Store, t *asking, err error) {
	if p.store != "" {
		if s, err = b.store(ctx, p.store); err != nil {
			return nil, nil, err
		}
	}
	t, err = b.asks(name, p)
	return s, t, err
}

// shares are those of members and of admitted negatives among the first n queries.
func (t *asking) shares(n int) (members, admitted float64) {
	for i, member := range t.q.member[:n] {
		switch {
		case member:
			members++
		case t.admits == nil || t.admits[i]:
			admitted++
		}
	}
	return members / float64(n), admitted / float64(n)
}

// total times queries through the filter, or none, and the store.
func (b *bench) total(ctx context.Context, name string, p place) (*experiment.Measurement, error) {
	s, t, err := b.asksOf(ctx, name, p)
	if t == nil || err != nil {
		return nil, err
	}
	size, err := b.lengthOf(ctx, name, p, t)
	if err != nil {
		return nil, err
	}
	return b.onStore(p, s, t, t.q, size)
}

// lengthOf is the length of the section of a total, by its prediction.
func (b *bench) lengthOf(ctx context.Context, name string, p place, t *asking) (length, error) {
	key := p.cell(name, Total)
	if size, known := b.sets.lengths[key]; known {
		return size, nil
	}
	whole, ok, err := b.parted(ctx, name, p, t, t.q.words.Len(), false)
	if err != nil {
		return length{}, err
	}
	if !ok {
		return length{}, errors.New("the parts cannot be measured")
	}
	size := b.sized(p, whole.loop+whole.Guarded(), t.q.words.Len(), func(i int) bool { return t.admits == nil || t.admits[i] })
	b.sets.lengths[key] = size
	return size, nil
}

// attempts are how often a section is measured that is not as it must be.
const attempts = 3

// onStore times a section on a store. One on a disk that is neither as cold nor as warm
// as it must be is measured again; so is one in memory from which other programs took
// time.
func (b *bench) onStore(p place, s store.Store, t *asking, q *queries, size length) (m *experiment.Measurement, err error) {
	kind, err := b.named(p.store)
	if err != nil {
		return nil, err
	}
	section := func(queries, passes int) func() error {
		words, members := q.words.First(queries), 0
		for _, member := range q.member[:queries] {
			if member {
				members++
			}
		}
		return func() error { return rightly(t, s, words, p.batch, passes, members) }
	}
	// The caches, and the threads of a server, are cold after the collection of garbage.
	first := section(size.queries, 1)
	if !b.inMemory(p.store) {
		first = section((size.queries+3)/4, 1)
	}
	for range attempts {
		m, err = measuring.OnStoreAfter(s, size.queries*size.passes, measuring.ProofOf(kind.Kind, s), first, section(size.queries, size.passes))
		if err != nil && !errors.Is(err, measuring.ErrUnproved) {
			break
		}
		if err == nil && (!b.inMemory(p.store) || m.CPU == runfolder.NoCPU || m.Value-float64(m.CPU) <= m.Value/20) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", p.store, err)
	}
	return m, nil
}

// rightly asks, and compares the number of keys found with that of the members.
func rightly(t *asking, s store.Store, words *wordlist.List, batch, passes, members int) error {
	pass := bare
	if t.lone {
		pass = lone
	}
	found, err := ask(t.filter(), s, pass, words, batch, passes, make([]byte, 0, 64))
	if err == nil && found != members*passes {
		err = fmt.Errorf("wrong answers: %d keys found among %d queries, not %d", found, passes*words.Len(), passes*members)
	}
	return err
}
