// Package space measures what a structure takes and what it gives for it: bits a
// key, nominal and held, against the false-positive rate that was asked for, that
// theory gives and that is measured, over hash functions.
//
// Guarantee: a denied key ends the run, unless the structure declares that it loses
// keys; then the lost ones are counted. The keys, strangers and hash functions of a
// round depend on the seed and on the round alone.
// Cost: see --dry-run, which measures a round of it; memory for the largest set of
// keys twice, and the structure.
// Source: the article's table of structures and their sizes; columns after Lemire's
// fastfilter_cpp (bits a key, wasted per cent over log2 1/ε measured).
package space

import (
	"context"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/workload"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	filters experiment.StructureList
	work    workload.Flags
	eps     experiment.RateList
	reps    experiment.AtLeast
	full    bool
	quick   bool
	seed    uint64
	given   *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. One axis is varied at a time, around the middle of the other.
const (
	middleN     = 100_000
	defaultN    = "1753,1e4..1e7:x10"
	quickN      = "1753,1e4,1e5"
	defaultEps  = "0.1%,1%,2%,5%,10%,20%"
	quickEps    = "1%,5%"
	defaultReps = 30
	quickReps   = "5"
	defaultOf   = "hashtable,cascade,fingerprints,onehash,bloom,blocked,splitblock,register,gcs,cuckoo,cuckoo-semisort,counting,counting3," +
		"vicbf,dleft,prefix,quotient,xor,fuse,fuse4,ribbon,burr,clubcard"
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		reps: experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed: 1,
	}
	// That the defaults parse is tested.
	_ = x.filters.Set(defaultOf)
	_ = x.work.N.Set(defaultN)
	_ = x.eps.Set(defaultEps)
	return x
}

func (x *Experiment) Name() string { return "space" }
func (x *Experiment) Title() string {
	return "bits a key against the false-positive rate, over hash functions"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	x.filters.AddTo(fs, "filter", "structures to measure: names, a comma list, or all")
	x.work.Add(fs)
	fs.Var(&x.eps, "eps", "false-positive rates asked for: 0.1%,1%..5%")
	fs.BoolVar(&x.full, "full", false, "cross all n with all ε, in place of one axis at a time around n = 100,000 and ε = 1 %")
	fs.Var(&x.reps, "reps", "hash functions of each cell; at most 10 from n = 10^6 on and 3 from 10^7 on")
	fs.BoolVar(&x.quick, "quick", false, "fewer keys, rates and hash functions: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, strangers and hash functions")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	titles := map[string]string{}
	for _, t := range trials() {
		titles[t.name] = t.title
	}
	return experiment.Reading{Metrics: metrics(), Columns: columns(), Structures: titles, Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese()}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"n": quickN, "eps": quickEps, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	work, err := x.work.Load()
	if err != nil {
		return nil, err
	}
	return &bench{x: x, work: work, timer: experiment.NewTimer(ctx), counter: counters(x.filters.Structures)}, nil
}

// onePercent is the rate around which n is varied.
const onePercent = axis.Per / 100
