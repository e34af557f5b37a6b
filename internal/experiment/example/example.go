// Package example is an experiment to copy: what does a question to a structure
// cost, by the number of its keys and the share of members among the questions?
//
// Guarantee: a structure that gives a wrong answer gets no number; the keys,
// questions and hash functions of a round depend on the seed and on the round.
// Cost: about a minute, and the memory of the largest structure with its keys.
// Source: none. docs/adding-an-experiment.md goes through its files.
package example

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter/all"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	n    experiment.CountList
	hits experiment.ShareList
	eps  experiment.Rate
	reps experiment.AtLeast
	seed uint64
}

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		eps:  experiment.Rate{Value: axis.Per / 100},
		reps: experiment.AtLeast{Value: 30, Least: 2, Why: "an interval needs at least 2 repetitions"},
		seed: 1,
	}
	// The defaults are constants of this file: that they parse is tested.
	_ = x.n.Set("1e2..1e5")
	_ = x.hits.Set("0,0.5,1")
	return x
}

func (x *Experiment) Name() string { return "lookups" }
func (x *Experiment) Title() string {
	return "the cost of a question to a set, by keys and share of members"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	fs.Var(&x.n, "n", "numbers of keys: 1e2..1e6 (each ten times the one before), 1e3..9e3:2e3, 100,5000")
	fs.Var(&x.hits, "hits", "shares of members among the questions: 0,0.5,1 or 10%")
	fs.Var(&x.eps, "eps", "false-positive rate asked of the Bloom filter")
	fs.Var(&x.reps, "reps", "repetitions of every cell, 2 or more")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides keys, questions, hash functions and the order of the rounds")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Portuguese: portuguese(),
		Structures: map[string]string{goMap: "Go map"},
	}
}

// Prepare implements experiment.Experiment. An experiment that reads files
// reads them here.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.n.Values[0] == 0 {
		return nil, errors.New("--n: no member of 0 keys can be asked for: want 1 or more")
	}
	standard, err := all.ByName(bloom)
	if err != nil {
		return nil, err
	}
	return &bench{x: x, structures: []structure{own(), known(standard)}, timer: experiment.NewTimer(ctx)}, nil
}
