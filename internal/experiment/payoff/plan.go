package payoff

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/workload"
)

// Names in the rows of the experiment.
const (
	mixed  = "mixed"  // members and negatives
	inText = "text"   // words of running text
	attack = "attack" // negatives that the filter admits

	none = "none" // the baseline: no filter

	inMemory = "stores in memory" // parameter of the run: those timed by the CPU time of the thread
)

// bench is the prepared experiment.
type bench struct {
	x *flagged
	trial.BySize
	text      *corpus.Text           // nil: no keys are words
	stores    []flagvalue.StoreNamed // that can be had
	measured  []filter.Structure     // before every store
	predicted []filter.Structure     // alone
	length    float64                // of a section on a store, in ns

	timer  measuring.Timer
	speeds map[runfolder.Cell]float64 // ns of a hit or a miss, roughly
	opened map[opened]store.Store
	sets   sets // of the round and n being measured
}

// prepare takes the stores that can be had.
func (x *flagged) prepare(ctx context.Context, r *trial.Run) (experiment.Bench, error) {
	if r.Counts(Batch)[0] < 1 {
		return nil, errors.New("--batch: a message of 0 lookups asks nothing: want 1 or more")
	}
	b := &bench{
		x: x, BySize: trial.BySize{Run: r, OfMillion: 5, OfTenMillion: 2}, length: sectionLength, timer: measuring.NewTimer(ctx), opened: map[opened]store.Store{}, speeds: map[runfolder.Cell]float64{},
		measured: x.filters.Structures,
	}
	x.bench = b
	if r.Quick {
		b.length = quickLength
	}
	for _, s := range x.predicted.Structures {
		if !slices.ContainsFunc(b.measured, func(m filter.Structure) bool { return m.Name == s.Name }) {
			b.predicted = append(b.predicted, s)
		}
	}
	var notes []string
	var err error
	if b.stores, notes, err = x.stores.Take(r.Given("store")); err != nil {
		return nil, err
	}
	r.Notes = append(r.Notes, notes...)
	if b.text, err = b.Work.Text(string(x.text)); err != nil {
		return nil, err
	}
	if b.text != nil {
		r.Inputs = append(r.Inputs, b.text.Input)
	}
	r.Methods = append(trial.Methods(b.structures()...), r.Methods...)
	r.Parameters["memory price"], r.Parameters["predicted"] = x.price.String(), x.predicted.String()
	r.Parameters[inMemory] = strings.Join(slices.DeleteFunc(b.storeNames(), func(name string) bool { return !b.inMemory(name) }), ",")
	return b, nil
}

// onePercent is the rate at which filters alone are asked at many sizes.
const onePercent = axis.Per / 100

// middleRate is that rate or, where it is not there, the middle of the list.
func (b *bench) middleRate() axis.Rate { return workload.Middle(b.Rates(axis.Eps), onePercent) }

func (b *bench) storeNames() (list []string) {
	for _, s := range b.stores {
		list = append(list, s.Name)
	}
	return list
}

// structures are all of the run.
func (b *bench) structures() []filter.Structure { return slices.Concat(b.measured, b.predicted) }

// isMeasured reports whether a structure is put before the stores.
func (b *bench) isMeasured(name string) bool {
	return slices.ContainsFunc(b.measured, func(s filter.Structure) bool { return s.Name == name })
}

