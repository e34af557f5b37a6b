// Package routing finds things in a network by filters: nodes tell their neighbours in
// filters what is to be found behind them, and a request goes where a filter says so.
//
// Guarantee: every answer is compared with where the thing is; one that is not found, in
// the graph one that filters deny within their reach, ends the run. Bytes and messages
// are counted at the sockets. Worlds, hash functions and questions of a round depend on
// the seed and on the round alone, and are the same for all ways of finding.
// Cost: see --dry-run; a node is a goroutine with a listener on loopback, and two
// connections for each link.
// Source: the thesis, section 3.5.5 (tree and quadtree of ORs); the article on attenuated
// Bloom filters (Rhea, Kubiatowicz 2002); Lima, Baquero, Miranda 2015, sections 1 to 3.2
// (linear filters, attenuated at each hop).
package routing

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	nodes     experiment.AtLeast
	resources experiment.AtLeast
	lookups   experiment.AtLeast
	hashes    experiment.AtLeast
	bits      experiment.CountList
	depths    experiment.CountList
	times     experiment.CountList
	reps      experiment.AtLeast
	quick     bool
	seed      uint64
	given     *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults.
const (
	defaultBits  = "512..16384:x2"
	quickBits    = "512,2048,8192"
	defaultDepth = "1,2,4,6,8"
	quickDepth   = "2,4,8"
	defaultTimes = "0,1,2,4,8,16"
	quickTimes   = "0,2,8"
	quickReps    = "3"
	quickLookups = "50"
)

// Bounds of what one machine's loopback holds, and of what fits names and messages.
const (
	mostNodes     = 256
	mostResources = 64
	leastBits     = 256
	mostBits      = 1 << 20
	mostTimes     = 100
	mostHashes    = 16
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		nodes:     experiment.AtLeast{Value: 127, Least: 8, Why: "fewer are no network"},
		resources: experiment.AtLeast{Value: 8, Least: 1, Why: "there is nothing to find"},
		lookups:   experiment.AtLeast{Value: 100, Least: 10, Why: "the ways of a few say nothing"},
		hashes:    experiment.AtLeast{Value: 4, Least: 1, Why: "a key has to be somewhere"},
		reps:      experiment.AtLeast{Value: 8, Least: 2, Why: "an interval over networks needs at least 2"},
		seed:      1,
	}
	// That the defaults parse is tested.
	_ = x.bits.Set(defaultBits)
	_ = x.depths.Set(defaultDepth)
	_ = x.times.Set(defaultTimes)
	return x
}

func (x *Experiment) Name() string { return "routing" }
func (x *Experiment) Title() string {
	return "requests that find their way by filters: tree, quadtree, graph"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.nodes, "nodes", "nodes of the tree and of the graph, 8 to 256")
	fs.Var(&x.resources, "resources", "resources of each node; a smallest square of the quadtree has twice as many devices")
	fs.Var(&x.bits, "bits", "bits of a message of filters, all levels together")
	fs.Var(&x.depths, "depth", "hops that filters reach in the graph")
	fs.Var(&x.times, "times", "after how many times to look in the quadtree; each time a tenth of the devices moves")
	fs.Var(&x.hashes, "hashes", "cells of a key, 1 to 16")
	fs.Var(&x.lookups, "lookups", "lookups of each cell in a round, 10 or more")
	fs.Var(&x.reps, "reps", "networks of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer sizes, lookups and networks: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides networks, places, moves, hash functions and lookups")
}

// Refuses implements experiment.Refusing.
func (x *Experiment) Refuses() map[string]string { return experiment.RefusesAsUntimed() }

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Structures: map[string]string{
			ored:       "ORs of Bloom filters",
			kept:       "ORs of Bloom filters whose bits stay",
			attenuated: "attenuated Bloom filters",
			confident:  "linear Bloom filters, attenuated at each hop",
			flat:       "Bloom filters of all within reach",
			exact:      "exact tables",
			flood:      "flooding",
			walk:       "walk without filters",
		},
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"bits": quickBits, "depth": quickDepth, "times": quickTimes, "reps": quickReps, "lookups": quickLookups}); err != nil {
			return nil, err
		}
	}
	if err := x.check(); err != nil {
		return nil, err
	}
	return &bench{x: x}, nil
}

// check is an error in the flags that no single value has.
func (x *Experiment) check() error {
	for _, f := range []struct {
		name string
		got  int
		most int
	}{{"nodes", x.nodes.Value, mostNodes}, {"resources", x.resources.Value, mostResources}, {"hashes", x.hashes.Value, mostHashes}} {
		if f.got > f.most {
			return fmt.Errorf("--%s=%d: want %d or fewer", f.name, f.got, f.most)
		}
	}
	for _, f := range []struct {
		name        string
		list        experiment.CountList
		least, most int
	}{{"bits", x.bits, leastBits, mostBits}, {"depth", x.depths, 1, len(codes())}, {"times", x.times, 0, mostTimes}} {
		first, last := f.list.Values[0], f.list.Values[len(f.list.Values)-1]
		if first < f.least || last > f.most {
			return fmt.Errorf("--%s=%s: want values from %d to %d", f.name, f.list.String(), f.least, f.most)
		}
	}
	if x.times.Values[0] != 0 {
		return fmt.Errorf("--times=%s: want 0 among them, to compare with", x.times.String())
	}
	return nil
}

// treeLevels are those of the binary tree, the root's included.
func (x *Experiment) treeLevels() int { return bits.Len(uint(x.nodes.Value)) }
