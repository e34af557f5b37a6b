package lookup

import (
	"errors"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// loads are the shares of the places of a table that are taken when it is asked.
func loads() []float64 { return []float64{0.5, 0.75, 0.9, 0.95} }

// loadable reports whether a structure is a table whose places can be told and are
// filled one by one.
func loadable(s filter.Structure, can abilities) bool {
	return can.insert && (s.Family == filter.FamilyCuckoo || s.Family == filter.FamilyQuotient)
}

// loaded times queries of negatives to a table for the current number of keys of
// whose places so many are taken. A table that refuses the keys with all of several
// hash functions has no row.
func (b *bench) loaded(cell runfolder.Cell, load float64) (*experiment.Measurement, error) {
	c := &b.current
	cfg := c.config
	cfg.Capacity = b.sets.keys.Len()
	plan, err := c.s.Plan(0, cfg)
	if err != nil || plan.Capacity == 0 {
		return nil, err
	}
	keys := b.Work.Keys(taken(plan, load), b.sets.seed)
	var f filter.Filter
	for range refusals {
		if f, err = filled(c.s, keys, cfg); !errors.Is(err, filter.ErrFull) {
			break
		}
		cfg.Seed++
	}
	if errors.Is(err, filter.ErrFull) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := b.present(f, keys); err != nil {
		return nil, err
	}
	q, err := b.queries(b.usual())
	if err != nil {
		return nil, err
	}
	right := answers{yes: independent(f, q.words)}
	return b.timer.Measure(cell, q.words.Len(), func() error { return right.compare(independent(f, q.words)) })
}

// taken are as many of the places of a planned table as a load has.
func taken(plan filter.Plan, load float64) int { return int(load * float64(plan.Capacity)) }

// filled is an empty filter into which the keys were inserted.
func filled(s filter.Structure, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	f, err := filter.As[filter.Inserter](s.Build(wordlist.Of(), cfg))
	if err != nil {
		return nil, err
	}
	return f, insertAll([]filter.Inserter{f}, keys)
}
