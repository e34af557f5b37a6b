package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/report/table"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// storeCosts measures lookups.
type storeCosts struct {
	n     int
	list  flagvalue.StoreList
	place flagvalue.StorePlace
}

// storeCost is what a lookup takes, in ns: the median over some sections. A number that
// was not measured is NaN.
type storeCost struct {
	Miss     table.JSONNumber `json:"miss_ns"`
	Hit      table.JSONNumber `json:"hit_ns"`
	ColdMiss table.JSONNumber `json:"cold_miss_ns"`
	ColdHit  table.JSONNumber `json:"cold_hit_ns"`
	ColdRead table.JSONNumber `json:"cold_bytes"` // read from the device for a cold lookup, of both kinds
	Note     string           `json:"note,omitempty"`
}

// Lookups of a section. There are few cold ones: the pages that they read are warm
// afterwards.
const (
	warmLookups  = 5000
	slowLookups  = 200 // of networks and of what is simulated
	coldLookups  = 50
	costSections = 5
)

func (m *storeCosts) measure(ctx context.Context, named flagvalue.StoreNamed) (*storeCost, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	words := func(format string) *wordlist.List {
		return wordlist.Generate(m.n, func(b []byte, i int) []byte { return fmt.Appendf(b, format, i) })
	}
	e := store.Entries{Keys: words("exception%d"), Values: words("ex-cep-tion-%d")}
	s, err := m.place.Open(ctx, named, e)
	if err != nil {
		return nil, err
	}
	none := table.JSONNumber(math.NaN())
	c := &storeCost{none, none, none, none, none, store.NoteOf(s)}
	o := costOf{ctx: ctx, store: s, entries: e, negatives: words("exception%dx"), lookups: min(warmLookups, m.n)}
	if named.Medium == store.Network || named.Medium == store.Simulated {
		o.lookups = min(slowLookups, m.n)
	}
	if err := o.all(c, named.ColdIn(s)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return c, s.Close()
}

// costOf measures one store.
type costOf struct {
	ctx       context.Context
	store     store.Store
	entries   store.Entries
	negatives *wordlist.List
	lookups   int // of a section
	next      int // of the words to ask for: a cold one is asked for once
	room      []byte
}

func (o *costOf) all(c *storeCost, cold bool) error {
	var bytes float64
	evicter, evicts := o.store.(store.Evicter)
	for _, what := range []struct {
		words      *wordlist.List
		warm, cold *table.JSONNumber
	}{{o.negatives, &c.Miss, &c.ColdMiss}, {o.entries.Keys, &c.Hit, &c.ColdHit}} {
		if cold || evicts {
			ns, read, err := o.median(coldLookups, what.words, func() error {
				if cold {
					return nil
				}
				return evicter.Evict()
			})
			if err != nil {
				return err
			}
			*what.cold, bytes = table.JSONNumber(ns), bytes+read/2
			c.ColdRead = table.JSONNumber(bytes)
		}
		if !cold {
			ns, _, err := o.median(o.lookups, what.words, func() error { // the same ones once before
				first := o.next
				_, err := o.section(o.lookups, what.words)
				o.next = first
				return err
			})
			if err != nil {
				return err
			}
			*what.warm = table.JSONNumber(ns)
		}
	}
	return nil
}

// median is the time of a lookup, in ns, and what it read from the device; NaN where
// the system does not say.
func (o *costOf) median(lookups int, words *wordlist.List, before func() error) (ns, bytes float64, err error) {
	var times []float64
	for range costSections {
		if err := errors.Join(o.ctx.Err(), before()); err != nil {
			return 0, 0, err
		}
		m, err := o.section(lookups, words)
		if err != nil {
			return 0, 0, err
		}
		times = append(times, m.Value/float64(m.Ops))
		read := math.NaN()
		if n, err := strconv.ParseFloat(m.Extra[slices.Index(measuring.StoreColumns(), "device_bytes")], 64); err == nil {
			read = n
		}
		bytes += read / float64(m.Ops) / costSections
	}
	slices.Sort(times)
	return times[len(times)/2], bytes, nil
}

// section looks words up that lie far from each other.
func (o *costOf) section(lookups int, words *wordlist.List) (*experiment.Measurement, error) {
	const stride = 7919 // prime: a multiple of it meets each word before it meets one twice
	return measuring.OnStore(o.store, lookups, measuring.Unproved, func() error {
		for range lookups {
			var err error
			if o.room, _, err = o.store.Get(o.room[:0], words.At(o.next*stride%words.Len())); err != nil {
				return err
			}
			o.next++
		}
		return nil
	})
}
