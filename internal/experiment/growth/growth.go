// Package growth measures what becomes of a structure that was made for fewer keys
// than come: up to eight times as many as it was told of.
//
// Guarantee: a denied key ends the run, unless the structure declares that it loses
// keys or refused this one; refusals are counted. The keys, strangers and hash
// functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; the keys in memory, and the structure.
// Source: the practice of a number that is guessed (stellar-core#3604: 1 % more keys
// than told give 7 % more false positives, 5 % give 40 %); the article on counting,
// d-left and scalable filters; Dayan, Bercea, Reviriego, Pagh 2023 (InfiniFilter).
package growth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/workload"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	filters  experiment.StructureList
	work     workload.Flags
	eps      experiment.RateList
	inserted experiment.CountList
	reps     experiment.AtLeast
	full     bool
	quick    bool
	seed     uint64
	given    *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. The structures are one of each way to take more keys than told.
const (
	defaultOf       = "map,hashtable,hashcompaction,roaring,bloom,partitioned,blocked,twoblock,splitblock,register,cuckoo,cuckoo-semisort,counting,vicbf,dleft,prefix,quotient,scalable,dynamic,infini,adaptivecuckoo"
	defaultN        = "1753,1e5,1e6"
	quickN          = "1753,1e4"
	defaultEps      = "0.1%,1%"
	defaultInserted = "100,101,105,150,200,400,800"
	quickInserted   = "100,101,105,200,800"
	defaultReps     = 20
	quickReps       = "3"
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
	_ = x.inserted.Set(defaultInserted)
	return x
}

func (x *Experiment) Name() string { return "growth" }
func (x *Experiment) Title() string {
	return "more keys than told: rate, size, refusals and pauses"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	x.filters.AddTo(fs, "filter", "structures to measure: names, a comma list, or all; those that cannot insert are left out")
	x.work.Add(fs)
	fs.Var(&x.eps, "eps", "false-positive rates asked for: 0.1%,1%")
	fs.Var(&x.inserted, "inserted", "when to look: keys inserted, in per cent of those told; the last of them is all n")
	fs.BoolVar(&x.full, "full", false, "cross all n with all ε, in place of one axis at a time around n = 100,000 and ε = 1 %")
	fs.Var(&x.reps, "reps", "hash functions of each cell, 2 or more; at most 3 from n = 10^6 on")
	fs.BoolVar(&x.quick, "quick", false, "fewer keys, looks and hash functions: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, strangers and hash functions")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese()}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"n": quickN, "inserted": quickInserted, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	if x.inserted.Values[0] == 0 {
		return nil, fmt.Errorf("--inserted=%s: a structure without keys has nothing to tell: want 1 %% or more", x.inserted.String())
	}
	work, err := x.work.Load()
	if err != nil {
		return nil, err
	}
	b := &bench{x: x, work: work, timer: experiment.NewTimer(ctx)}
	var unable []string
	for _, s := range x.filters.Structures {
		if filter.Can[filter.Inserter](s) && !s.Closed {
			b.structures = append(b.structures, s)
		} else {
			unable = append(unable, s.Name)
		}
	}
	if len(b.structures) == 0 {
		return nil, errors.New("--filter: none of the structures can insert: want some such as bloom, scalable")
	}
	if len(unable) > 0 {
		b.note = "Left out, since they cannot insert: " + strings.Join(unable, ", ") + "."
	}
	return b, nil
}

// middle is the value of a list that the other axis is varied at: the one wanted
// or, where it is not there, the last of the list.
func middle[T comparable](list []T, wanted T) T {
	for _, v := range list {
		if v == wanted {
			return v
		}
	}
	return list[len(list)-1]
}

// The middle of the axes: what is varied is varied around it.
const (
	middleN    = 100_000
	onePercent = axis.Per / 100
)
