// Package sets measures what answers more than whether a key is in a set: how many keys a
// filter has, and two have together; which of many sets has a key; how often it came; how
// unlike all others it is; and membership without any error in a universe of numbers.
//
// Guarantee: a key that is denied, a set that a key is denied, or a count that is too
// small ends the run. Keys, sets and hash functions of a round depend on the seed and on
// the round alone, and all structures of a round have the same.
// Cost: see --dry-run.
// Source: Swamidass, Baldi 2007; Palmieri, Calderoni, Maio 2014; Goodwin et al. 2017;
// Rhea, Kubiatowicz 2002; Zhiwang, Jungang, Jian 2010; Kim et al. 2019; Huang, Zhang,
// Zhang 2013; Qiao, Li, Chen 2014; Kiss et al. 2018; Dasgupta et al. 2018; the thesis,
// section 3.5.5.
//
// A trial is one structure at one place (plan.go). What it does is in a file for each
// question: estimates.go, many.go, counts.go, memory.go, zone.go, likeness.go.
package sets

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	n      experiment.CountList
	load   experiment.CountList
	shared experiment.ShareList
	sets   experiment.CountList
	reps   experiment.AtLeast
	quick  bool
	seed   uint64
	given  *pflag.FlagSet // what was set, by flag, environment or file

	trees func() corpus.Trees // of the installed languages
}

// Defaults. One of n, load and shared is varied at a time around the middle of the
// others.
const (
	middleN      = 1000
	middleLoad   = 100
	middleShared = 0.5

	defaultN      = "100,1e3,1e4"
	defaultLoad   = "25,50,100,200,400"
	defaultShared = "0.01,0.05,0.1,0.25,0.5,0.75,1"
	quickShared   = "0.01,0.1,0.5,1"
	defaultSets   = "2,4,8,16,32,64"
	quickSets     = "2,8,64"
	defaultReps   = 80
	quickReps     = "20"
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		reps:  experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed:  1,
		trees: corpus.InstalledTrees,
	}
	// That the defaults parse is tested.
	_ = x.n.Set(defaultN)
	_ = x.load.Set(defaultLoad)
	_ = x.shared.Set(defaultShared)
	_ = x.sets.Set(defaultSets)
	return x
}

func (x *Experiment) Name() string { return "sets" }
func (x *Experiment) Title() string {
	return "more than membership: sizes, unions, many sets, counts, novelty"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.n, "n", "keys of each of two sets whose sizes, union and intersection are estimated")
	fs.Var(&x.load, "load", "keys in a filter, in per cent of what it is made for")
	fs.Var(&x.shared, "shared", "shares of the keys of one set that are in the other too, above 0")
	fs.Var(&x.sets, "many", "numbers of sets of which one structure tells the right one, 1 to 64")
	fs.Var(&x.reps, "reps", "hash functions of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer places and hash functions: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, hash functions and the order of the rounds")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Structures: titles(),
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"shared": quickShared, "many": quickSets, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	for _, n := range x.n.Values {
		if n < 2 {
			return nil, errors.New("--n: no keys can be shared by sets of 0 or 1: want 2 or more")
		}
	}
	for _, load := range x.load.Values {
		if load < 1 {
			return nil, errors.New("--load: a filter at 0 % has no keys: want 1 or more")
		}
	}
	for _, share := range x.shared.Values {
		if share == 0 {
			return nil, errors.New("--shared: of no common key no estimate is off by a share: want more than 0")
		}
	}
	for _, n := range x.sets.Values {
		if n < 1 || n > 64 {
			return nil, errors.New("--many: a structure has 1 to 64 sets")
		}
	}
	b := &bench{x: x, timer: experiment.NewTimer(ctx)}
	var err error
	if b.languages, err = exceptionsOf(x.trees()); err != nil {
		return nil, err
	}
	b.trials = b.all()
	return b, nil
}
