// Package churn measures what deletions and insertions do to a structure: a tenth of
// its keys is deleted and as many others are inserted, a hundred times.
//
// Guarantee: a denied key, or a deletion that does not find its key, ends the run
// unless the structure declares that it loses keys; then the lost ones are counted.
// Which keys go and come in a round depends on the seed, on the round and on n alone,
// and is the same for all structures.
// Cost: see --dry-run; eleven times the keys in memory, and some copies of the
// structure while its operations are timed.
// Source: the article on deletions (counting filters, d-left, cuckoo, a second filter
// of deleted keys); the thesis, chapter 4.
package churn

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/section"
	"hyphbench/internal/workload"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	filters experiment.StructureList
	work    workload.Flags
	eps     experiment.Rate
	churns  experiment.CountList
	reps    experiment.AtLeast
	quick   bool
	seed    uint64
	given   *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. Left out of the structures that can delete are redblack, whose keys are
// slow to ask again, and countinggcs, whose insertion takes 10 µs at n = 10^5.
const (
	defaultOf    = "map,hashtable,cuckootable,counting,counting3,vicbf,deletedset,dleft,cuckoo,cuckoo-semisort,quotient,dynamic,infini,adaptivecuckoo"
	defaultN     = "1753,1e5"
	quickN       = "1753,1e4"
	defaultChurn = "0,1,2,5,10,20,50,100"
	quickChurn   = "0,2,10,100"
	defaultReps  = 10
	quickReps    = "3"
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		eps:  experiment.Rate{Value: axis.Per / 100},
		reps: experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed: 1,
	}
	// That the defaults parse is tested.
	_ = x.filters.Set(defaultOf)
	_ = x.work.N.Set(defaultN)
	_ = x.churns.Set(defaultChurn)
	return x
}

func (x *Experiment) Name() string { return "churn" }
func (x *Experiment) Title() string {
	return "deletions and insertions without end: rate, lost keys and time"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	x.filters.AddTo(fs, "filter", "structures to measure: names, a comma list, or all; those that cannot delete are left out")
	x.work.Add(fs)
	fs.Var(&x.eps, "eps", "false-positive rate asked for")
	fs.Var(&x.churns, "times", "after how many times to look; each time a tenth of the keys is replaced")
	fs.Var(&x.reps, "reps", "hash functions of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer keys, looks and hash functions: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, strangers, what is replaced and hash functions")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese()}
}

// mutable are the filters of the structures measured here.
type mutable interface {
	filter.Inserter
	filter.Deleter
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"n": quickN, "times": quickChurn, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	if x.churns.Values[0] != 0 {
		return nil, fmt.Errorf("--times=%s: want 0 among them, to compare with", x.churns.String())
	}
	work, err := x.work.Load()
	if err != nil {
		return nil, err
	}
	b := &bench{x: x, work: work, section: section.LeastOf(ctx)}
	var unable []string
	for _, s := range x.filters.Structures {
		if filter.Can[mutable](s) {
			b.structures = append(b.structures, s)
		} else {
			unable = append(unable, s.Name)
		}
	}
	if len(b.structures) == 0 {
		return nil, errors.New("--filter: none of the structures can delete and insert: want some such as counting, cuckoo")
	}
	if len(unable) > 0 {
		b.note = "Left out, since they cannot delete: " + strings.Join(unable, ", ") + "."
	}
	return b, nil
}
