// Package reconcile measures what two peers send each other to find out in which keys
// their sets differ: the difference S_A − S_B, the intersection, and the number of
// differences, by filters, by reconciliation trees, by invertible tables, by rateless
// symbols and by sending everything.
//
// Guarantee: peers are nodes that talk over TCP, and every byte of them is counted. What
// a peer finds is compared with the true difference: an exact method that misses a key,
// and any that invents one, ends the run; what an approximate one misses is counted. All
// but the CPU time depends on the seed and on the round alone.
// Cost: see --dry-run; some 50 bytes a key.
// Source: the thesis, sections 3.5.3 and 3.5.4; the article on data synchronization; the
// papers of package difference.
package reconcile

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/nodes"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	filters experiment.StructureList
	n       experiment.CountList
	d       experiment.CountList
	eps     experiment.RateList
	reps    experiment.AtLeast
	quick   bool
	seed    uint64
	given   *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. A Bloom filter of 2 % takes 8 bits a key, as in Byers et al.
const (
	defaultOf   = "bloom,gcs"
	defaultN    = "1e3,1e4,1e5"
	quickN      = "1e3,1e4"
	defaultD    = "1,2,5,10,30,100,300,1e3,3e3,1e4,3e4,1e5,2e5"
	quickD      = "1,5,10,100,1e3,1e4"
	defaultEps  = "0.001,0.02"
	defaultReps = 10
	quickReps   = "5"
)

// mostKeys of a peer: an exchange takes some 100 bytes for each.
const mostKeys = 20_000_000

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		reps: experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed: 1,
	}
	// That the defaults parse is tested.
	_ = x.filters.Set(defaultOf)
	_ = x.n.Set(defaultN)
	_ = x.d.Set(defaultD)
	_ = x.eps.Set(defaultEps)
	return x
}

func (x *Experiment) Name() string { return "reconcile" }
func (x *Experiment) Title() string {
	return "what two peers send to find the difference of their sets"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	x.filters.AddTo(fs, "filter", "filters that peers send: names, a comma list, or all; those without a file are left out")
	fs.Var(&x.n, "n", "numbers of keys of a peer: 1e3..1e6 (each ten times the one before), 1e4,5e5")
	fs.Var(&x.d, "d", "numbers of keys that one of the peers has alone, half of them each; with each n those up to 2n")
	fs.Var(&x.eps, "eps", "false-positive rates of the filters; a tree has the bits of a Bloom filter")
	fs.Var(&x.reps, "reps", "hash functions and sets of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer keys, differences and repetitions: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides keys, hash functions and the order of the rounds")
}

// Refuses implements experiment.Refusing.
func (x *Experiment) Refuses() map[string]string { return experiment.RefusesAsUntimed() }

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Structures: titles(), Baselines: map[string]string{allKeys: "all keys sent"},
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"n": quickN, "d": quickD, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	sizes := x.n.Values
	if sizes[0] == 0 {
		return nil, errors.New("--n: a peer of 0 keys has nothing to find: want 1 or more")
	}
	if last := sizes[len(sizes)-1]; last > mostKeys {
		return nil, fmt.Errorf("--n: %s keys are more than a run has room for: want %s or fewer", axis.Grouped(last), axis.Grouped(mostKeys))
	}
	if x.d.Values[0] > 2*sizes[len(sizes)-1] {
		return nil, fmt.Errorf("--d=%s: two sets of %s keys differ in twice as many at most", x.d.String(), axis.Grouped(sizes[len(sizes)-1]))
	}
	own := methods()
	b := &bench{x: x, methods: own[:1:1]} // the baseline, filters, the others
	var unable []string
	for _, s := range x.filters.Structures {
		if s.Open == nil || s.Closed || s.Faults&filter.LosesKeys != 0 {
			unable = append(unable, s.Name)
			continue
		}
		b.methods = append(b.methods, byFilter(s))
	}
	b.methods = append(b.methods, own[1:]...)
	if len(unable) > 0 {
		b.note = "Left out, since they cannot be sent or lose keys: " + strings.Join(unable, ", ") + "."
	}
	var err error
	b.network, err = nodes.New(2)
	return b, err
}

// Close closes the connections of the peers.
func (b *bench) Close() error { return b.network.Close() }
