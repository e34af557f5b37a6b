package bloom1970

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"hyphbench/internal/experiment"
	"hyphbench/internal/measuring"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// A store that is made cold by eviction is warm again after some lookups. In a file of
// many pages 2,000 of them each read pages of their own. The exceptions alone would
// fill some hundred pages: the cold lookup is measured in a store of as many keys with
// long values.
const (
	paddedKeys  = 50_000
	paddedBytes = 3_400 // of a value, so that a page of 4 KiB has one: 170 MB
	coldLookups = 2_000
	quickCold   = 200
)

// coldCost is what a cold lookup took in a round, by the store's name.
type coldCost struct {
	round int
	of    map[string]*experiment.Measurement
}

// coldLookup is the time of one cold lookup.
func (b *bench) coldLookup(ctx context.Context, on *opened, round int) (*experiment.Measurement, error) {
	if b.cold.of == nil || b.cold.round != round {
		b.cold = coldCost{round, map[string]*experiment.Measurement{}}
	}
	if m := b.cold.of[on.Name]; m != nil {
		return m, nil
	}
	s, err := b.openPadded(ctx, on)
	if err != nil {
		return nil, err
	}
	n := coldLookups
	if b.run.Quick {
		n = quickCold
	}
	n = min(n, b.large)
	var keys []string
	for _, i := range rand.New(rand.NewPCG(experiment.RoundSeed(b.run.Seed, round), 2)).Perm(b.large)[:n] {
		keys = append(keys, paddedKey(i))
	}
	if err := s.(store.Evicter).Evict(); err != nil {
		return nil, err
	}
	m, err := measuring.OnStore(s, n, measuring.Cold, func() error {
		var value []byte
		for _, key := range keys {
			var ok bool
			var err error
			if value, ok, err = s.Get(value[:0], key); err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("wrong answers: %q was not found", key)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b.cold.of[on.Name] = m
	return m, nil
}

func paddedKey(i int) string { return "key " + strconv.Itoa(i) }

// openPadded opens the store of long values, once.
func (b *bench) openPadded(ctx context.Context, on *opened) (store.Store, error) {
	if s := b.padded[on.Name]; s != nil {
		return s, nil
	}
	padding := strings.Repeat("-", paddedBytes)
	e := store.Entries{
		Keys:   wordlist.Generate(b.large, func(text []byte, i int) []byte { return append(text, paddedKey(i)...) }),
		Values: wordlist.Generate(b.large, func(text []byte, i int) []byte { return append(text, padding...) }),
	}
	s, err := b.x.place.Open(ctx, on.StoreNamed, e)
	if err != nil {
		return nil, err
	}
	if b.padded == nil {
		b.padded = map[string]store.Store{}
	}
	b.padded[on.Name] = s
	return s, nil
}

// coldTotal computes what a word would take if each lookup were cold: the hash area's
// own time and, for the accesses counted, that of a cold lookup. It is no measurement
// of such a pass, and its metric says so.
func (b *bench) coldTotal(ctx context.Context) (*experiment.Measurement, error) {
	c := &b.current
	lookup, err := b.coldLookup(ctx, c.visit.on, c.round)
	if err != nil {
		return nil, err
	}
	total := lookup.Value / float64(lookup.Ops)
	if c.area != nil {
		if c.saved < 0 {
			if _, err := c.pass(ctx); err != nil {
				return nil, err
			}
		}
		asking, err := b.ask()
		if err != nil {
			return nil, err
		}
		total = asking.Value/float64(asking.Ops) + (1-c.saved)*total
	}
	return measuring.CountedOnStore(total/1e3, "µs"), nil // a unit of its own: nothing was timed
}
