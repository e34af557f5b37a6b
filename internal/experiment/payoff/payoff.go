// Package payoff measures what a query costs through a filter and the store behind it,
// against the store alone, and beside it what the parts say: the time of the filter,
// and that of a lookup which finds nothing.
//
// Guarantee: every answer of a filter is compared with the truth before it is timed,
// and the number of keys found in every pass under the clock. A prediction is made of
// the parts of its own round and of the answers that the filter gave to the very
// queries that were timed. Queries and hash functions of a round depend on the seed and
// on the round alone; the keys, with which stores are filled, on the seed.
// Cost: see --dry-run; memory for the stores, a million queries and the filters.
// Source: Lang, Neumann, Kemper and Boncz, PVLDB 12(5) 2019 (the model, the map);
// Dillinger, RocksDB 2021 (memory as money); package payoff below internal has the
// formulas.
//
// The path of a round: the parts without a store (filters, the loop without one), then
// store by store the parts with it (hits, misses, and in memory lone ones), the totals,
// and what is computed.
package payoff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/workload"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	stores    flagvalue.StoreList
	place     flagvalue.StorePlace
	filters   flagvalue.StructureList
	predicted flagvalue.StructureList
	work      workload.Flags
	eps       flagvalue.RateList
	members   flagvalue.ShareList
	batches   flagvalue.CountList
	levels    flagvalue.CountList
	price     memoryPrice
	text      string
	reps      flagvalue.AtLeast
	quick     bool
	seed      uint64
	given     *pflag.FlagSet // what was set, by flag, environment or file

	usual string // the stores of the default
}

// Defaults.
const (
	defaultN       = "1753,1e5"
	defaultEps     = "0.1%,1%"
	defaultMembers = "0,0.5,0.9,1"
	defaultBatches = "1,100"
	defaultLevels  = "1e3,3e3,1e4,3e4,1e5,3e5,1e6,3e6,1e7,3e7"
	defaultOf      = "bloom,splitblock,cuckoo,fuse,ribbon,fingerprints"
	defaultOthers  = "blocked,register,quotient,prefix,xor,gcs"
	defaultReps    = 6

	quickN       = "1753"
	quickEps     = "1%"
	quickMembers = "0,0.5,1"
	quickLevels  = "1e3,1e4,1e5,1e6"
	quickOthers  = "register,xor"
	quickReps    = "3"
)

// simulated is the wait at which a simulated store is taken by default: longer than those
// of the other stores.
const simulated = "1ms"

// New returns the experiment for these stores, with its flags at the defaults.
func New(stores []store.Kind) *Experiment {
	x := &Experiment{
		stores: flagvalue.StoreList{Known: stores},
		price:  dillinger(),
		reps:   flagvalue.AtLeast{Value: defaultReps, Least: 2, Why: "an interval needs at least 2 rounds"},
		seed:   1,
	}
	x.usual = strings.Join(store.Names(stores, simulated), ",")
	// That the defaults parse is tested.
	_ = x.stores.Set(x.usual)
	_ = x.filters.Set(defaultOf)
	_ = x.predicted.Set(defaultOthers)
	_ = x.work.N.Set(defaultN)
	_ = x.eps.Set(defaultEps)
	_ = x.members.Set(defaultMembers)
	_ = x.batches.Set(defaultBatches)
	_ = x.levels.Set(defaultLevels)
	return x
}

