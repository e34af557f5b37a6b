// Package bloom1970 asks the question of Bloom's paper: of a dictionary a tenth of the
// words are exceptions, which lie in a dear store; how many accesses to it does a hash
// area in memory save, and how much time?
//
// Guarantee: a hash area that denies an exception, and a store that answers wrongly,
// end the run; accesses are counted at the store, and a section on a disk proves that
// it was cold or warm. Dictionary and exceptions depend on the lists and on the seed,
// the hash functions and samples of a round on the round too.
// Cost: see --dry-run; the dictionary in memory (about 60 MB) and the stores.
// Source: Bloom, Space/time trade-offs in hash coding with allowable errors (CACM
// 1970), section on the hyphenation sample application, Table I; RocksDB's wiki for the
// same table by bits a key.
package bloom1970

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/store"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	stores experiment.StoreList
	place  experiment.StorePlace
	n      experiment.AtLeast
	sample experiment.AtLeast
	reps   experiment.AtLeast
	words  string
	quick  bool
	seed   uint64
	given  *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. The words are the paper's.
const (
	defaultStores = "direct,map,bbolt"
	defaultWords  = 500_000
	defaultSample = 20_000
	quickSample   = "2000"
	defaultReps   = 10
	quickReps     = "3"
)

// New returns the experiment with its flags at the defaults.
func New(kinds []store.Kind) *Experiment {
	x := &Experiment{
		stores: experiment.StoreList{Known: kinds},
		n:      experiment.AtLeast{Value: defaultWords, Least: 1000, Why: "a tenth of them are exceptions, and fewer than 100 say nothing of a rate"},
		sample: experiment.AtLeast{Value: defaultSample, Least: 100, Why: "a tenth of them are exceptions, and fewer than 10 say nothing"},
		reps:   experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed:   1,
	}
	// A program without some of the stores has the others as its default, which parse:
	// that is tested.
	known := slices.DeleteFunc(strings.Split(defaultStores, ","), func(name string) bool {
		return !slices.ContainsFunc(kinds, func(k store.Kind) bool { return k.Name == name })
	})
	_ = x.stores.Set(strings.Join(known, ","))
	return x
}

func (x *Experiment) Name() string { return "bloom1970" }
func (x *Experiment) Title() string {
	return "what a filter in front of a dear store saves, as Bloom asked"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.stores, "store", "stores of the exceptions, such as map,direct,delay:50us ('hyphbench stores' lists them)")
	x.place.Add(fs)
	fs.Var(&x.n, "n", "words of the dictionary, a tenth of them exceptions")
	fs.Var(&x.sample, "sample", "words that are asked in a round where a lookup is dear: cold, simulated, over a network; elsewhere it is all words")
	fs.StringVar(&x.words, "words", "", "word list of the dictionary, filled up from the embedded one (default: as of run thesis)")
	experiment.MarkFiles(fs, "words")
	fs.Var(&x.reps, "reps", "hash functions of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer rounds and accesses: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides the dictionary, its exceptions, samples, hash functions and the order of the rounds")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Baselines: map[string]string{noFilter: "no hash area (every word is looked up in the store)"},
		Structures: map[string]string{
			method1: "hash area of Bloom's method 1 (coded cells)",
			method2: "hash area of Bloom's method 2 (bits)",
			rocksdb: "Bloom filter of RocksDB's 1.5, 2.9 and 4.9 bits a key",
		},
	}
}

// Prepare implements experiment.Experiment. It opens the stores.
func (x *Experiment) Prepare(ctx context.Context) (_ experiment.Bench, err error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"sample": quickSample, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	b := &bench{x: x, large: paddedKeys}
	if b.dictionary, err = newDictionary(x.words, x.n.Value, x.seed); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	stores, notes, err := x.place.Take(&x.stores, x.given.Changed("store"))
	if err != nil {
		return nil, err
	}
	b.notes = notes
	for _, s := range stores {
		if err := b.open(ctx, s); err != nil {
			return nil, err
		}
	}
	return b, nil
}
