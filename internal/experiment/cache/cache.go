// Package cache measures a filter before a cache on a disk: an object is written at its
// second request, so that objects requested once, the one-hit wonders, are not.
//
// Guarantee: what is admitted, written and found is counted request by request. A rule
// that forgets what it must remember, an object that is served and was not written, or
// more bytes in the cache than it has ends the run. The streams, sizes and hash functions
// of a round depend on the seed and on the round alone; the counts of TinyLFU, whose
// library works in goroutines, vary a little all the same.
// Cost: see --dry-run; some 100 bytes a request in memory.
// Source: the article, the section on cache filtering, which has its numbers from Maggs
// and Sitaraman 2015 (Akamai).
package cache

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	capacities experiment.ShareList
	windows    experiment.ShareList
	once       experiment.ShareList
	requests   experiment.AtLeast
	text       string
	eps        experiment.Rate
	reps       experiment.AtLeast
	quick      bool
	seed       uint64
	given      *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults, decided before anything was measured.
const (
	defaultCapacities = "0.01,0.02,0.05,0.1,0.2"
	quickCapacities   = "0.02,0.1"
	defaultWindows    = "0.05,0.1,0.25,0.5,1"
	quickWindows      = "0.1,0.25"
	defaultOnce       = "0.75" // the article: nearly three quarters
	defaultRequests   = 300_000
	quickRequests     = "60000"
	defaultReps       = 10
	quickReps         = "3"

	// The middle of the axes: what is varied is varied around it.
	middleCapacity = 0.1
	middleWindow   = 0.25
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		requests: experiment.AtLeast{Value: defaultRequests, Least: 1000, Why: "a cache of a hundredth of them needs a few objects"},
		eps:      experiment.Rate{Value: axis.Per / 100},
		reps:     experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over streams needs at least 2"},
		seed:     1,
	}
	// That the defaults parse is tested.
	_ = x.capacities.Set(defaultCapacities)
	_ = x.windows.Set(defaultWindows)
	_ = x.once.Set(defaultOnce)
	return x
}

func (x *Experiment) Name() string { return "cache" }
func (x *Experiment) Title() string {
	return "one-hit wonders kept out of a cache on a disk: writes and hits"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.capacities, "capacity", "sizes of the cache, as shares of the bytes of all objects: 0.01,0.1 or 1%..5%")
	fs.Var(&x.windows, "window", "objects that a filter is made for, as shares of all objects; then it forgets")
	fs.Var(&x.once, "once", "share of the objects of the synthetic stream that are requested once, below 1")
	fs.Var(&x.requests, "requests", "requests of a stream; of the text as many words, from its beginning")
	fs.StringVar(&x.text, "text", "", "file of running text whose words are the objects of the second stream (default: the King James Bible)")
	experiment.MarkFiles(fs, "text")
	fs.Var(&x.eps, "eps", "false-positive rate asked for")
	fs.Var(&x.reps, "reps", "streams and hash functions of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer requests, sizes and streams: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides the synthetic stream, the sizes of objects and hash functions")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Structures: titles(), Claims: claims(), Figures: figures,
		Headlines: headlines(), Portuguese: portuguese(),
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		less := map[string]string{"capacity": quickCapacities, "window": quickWindows, "requests": quickRequests, "reps": quickReps}
		if err := experiment.Shorten(x.given, less); err != nil {
			return nil, err
		}
	}
	if len(x.once.Values) != 1 || x.once.Values[0] >= 1 {
		return nil, fmt.Errorf("--once=%s: want one share below 1: of objects that are all requested once no request is a hit", x.once.String())
	}
	if x.capacities.Values[0] <= 0 {
		return nil, errors.New("--capacity: a cache of no bytes holds nothing: want shares above 0")
	}
	if x.windows.Values[0] <= 0 {
		return nil, errors.New("--window: a filter of no objects remembers nothing: want shares above 0")
	}
	text, err := corpus.LoadText(x.text)
	if err != nil {
		return nil, err
	}
	return &bench{x: x, text: text, timer: experiment.NewTimer(ctx), played: map[place]*played{}}, nil
}
