package lookup

import (
	"errors"
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// changes is how many insertions or deletions make a section, at least: 5 ms of
// some 20 ns.
const changes = 250_000

// change times the insertion of all keys into empty filters, or their deletion from
// full ones. The filters are as many as make a section and are made before the
// clock starts, anew for each attempt.
func (b *bench) change(m runfolder.Metric) (*experiment.Measurement, error) {
	keys := b.sets.keys
	copies := max(1, changes/keys.Len())
	refused := 0
	for attempt := 1; ; attempt++ {
		filters, err := b.empty(copies, refused)
		if err != nil {
			return nil, err
		}
		work := func() { err = insertAll(filters, keys) }
		if m == Delete {
			if err = insertAll(filters, keys); err == nil {
				work = func() { err = deleteAll(filters, keys) }
			}
		}
		s := timing.Measure(true, work)
		if errors.Is(err, filter.ErrFull) && refused < refusals {
			refused++
			attempt--
			continue
		}
		if err == nil && m == Insert {
			err = b.present(filters[0], keys)
		}
		if err != nil {
			return nil, err
		}
		if s.Attempts = attempt; attempt == 3 || !s.Disturbed() {
			return measuring.Timed(s, copies*keys.Len()), nil
		}
	}
}

// refusals is how many hash functions may refuse a key, as those of a cuckoo filter
// sometimes do, before that is an error. Each time others are tried.
const refusals = 10

// present verifies that the filter has all keys.
func (b *bench) present(f filter.Filter, keys *wordlist.List) error {
	lost := keys.Count(func(key string) bool { return !f.Contains(key) })
	if lost > 0 && b.current.s.Faults&filter.LosesKeys == 0 {
		return fmt.Errorf("%d false negatives among %d inserted keys", lost, keys.Len())
	}
	return nil
}

// empty are filters with room for the keys, of other hash functions after each
// refusal.
func (b *bench) empty(copies, refused int) ([]filter.Inserter, error) {
	cfg := b.current.config
	cfg.Capacity, cfg.Seed = b.sets.keys.Len(), cfg.Seed+uint64(refused)
	list := make([]filter.Inserter, copies)
	for i := range list {
		var err error
		if list[i], err = filter.As[filter.Inserter](b.current.s.Build(wordlist.Of(), cfg)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func insertAll(filters []filter.Inserter, keys *wordlist.List) error {
	for _, f := range filters {
		for key := range keys.Each() {
			if err := f.Insert(key); err != nil {
				return err
			}
		}
	}
	return nil
}

func deleteAll(filters []filter.Inserter, keys *wordlist.List) error {
	for _, f := range filters {
		d, ok := f.(filter.Deleter)
		if !ok {
			return errors.New("the structure deletes no keys")
		}
		missing := 0
		for key := range keys.Each() {
			if !d.Delete(key) {
				missing++
			}
		}
		if missing > 0 {
			return fmt.Errorf("%d of %d inserted keys were not there to be deleted", missing, keys.Len())
		}
	}
	return nil
}
