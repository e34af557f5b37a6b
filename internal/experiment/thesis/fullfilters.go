package thesis

import (
	"errors"
	"fmt"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/measuring"
	"hyphbench/internal/wordlist"
)

// queryFullFilters are the filters that have the metric, the two that the
// thesis compares at this load.
func queryFullFilters() []string { return []string{bloom, cuckoo} }

// fullLoad is the share of the cuckoo table's entries that are filled.
const fullLoad = 0.95

// fullKeys are the keys and as many generated ones behind them as fill the
// cuckoo table of the keys alone to fullLoad: of the thesis's 1,753 keys and
// 2,048 entries, 192 more.
func fullKeys(keys []string, eps float64) (*wordlist.List, error) {
	structure, err := all.ByName(cuckoo)
	if err != nil {
		return nil, err
	}
	plan, err := structure.Plan(len(keys), filter.Config{Epsilon: eps})
	if err != nil {
		return nil, err
	}
	room := int(fullLoad * float64(plan.Capacity))
	taken := make(map[string]bool, len(keys))
	for _, k := range keys {
		taken[k] = true
	}
	list := slices.Clone(keys)
	for i := 0; len(list) < room; i++ {
		if more := fmt.Sprintf("filling%d", i); !taken[more] {
			list = append(list, more)
		}
	}
	return wordlist.Of(list...), nil
}

// buildFull builds the structure of all keys, of which own are the run's. A
// Bloom filter is sized for all of them, so that both filters are built for the
// same ε. A cuckoo table is sized for its own keys and the others are inserted
// one by one: sized for all, it would double. At this load an insertion can
// fail; then another hash function is tried.
func buildFull(structure filter.Structure, all *wordlist.List, own int, cfg filter.Config) (filter.Filter, error) {
	if structure.Name != cuckoo {
		return structure.Build(all, cfg)
	}
	const tries = 1000
	for range tries {
		f, err := fillUp(structure, all, own, cfg)
		if !errors.Is(err, filter.ErrFull) {
			return f, err
		}
		cfg.Seed = filter.Mix(cfg.Seed + 1)
	}
	return nil, &filter.BuildError{Structure: structure.Name, Attempts: tries, Err: fmt.Errorf("%d keys: %w", all.Len(), filter.ErrFull)}
}

func fillUp(structure filter.Structure, all *wordlist.List, own int, cfg filter.Config) (filter.Filter, error) {
	table, err := filter.As[filter.Inserter](structure.Build(all.First(own), cfg))
	if err != nil {
		return nil, err
	}
	for i := own; i < all.Len(); i++ {
		if err := table.Insert(all.At(i)); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// fullInstance is the current cell's filter at full load, an instance of its
// own beside that of the other metrics.
func (b *bench) fullInstance() (*instance, error) {
	c := b.current
	if c.full != nil {
		return c.full, nil
	}
	structure, err := b.structure(c.cell.Filter)
	if err != nil {
		return nil, err
	}
	cfg := b.current.config
	all, err := fullKeys(b.keys, cfg.Epsilon)
	if err != nil {
		return nil, err
	}
	f, err := buildFull(structure, all, len(b.keys), cfg)
	if err != nil {
		return nil, err
	}
	if lost := all.Count(func(key string) bool { return !f.Contains(key) }); lost > 0 {
		return nil, fmt.Errorf("%d false negatives among %d keys at %.0f %% load", lost, all.Len(), 100*fullLoad)
	}
	c.full = &instance{cell: c.cell, rep: c.rep, filter: f, asked: -1}
	_, err = b.falsePositives(c.full) // the count of words that every pass must admit
	return c.full, err
}

// loadLimit is the metric of that name: keys beyond its own are inserted into a
// filter of the current cell, built for the purpose, until one is refused.
func (b *bench) loadLimit() (*experiment.Measurement, error) {
	structure, err := b.structure(b.current.cell.Filter)
	if err != nil {
		return nil, err
	}
	n := b.fill.Len()
	plan, err := structure.Plan(n, b.current.config)
	if err != nil {
		return nil, err
	}
	table, err := filter.As[filter.Inserter](b.current.make(b.fill, b.current.config))
	if err != nil {
		return nil, err
	}
	// A table that had to be enlarged has more entries than were planned.
	entries := float64(plan.Capacity) * float64(table.Bits()) / float64(plan.Bits)
	for i := 0; ; i++ {
		switch err := table.Insert(fmt.Sprintf("filling%d", i)); {
		case errors.Is(err, filter.ErrFull):
			return measuring.Counted(float64(n+i)/entries, "1"), nil
		case err != nil:
			return nil, err
		case float64(n+i) > entries:
			return nil, fmt.Errorf("%s takes %d keys: want a refusal at its %.0f entries", structure.Name, n+i+1, entries)
		}
	}
}

// takesUntilFull reports whether the metric load_limit is taken of a structure:
// a table of a bounded number of entries into which keys are inserted until one
// is refused, as the thesis has it of the cuckoo filter.
func takesUntilFull(s filter.Structure) bool {
	plan, err := s.Plan(1, filter.Config{Epsilon: 0.01})
	return s.Family == filter.FamilyCuckoo && err == nil && plan.Capacity > 0 && filter.Can[filter.Inserter](s)
}