func (x *Experiment) Name() string { return "payoff" }
func (x *Experiment) Title() string {
	return "does it pay: a query through filter and store, and its prediction"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.stores, "store", "stores to ask: names, a comma list, such as map,delay:50us")
	fs.Lookup("store").DefValue = strings.ReplaceAll(x.usual, ",", ", ")
	x.place.Add(fs)
	x.filters.AddTo(fs, "filter", "structures to measure before every store: names, a comma list, or all")
	x.predicted.AddTo(fs, "predict", "structures of which the parts alone are measured, and the rest is predicted")
	x.work.Add(fs)
	fs.Var(&x.eps, "eps", "false-positive rates asked for: 0.1%,1%..5%")
	fs.Var(&x.members, "members", "shares of keys among the queries: 0,0.5,1 or 10%")
	fs.Var(&x.batches, "batch", "lookups in a message, for stores that take several: 1,100")
	fs.Var(&x.levels, "levels", "numbers of keys at which filters alone are asked, for the map of the cheapest; 0: none")
	fs.Var(&x.price, "memory-price", "what a GiB of memory costs over what a thread of a processor costs, as long as both are kept")
	fs.StringVar(&x.text, "text", "", "file of running text that is asked of the thesis's keys or yours (default: the King James Bible)")
	flagvalue.MarkFiles(fs, "text")
	fs.Var(&x.reps, "reps", "rounds; at most 5 from 10^6 keys on and 2 from 10^7 on")
	fs.BoolVar(&x.quick, "quick", false, "fewer keys, rates, shares and rounds: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, queries, hash functions and the order of the rounds")
}

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Measures a query through a filter and the store behind it (total), beside the
store alone (none), and the parts in the same rounds: the filter before a store
that does nothing (filter), lookups that find their key (hit) and such that do
not (miss). From the parts alone it predicts the total:
  t_filter + σ·t_hit + (1 − σ)·ε·t_miss
with the share σ of members and the rate ε counted among the queries. A filter
pays if t_filter < (1 − σ)·(1 − ε)·t_miss: what a hit costs cancels.
In memory the processor begins a lookup before the one before it has ended; a
filter between them prevents that. So there are lookups one after another too
(lone_hit, lone_miss), and a second prediction from these (predicted_lone).
Queries are members and negatives in random order, running text, and an attack:
negatives that the filter admits, asked again and again, each a lookup that
finds nothing. Text and attack repeat words, which are found sooner: they are
predicted from lookups of the same words. Stores that take several lookups in a
message are asked so too; those that the filter admits are gathered until there
are enough.
Computed: from which t_miss on a structure pays, from how many queries on it has
paid for its construction, the ε at which one more bit stops paying, for how
long a filter must be kept until a smaller but slower one is the cheaper
(--memory-price).`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run payoff --quick
  hyphbench run payoff --store=map --filter=bloom,fuse --members=0,0.5,1
  hyphbench run payoff --keys=words.txt --queries=my-words.txt --quick`
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Baselines: map[string]string{none: "no filter"},
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := flagvalue.Shorten(x.given, map[string]string{
			"n": quickN, "eps": quickEps, "members": quickMembers, "levels": quickLevels, "predict": quickOthers, "reps": quickReps,
		}); err != nil {
			return nil, err
		}
	}
	if x.batches.Values[0] < 1 {
		return nil, errors.New("--batch: a message of 0 lookups asks nothing: want 1 or more")
	}
	work, err := x.work.Load()
	if err != nil {
		return nil, err
	}
	b := &bench{
		x: x, work: work, length: sectionLength, timer: measuring.NewTimer(ctx), opened: map[opened]store.Store{}, speeds: map[runfolder.Cell]float64{},
		measured: x.filters.Structures,
	}
	if x.quick {
		b.length = quickLength
	}
	for _, s := range x.predicted.Structures {
		if !slices.ContainsFunc(b.measured, func(m filter.Structure) bool { return m.Name == s.Name }) {
			b.predicted = append(b.predicted, s)
		}
	}
	if b.stores, b.notes, err = x.place.Take(&x.stores, x.given.Changed("store")); err != nil {
		return nil, err
	}
	for _, n := range work.Sizes() {
		if work.Real(n) && b.text == nil {
			if b.text, err = corpus.LoadText(x.text); err != nil {
				return nil, err
			}
		}
	}
	if x.text != "" && b.text == nil {
		return nil, fmt.Errorf("--text=%s: text is asked of the thesis's keys or your own: want --n=1753 or --keys", x.text)
	}
	return b, nil
}

// onePercent is the rate at which filters alone are asked at many sizes.
const onePercent = axis.Per / 100

// middleRate is that rate or, where it is not there, the middle of the list.
func (b *bench) middleRate() axis.Rate { return workload.Middle(b.x.eps.Values, onePercent) }