// sizes are the numbers of keys of the run, ascending.
func (b *bench) sizes() []int {
	list := slices.Clone(b.Work.Sizes())
	for _, n := range b.x.levels.Values {
		if n > 0 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// stored reports whether stores are filled with n keys, not filters alone.
func (b *bench) stored(n int) bool { return slices.Contains(b.Work.Sizes(), n) }

// asked is a kind of queries.
type asked struct{ queries, members string }

// The kinds that hits and misses are.
func negatives() asked { return asked{mixed, "0"} }
func keysAlone() asked { return asked{mixed, "1"} }

// place is a point on the axes. Empty and 0: not on that axis.
type place struct {
	store string
	asked
	batch, n int
	epsilon  string
}

func (p place) point() runfolder.Point {
	return runfolder.At(p.store, p.queries, p.members, counted(p.batch), counted(p.n), p.epsilon)
}

func (p place) cell(name string, m runfolder.Metric) runfolder.Cell {
	return runfolder.Cell{Filter: name, Metric: m, Point: p.point()}
}

func counted(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// placeOf reads a point.
func placeOf(at runfolder.Point) (p place, err error) {
	p.store, p.queries, p.members, p.epsilon = at.Value(0), at.Value(1), at.Value(2), at.Value(5)
	for i, to := range map[int]*int{3: &p.batch, 4: &p.n} {
		if v := at.Value(i); v != "" {
			if *to, err = axis.ParseCount(v); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// hasText reports whether running text is asked of n keys.
func (b *bench) hasText(n int) bool { return b.text != nil && b.Work.Real(n) }

// kinds are the queries at n that stand before a filter and those before none: an
// attack is one on a filter. Some others are asked too.
func (b *bench) kinds(n int, also ...asked) (list []asked) {
	for _, share := range b.Shares(Members) {
		list = append(list, asked{mixed, axis.ShareText(share)})
	}
	if b.hasText(n) {
		list = append(list, asked{inText, ""})
	}
	for _, k := range also {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return list
}

// batchesOf are those of a kind of queries.
func (b *bench) batchesOf(k asked) []int {
	if k.queries == mixed {
		return b.Counts(Batch)
	}
	return []int{1}
}

// rates are those of a structure; an exact one has none.
func (b *bench) rates(s filter.Structure) (list []string) {
	if s.Exact {
		return []string{""}
	}
	for _, r := range b.Rates(axis.Eps) {
		list = append(list, r.String())
	}
	return list
}

// Plan implements experiment.Bench. For each set of keys there are the parts without a store,
// the stores, and what is computed.
func (b *bench) Plan(session int) experiment.Plan {
	return b.PlanOf(session, b.sizes(), func(order *rand.Rand, n, round int) (list []experiment.Step) {
		var visits [][]runfolder.Cell
		for _, s := range b.structures() {
			for _, epsilon := range b.rates(s) {
				if v := b.alone(s, epsilon, n, round); len(v) > 0 {
					visits = append(visits, v)
				}
			}
		}
		visits = append(visits, b.loops(n))
		trial.Shuffle(order, visits)
		if b.stored(n) && round > 0 {
			stores := slices.Clone(b.stores)
			trial.Shuffle(order, stores)
			for _, s := range stores {
				visits = append(visits, b.storeParts(s.Name, n))
				through := b.through(s.Name, n)
				trial.Shuffle(order, through)
				visits = append(visits, through...)
			}
			visits = append(visits, b.computed(n))
		}
		for _, v := range visits {
			for _, c := range v {
				if b.takes(c) {
					list = append(list, experiment.Step{Round: round, Cell: c, Optional: optional(c)})
				}
			}
		}
		return list
	})
}

// takes reports whether the store of a cell, if it has one, takes so many lookups in a message.
func (b *bench) takes(c runfolder.Cell) bool {
	p, err := placeOf(c.Point)
	if err != nil || p.store == "" || p.batch <= 1 {
		return true
	}
	kind, err := b.named(p.store)
	return err != nil || kind.Many
}

// optional reports whether a cell has no value in some rounds: where a filter admits no negative
// that could attack it, where a text has no such words, or where no number balances.
func optional(c runfolder.Cell) bool {
	switch c.Metric {
	case BreakEvenMiss, BreakEvenQueries, LeastRate, MemoryLife:
		return true
	case Hit, Miss, Predicted, Admitted, AdmittedWords:
		if c.Point.Value(1) == inText {
			return true
		}
	}
	return c.Point.Value(1) == attack
}

// alone are the parts of a filter without a store. Where no store is filled with as
// many keys, negatives are asked at one rate.
func (b *bench) alone(s filter.Structure, epsilon string, n, round int) (list []runfolder.Cell) {
	at := place{n: n, epsilon: epsilon}
	if !b.stored(n) {
		if !s.Exact && epsilon != b.middleRate().String() || !b.isMeasured(s.Name) {
			return nil
		}
		at.asked, at.batch = negatives(), 1
		return []runfolder.Cell{at.cell(s.Name, Filter)}
	}
	list = append(list, at.cell(s.Name, metric.Build))
	if round == 1 {
		list = append(list, at.cell(s.Name, BitsPerKey))
	}
	if round > 0 && !s.Exact {
		of := at
		of.asked = asked{queries: mixed}
		list = append(list, of.cell(s.Name, Admitted))
		if b.hasText(n) {
			of.asked = asked{queries: inText}
			list = append(list, of.cell(s.Name, Admitted), of.cell(s.Name, AdmittedWords))
		}
	}
	kinds := b.kinds(n, negatives()) // which the map needs
	if !s.Exact && b.isMeasured(s.Name) {
		kinds = append(kinds, asked{attack, ""})
	}
	for _, k := range kinds {
		for _, batch := range b.batchesOf(k) {
			at.asked, at.batch = k, batch
			list = append(list, at.cell(s.Name, Filter))
		}
	}
	return list
}

// loops are the passes over the queries before which stands no filter and behind which
// no store.
func (b *bench) loops(n int) (list []runfolder.Cell) {
	if !b.stored(n) {
		return []runfolder.Cell{place{asked: negatives(), batch: 1, n: n}.cell(none, Filter)}
	}
	for _, k := range b.kinds(n, negatives(), keysAlone()) {
		for _, batch := range b.batchesOf(k) {
			list = append(list, place{asked: k, batch: batch, n: n}.cell(none, Filter))
		}
	}
	return list
}

// storeParts are the lookups of a store that find their key, and those that do not.
func (b *bench) storeParts(name string, n int) (list []runfolder.Cell) {
	for _, batch := range b.Counts(Batch) {
		at := place{store: name, batch: batch, n: n}
		list = append(list, at.cell(none, Hit), at.cell(none, Miss))
		if b.overlaps(name, batch) {
			list = append(list, at.cell(none, LoneHit), at.cell(none, LoneMiss))
		}
	}
	if b.hasText(n) {
		at := place{store: name, asked: asked{queries: inText}, batch: 1, n: n}
		list = append(list, at.cell(none, Hit), at.cell(none, Miss))
	}
	return list
}

// overlaps reports whether the processor begins a lookup before the one before it has
// ended: one that waits for a device or a server does not.
func (b *bench) overlaps(name string, batch int) bool { return batch == 1 && b.inMemory(name) }

// through are the totals of a store, one visit for each structure, rate and kind of
// queries, with what is predicted of it. Of a structure that is not measured there is
// the prediction alone.
func (b *bench) through(name string, n int) (visits [][]runfolder.Cell) {
	for _, k := range b.kinds(n) {
		for _, batch := range b.batchesOf(k) {
			at := place{store: name, asked: k, batch: batch, n: n}
			visits = append(visits, []runfolder.Cell{at.cell(none, Total), at.cell(none, Predicted)})
		}
	}
	for _, s := range b.structures() {
		for _, epsilon := range b.rates(s) {
			kinds := b.kinds(n)
			if !s.Exact && b.isMeasured(s.Name) { // with lookups of its own
				kinds = append(kinds, asked{attack, ""})
			}
			for _, k := range kinds {
				for _, batch := range b.batchesOf(k) {
					at := place{name, k, batch, n, epsilon}
					var v []runfolder.Cell
					if k.queries == attack {
						v = append(v, at.cell(s.Name, Miss))
					}
					if b.isMeasured(s.Name) {
						v = append(v, at.cell(s.Name, Total))
					}
					v = append(v, at.cell(s.Name, Predicted))
					if k.queries == mixed && b.overlaps(name, batch) {
						v = append(v, at.cell(s.Name, PredictedLone))
					}
					if k.queries == mixed && k.members != "1" {
						v = append(v, at.cell(s.Name, BreakEvenQueries))
					}
					visits = append(visits, v)
				}
			}
		}
	}
	return visits
}

// computed is what follows from the parts of all structures.
func (b *bench) computed(n int) (list []runfolder.Cell) {
	for i, s := range b.structures() {
		for _, epsilon := range b.rates(s) {
			for _, k := range b.kinds(n) {
				if k.queries == mixed && k.members != "1" {
					list = append(list, place{asked: k, batch: 1, n: n, epsilon: epsilon}.cell(s.Name, BreakEvenMiss))
				}
			}
			if i > 0 {
				list = append(list, place{n: n, epsilon: epsilon}.cell(s.Name, MemoryLife))
			}
		}
		if s.Family != filter.FamilyBloom || len(b.Rates(axis.Eps)) < 2 {
			continue
		}
		for _, st := range b.stores {
			for _, k := range b.kinds(n) {
				if k.queries == mixed && k.members != "1" {
					list = append(list, place{store: st.Name, asked: k, batch: 1, n: n}.cell(s.Name, LeastRate))
				}
			}
		}
	}
	return list
}

// structure is that of a name of the run.
func (b *bench) structure(name string) (filter.Structure, error) {
	return filter.Named(b.structures(), name)
}
