package bloom1970

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// Names in the rows of the experiment.
const (
	noFilter = "none"
	method1  = "bloom1970-1"
	method2  = "bloom1970-2"
	rocksdb  = "rocksdb"
	exact    = "hashtable" // error-free hashing: the exceptions themselves in memory
)

// tableBits is how many bits Table I has for a key and a halving of P: 72,800 for
// 50,000 keys. The paper's own formula has log2(e) = 1.443.
const tableBits = 1.456

// halvings of P in Table I; the last row is that of P = 1/128 if its area is right, and
// of P = 1/64 if its accesses are.
const (
	halvings    = 7
	printedBits = 10.196 // a key, of the last row: 509,800 for 50,000
)

// halving is the rate 1/2^k.
func halving(k int) axis.Rate { return axis.Per >> k }

// areaBits is the hash area of P = 1/2^k for n keys.
func areaBits(n, k int) uint64 {
	bits := tableBits * float64(k)
	if k == halvings {
		bits = printedBits
	}
	return uint64(math.Round(bits * float64(n)))
}

// rocksdbRow is what RocksDB's wiki says of a Bloom filter: of so many bits per key it
// gives all but the rate of the benefit of a perfect filter.
type rocksdbRow struct {
	rate axis.Rate
	bits float64 // a key
}

func rocksdbRows() []rocksdbRow {
	return []rocksdbRow{{axis.Per / 2, 1.5}, {axis.Per / 4, 2.9}, {axis.Per / 10, 4.9}}
}

// rates are the values of the axis of P.
func rates() (list []axis.Rate) {
	for k := 1; k <= halvings; k++ {
		list = append(list, halving(k))
	}
	for _, row := range rocksdbRows() {
		list = append(list, row.rate)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// opened is a store of the run.
type opened struct {
	flagvalue.StoreNamed
	store store.Store
	all   bool // all words are asked in a round, not a sample
	proof measuring.Proof
}

// bench is the prepared experiment.
type bench struct {
	x          *asking
	run        *trial.Run
	dictionary *dictionary
	stores     []*opened

	current instance               // hash area and words of the visit being made
	all     queries                // the whole dictionary; empty until it is asked
	some    sampled                // of the round
	cold    coldCost               // of the round
	padded  map[string]store.Store // large stores, by the name of the store
	large   int                    // keys of these
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.run.Reps = n }

// open opens a store with the exceptions.
func (b *bench) open(ctx context.Context, named flagvalue.StoreNamed) error {
	s, err := b.x.place.Open(ctx, named, b.dictionary.entries)
	if err != nil {
		return err
	}
	o := &opened{StoreNamed: named, store: s, proof: measuring.ProofOf(named.Kind, s)}
	b.stores, b.x.opened = append(b.stores, o), append(b.x.opened, named.Name)
	if note := store.NoteOf(s); note != "" {
		b.run.Notes = append(b.run.Notes, strings.ToUpper(note[:1])+note[1:]+".")
	}
	o.all = !named.Cold && (named.Medium == store.Memory || named.Medium == store.Disk)
	if o.all && named.Medium == store.Disk {
		return o.warm(ctx, b.dictionary.entries.Keys)
	}
	return nil
}

// warm looks every key up, so that the system's memory has all pages.
func (o *opened) warm(ctx context.Context, keys *wordlist.List) error {
	var value []byte
	var err error
	for key := range keys.Each() {
		if value, _, err = o.store.Get(value[:0], key); err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
	}
	return nil
}

// Close closes the stores and removes what they kept for the time of the run.
func (b *bench) Close() error {
	var list []error
	for _, o := range b.stores {
		list = append(list, o.store.Close())
	}
	for _, s := range b.padded {
		list = append(list, s.Close())
	}
	b.stores, b.padded = nil, nil
	return errors.Join(append(list, b.x.place.Close())...)
}

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) { b.run.Describe(m) }

// visit is a hash area, or none, on a store, or on none for what does not depend on it.
type visit struct {
	filter string
	rate   axis.Rate // 0 of one without
	on     *opened   // nil: of no store
}

// visits are in the order of the tables.
func (b *bench) visits() (list []visit) {
	for _, on := range append([]*opened{nil}, b.stores...) {
		for _, name := range []string{method2, method1} {
			for k := 1; k <= halvings; k++ {
				list = append(list, visit{name, halving(k), on})
			}
		}
		for _, row := range rocksdbRows() {
			list = append(list, visit{rocksdb, row.rate, on})
		}
		list = append(list, visit{exact, 0, on})
		if on != nil {
			list = append(list, visit{noFilter, 0, on})
		}
	}
	return list
}

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Interleaved(session, b.run.Reps, b.run.Seed, b.visits(), b.steps)
}

