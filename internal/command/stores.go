package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
	"hyphbench/internal/store"
	"hyphbench/internal/usage"
	"hyphbench/internal/wordlist"
)

func newStoresCommand(p Program) *cobra.Command {
	kinds := p.stores()
	m := storeCosts{n: 100_000, list: flagvalue.StoreList{Known: kinds}}
	measure, format := false, string(table.Text)
	cmd := &cobra.Command{
		Use:   "stores",
		Short: "List the stores that can stand behind a filter",
		Long: `Lists the exact stores: where they keep their entries, and whether they are to
be had here. With --measure each is filled with n entries, and the time of a
lookup is measured, of a key (hit) and of another string (miss), warm and, on a
disk, cold: after what memory holds of the store was dropped. The last column is
what such a lookup read from the device, which proves it.`,
		Example: `  hyphbench stores
  hyphbench stores --measure
  hyphbench stores --measure --store=bbolt,direct,delay:20us --format=csv`,
		Hidden: true, // 'choose --help' names it
		Args:   arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			if m.n < 1 || m.n > mostOthers {
				return usage.Errorf("--n=%d is out of range: want 1 to %d entries", m.n, mostOthers)
			}
			named := m.list.String() != ""
			if !named {
				if err := m.list.Set(strings.Join(store.Names(kinds, "20us"), ",")); err != nil {
					return err
				}
			}
			defer func() { err = errors.Join(err, m.place.Close()) }()
			list := storeTable{N: m.n, measured: measure}
			for _, s := range m.list.Stores {
				e := storeEntry{Name: s.Name, Medium: s.Medium, Title: s.Title}
				if err := s.Available(); err != nil {
					if e.Why = err.Error(); named && measure {
						return fmt.Errorf("store %s: %w", s.Name, err)
					}
				} else if e.Here = true; measure {
					if e.Cost, err = m.measure(cmd.Context(), s); err != nil {
						return fmt.Errorf("store %s: %w", s.Name, err)
					}
				}
				list.Stores = append(list.Stores, e)
			}
			return list.write(cmd, table.Format(format))
		},
	}
	cmd.Flags().BoolVar(&measure, "measure", measure, "measure a lookup")
	cmd.Flags().IntVar(&m.n, "n", m.n, "number of entries")
	cmd.Flags().Var(&m.list, "store", "stores: bbolt, direct, delay:50us …; "+flagvalue.StorePlaces+" (default: all that work here)")
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}

// storeTable is what the command shows.
type storeTable struct {
	N        int          `json:"n"`
	Stores   []storeEntry `json:"stores"`
	measured bool
}

type storeEntry struct {
	Name   string       `json:"name"`
	Medium store.Medium `json:"medium"`
	Title  string       `json:"title"`
	Here   bool         `json:"here"`
	Why    string       `json:"why,omitempty"` // it is not
	Cost   *storeCost   `json:"cost,omitempty"`
}

func (l storeTable) write(cmd *cobra.Command, format table.Format) error {
	w := cmd.OutOrStdout()
	switch format {
	case table.JSON:
		return table.WriteJSON(w, l)
	case table.CSV:
		return table.WriteCSV(w, l.records())
	}
	return table.Write(w, l.page(), format)
}

func (l storeTable) records() [][]string {
	list := [][]string{{"name", "medium", "title", "here", "why", "n", "miss_ns", "hit_ns", "cold_miss_ns", "cold_hit_ns", "cold_bytes"}}
	for _, e := range l.Stores {
		line := []string{e.Name, string(e.Medium), e.Title, strconv.FormatBool(e.Here), e.Why, "", "", "", "", "", ""}
		if c := e.Cost; c != nil {
			line[5] = strconv.Itoa(l.N)
			for i, x := range []table.JSONNumber{c.Miss, c.Hit, c.ColdMiss, c.ColdHit, c.ColdRead} {
				line[6+i] = table.Exact(float64(x))
			}
		}
		list = append(list, line)
	}
	return list
}

func (l storeTable) page() table.Page {
	t := table.Table{Columns: []string{"name", "medium", "store", "here"}, Left: 4, Widths: []int{0, 0, 30, 40}}
	p := table.Page{Title: "Stores"}
	if l.measured {
		t.Columns = []string{"name", "medium", "miss", "hit", "cold miss", "cold hit", "read"}
		t.Left, t.Widths = 2, nil
		p.Header = []table.Field{{Name: "entries", Value: strconv.Itoa(l.N)},
			{Name: "times", Value: fmt.Sprintf("µs a lookup, the median of %d sections: of %d lookups, of %d where one is slow, of %d where they are cold", costSections, warmLookups, slowLookups, coldLookups)},
			{Name: "read", Value: "bytes from the device for a cold lookup"}}
	}
	for _, e := range l.Stores {
		line := []string{e.Name, string(e.Medium), capitalised(e.Title), cmp.Or(e.Why, "yes")}
		if c := e.Cost; c != nil {
			line = line[:2]
			for _, ns := range []table.JSONNumber{c.Miss, c.Hit, c.ColdMiss, c.ColdHit} {
				line = append(line, table.Number(float64(ns)/1000, 2))
			}
			line = append(line, table.Number(float64(c.ColdRead), 0))
			if c.Note != "" {
				t.Notes = append(t.Notes, c.Note)
			}
		} else if l.measured {
			t.Notes = append(t.Notes, e.Name+": "+e.Why)
			continue
		}
		t.Rows = append(t.Rows, line)
	}
	p.Tables = []table.Table{t}
	return p
}

// stores are those that the program knows.
func (p Program) stores() []store.Kind {
	if p.Stores == nil {
		return store.Kinds()
	}
	return p.Stores
}

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
