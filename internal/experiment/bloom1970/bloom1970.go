// Package bloom1970 asks the question of Bloom's paper. A tenth of the words of a dictionary
// are exceptions in an expensive store. How many accesses to the store does a hash area in
// memory save, and how much time?
//
// Guarantee: a hash area that denies an exception, or a store that answers wrongly, ends the
// run. Accesses are counted at the store. A section on a disk proves that it was cold or warm.
// Dictionary and exceptions depend on the lists and on the seed. The hash functions and samples
// of a round also depend on the round.
// Cost: see --dry-run; the dictionary in memory (about 60 MB) and the stores.
// Source: Bloom, Space/time trade-offs in hash coding with allowable errors (CACM 1970),
// section on the hyphenation sample application, Table I; RocksDB's wiki for the same table by
// bits per key.
package bloom1970

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/store"
)

//go:embed help.txt
var help string

// Store is the axis of stores, beside that of P.
const Store axis.NameAxis = "store"

// Metrics, in the order of display. What is saved is counted at the store. What is computed
// has a unit of its own, since nothing is timed.
var (
	metrics metric.List

	Saved      = metrics.Percent("saved", "accesses saved", "acessos evitados") // of all words
	Total      = metrics.Time("total", "word", "one word, hash area and store", "uma palavra, área de hash e armazenamento")
	ColdTotal  = metrics.Number("computed_cold", "µs", "one word if every lookup were cold, computed", "uma palavra se toda consulta fosse fria, calculado")
	ColdLookup = metrics.Time("cold_lookup", "lookup", "one cold lookup in a large store", "uma consulta fria em um armazenamento grande") // of the kind
	_          = metrics.Time(metric.Query, "word", "one word, the hash area alone", "uma palavra, apenas a área de hash")
	_          = metrics.Number(metric.Bits, "bits", "hash area", "área de hash")
	_          = metrics.Percent(metric.FPRTheory, "negatives let through by theory", "negativos admitidos pela teoria")
)

// methods are the hash areas, and none.
func methods() []trial.Method {
	return []trial.Method{
		{Name: method2, Title: text("area " + method2)}, {Name: method1, Title: text("area " + method1)}, {Name: rocksdb, Title: text("area " + rocksdb)},
		{Name: exact}, {Name: noFilter, Baseline: true, Title: text("area " + noFilter)},
	}
}

// asking is what is asked, and of which stores, as the flags say.
type asking struct {
	stores    flagvalue.StoreList
	place     flagvalue.StorePlace
	n, sample flagvalue.AtLeast
	words     trial.Path
	opened    []string // names of the stores of the run
}

// New returns the experiment with its flags at the defaults.
func New(kinds []store.Kind) experiment.Experiment {
	x := &asking{
		stores: flagvalue.StoreList{Known: kinds},
		n:      flagvalue.AtLeast{Value: 500_000, Least: 1000, Why: "a tenth of them are exceptions, and fewer than 100 give no useful share of a rate"},
		sample: flagvalue.AtLeast{Value: 20_000, Least: 100, Why: "a tenth of them are exceptions, and fewer than 10 give no useful share"},
	}
	// A program without some of the stores has the others as its default, which parse:
	// that is tested.
	known := slices.DeleteFunc([]string{"direct", "map", "bbolt"}, func(name string) bool {
		return !slices.ContainsFunc(kinds, func(k store.Kind) bool { return k.Name == name })
	})
	_ = x.stores.Set(strings.Join(known, ","))
	return trial.New(trial.Spec{
		Name: "bloom1970", Title: "what a filter in front of an expensive store saves, as Bloom asked", Help: help,
		Axes: []trial.Axis{
			{Of: axis.Eps, Values: func() []string { return axis.Rates(rates()).Values }},
			{Of: Store, Values: func() []string { return x.opened }, About: "store of the exceptions"},
		},
		Flags: []trial.Flag{
			{Name: "store", Value: &x.stores, Usage: "stores of the exceptions, such as map,direct,delay:50us ('hyphbench stores' lists them); " + flagvalue.StorePlaces},
			{Name: "n", Value: &x.n, Usage: "words of the dictionary, a tenth of them exceptions"},
			{Name: "sample", Value: &x.sample, Quick: "2000",
				Usage: "words queried per round if a lookup is expensive (cold, simulated, over a network); otherwise all words"},
			{Name: "words", Value: &x.words, File: true,
				Usage: "word list of the dictionary, filled up from the embedded list (default: that of run thesis)"},
		},
		Reps: trial.Reps{Default: 10, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "3",
			Usage: "hash functions per cell, 2 or more"},
		Seed:      "seed of the dictionary, its exceptions, samples, hash functions and the order of the rounds",
		Quick:     "fewer rounds and accesses; --dry-run prints the duration",
		Methods:   methods(),
		Metrics:   metrics,
		Headlines: []answer.Headline{{Metric: Total, To: noFilter, By: string(Store)}, {Metric: metric.Query}},
		Claims:    claims(),
		Figures:   figures,
		Columns:   measuring.StoreFields(),
		Own:       x.bench,
		Waits:     true,
	})
}

// Parameters that claims and figures read.
const (
	parameterWords      = "words"
	parameterExceptions = "exceptions"
)

// bench opens the stores. Rounds are those of a table, but a section is one on a store with
// counters and proofs of its own, and the prediction is a sum over hash areas and stores.
func (x *asking) bench(ctx context.Context, r *trial.Run) (_ experiment.Bench, err error) {
	b := &bench{x: x, run: r, large: paddedKeys}
	if b.dictionary, err = newDictionary(x.words.String(), x.n.Value, r.Seed); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	stores, notes, err := x.stores.Take(r.Given("store"))
	if err != nil {
		return nil, err
	}
	r.Notes = append(append(r.Notes, b.dictionary.notes...), notes...)
	r.Inputs = append(r.Inputs, b.dictionary.inputs...)
	for name, n := range map[string]int{
		parameterWords: len(b.dictionary.words), parameterExceptions: b.dictionary.exceptions(), "sample": x.sample.Value,
		"from_list": b.dictionary.first, "from_embedded": len(b.dictionary.words) - b.dictionary.first, // where the words are from
	} {
		r.Parameters[name] = strconv.Itoa(n)
	}
	for _, s := range stores {
		if err := b.open(ctx, s); err != nil {
			return nil, err
		}
	}
	return b, nil
}