func (b *bench) steps(v visit, round int) (list []experiment.Step) {
	for _, m := range v.metrics(round) {
		list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.filter, Metric: m, Point: v.point()}})
	}
	return list
}

// point is the place of a visit.
func (v visit) point() runfolder.Point {
	on := ""
	if v.on != nil {
		on = v.on.Name
	}
	return runfolder.At(v.rate.String(), on)
}

// metrics are those of a visit. What is counted needs no warm-up.
func (v visit) metrics(round int) []runfolder.Metric {
	switch {
	case v.on == nil && round < 1:
		return []runfolder.Metric{metric.Query}
	case v.on == nil && v.filter == exact:
		return []runfolder.Metric{metric.Bits, metric.Query}
	case v.on == nil:
		return []runfolder.Metric{metric.Bits, metric.FPRTheory, metric.Query}
	case round < 1:
		return []runfolder.Metric{Total}
	}
	list := []runfolder.Metric{Total}
	if v.filter != noFilter {
		list = append(list, Saved)
	}
	if v.on.evicted() {
		if v.filter == noFilter {
			list = append(list, ColdLookup)
		}
		list = append(list, ColdTotal)
	}
	return list
}

// evicted reports whether cold times of the store are computed.
func (o *opened) evicted() bool {
	_, can := o.store.(store.Evicter)
	return can && !o.Cold && o.Medium == store.Disk
}

// area makes the hash area of a visit; nil for none.
func (b *bench) area(v visit, seed uint64) (area, error) {
	keys := b.dictionary.entries.Keys
	n := keys.Len()
	switch v.filter {
	case noFilter:
		return nil, nil
	case method1:
		return newCodeArea(keys, areaBits(n, v.halvings()), seed), nil
	case method2:
		return newBitArea(keys, areaBits(n, v.halvings()), v.halvings(), seed), nil
	case rocksdb:
		rows := rocksdbRows()
		bits := rows[slices.IndexFunc(rows, func(r rocksdbRow) bool { return r.rate == v.rate })].bits
		return newBitArea(keys, uint64(math.Round(bits*float64(n))), max(1, int(math.Round(bits*math.Ln2))), seed), nil
	}
	return all.Build(exact, keys, filter.Config{Seed: seed}) // the program's table of whole words
}

// halvings is k of a rate 1/2^k.
func (v visit) halvings() int { return int(math.Round(-math.Log2(v.rate.Float()))) }

// Predict implements experiment.Predictor. Each hash area is made and asked once, and
// each store once without one: a pass takes the time of both, that of the store by the
// share of the words that come to it.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	type own struct {
		filter string
		point  runfolder.Point
	}
	areas, shares := map[own]float64{}, map[own]float64{}
	stores, cold := map[*opened]float64{}, 0.0
	took := func(v visit, m runfolder.Metric) (float64, error) {
		start := time.Now()
		step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: v.filter, Metric: m, Point: v.point()}}
		_, err := b.Measure(ctx, step)
		return time.Since(start).Seconds(), err
	}
	negatives := 1 - float64(b.dictionary.exceptions())/float64(len(b.dictionary.words))
	for _, v := range b.visits() {
		var err error
		switch alone := (own{v.filter, visit{rate: v.rate}.point()}); {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case v.on == nil:
			areas[alone], err = took(v, metric.Query)
			if err == nil {
				shares[alone] = 1 - negatives*(1-b.current.area.Theory())
			}
		case v.filter == noFilter:
			shares[alone] = 1
			if stores[v.on], err = took(v, Total); err == nil && v.on.evicted() {
				if _, err = took(v, ColdLookup); err != nil { // the first one fills the store
					return 0, err
				}
				b.cold = coldCost{}
				lookups, err := took(v, ColdLookup)
				if err != nil {
					return 0, err
				}
				cold += lookups
			}
		}
		if err != nil {
			return 0, err
		}
	}
	round, warmUp := cold, 0.0
	for _, v := range b.visits() {
		alone := own{v.filter, visit{rate: v.rate}.point()}
		round += areas[alone]
		if v.on == nil {
			continue
		}
		pass := shares[alone] * stores[v.on]
		round += pass
		if v.on.evicted() {
			round += areas[alone]
		}
		if v.on.all {
			pass *= float64(b.x.sample.Value) / float64(len(b.dictionary.words))
		}
		warmUp += min(pass, shares[alone]*stores[v.on])
	}
	return experiment.Seconds(warmUp + float64(b.run.Reps)*round), nil
}
