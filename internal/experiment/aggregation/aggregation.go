// Package aggregation lets nodes count together what they have, without a central one:
// each sends what it knows to another node, again and again. How near does each come to
// the number of different items, and for how many bytes, if nodes have items in common?
//
// Guarantee: after every step the state of every node is compared with that of a
// reference that sends nothing; a node that lost or gained an item, a bit or a share of
// the sum ends the run. Bytes are counted where nodes write them to their sockets. Items,
// partners and hash functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run; of n nodes up to n·(n − 1) connections.
// Source: the article, decentralised aggregation (Pournaras, Warnier, Brazier 2013, A
// generic and adaptive aggregation service for large-scale decentralized networks) and
// the number of items in a filter (Swamidass, Baldi 2007); Kempe, Dobra, Gehrke 2003,
// Gossip-based computation of aggregate information, for push-sum.
package aggregation

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/nodes"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	nodes  experiment.CountList
	copies experiment.CountList
	eps    experiment.RateList
	items  experiment.AtLeast
	steps  experiment.AtLeast
	reps   experiment.AtLeast
	quick  bool
	seed   uint64
	given  *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults.
const (
	defaultNodes  = "8,16,32"
	quickNodes    = "8,16"
	defaultCopies = "1,2,4"
	defaultEps    = "0.1%,1%,10%,50%"
	quickEps      = "1%,10%,50%"
	defaultItems  = 50_000
	quickItems    = "5000"
	defaultSteps  = 20
	defaultReps   = 10
	quickReps     = "4"
)

// mostNodes keeps the connections, two files each, below the limits of most systems.
const mostNodes = 64

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		items: experiment.AtLeast{Value: defaultItems, Least: 100, Why: "the error of an estimate of few items is mostly chance"},
		steps: experiment.AtLeast{Value: defaultSteps, Least: 1, Why: "nodes that send nothing know nothing of each other"},
		reps:  experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over items and partners needs at least 2"},
		seed:  1,
	}
	// That the defaults parse is tested.
	_ = x.nodes.Set(defaultNodes)
	_ = x.copies.Set(defaultCopies)
	_ = x.eps.Set(defaultEps)
	return x
}

func (x *Experiment) Name() string { return "aggregation" }
func (x *Experiment) Title() string {
	return "nodes count together what they have, by filters and by sums"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.nodes, "nodes", "numbers of nodes, 2 to 64: 8,16,32")
	fs.Var(&x.copies, "copies", "how many nodes have each item: 1,2,4")
	fs.Var(&x.eps, "eps", "false-positive rates for which the filter is sized, with all items in it")
	fs.Var(&x.items, "items", "different items of all nodes together")
	fs.Var(&x.steps, "steps", "how often each node sends what it knows")
	fs.Var(&x.reps, "reps", "sets of items and partners for each point, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer nodes, items, points and sets: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides items, partners, hash functions and the order of the rounds")
}

// Refuses implements experiment.Refusing.
func (x *Experiment) Refuses() map[string]string { return experiment.RefusesAsUntimed() }

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Baselines: map[string]string{exactUnion: "exact union (each node sends all items that it knows)"},
		Structures: map[string]string{
			pushSum: "push-sum",
			adding:  "sum of all that came",
		},
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"nodes": quickNodes, "eps": quickEps, "items": quickItems, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	least, most := x.nodes.Values[0], x.nodes.Values[len(x.nodes.Values)-1]
	if least < 2 || most > mostNodes {
		return nil, fmt.Errorf("--nodes=%s: want 2 to %d", x.nodes.String(), mostNodes)
	}
	if fewest, copies := x.copies.Values[0], x.copies.Values[len(x.copies.Values)-1]; fewest < 1 || copies > least {
		return nil, fmt.Errorf("--copies=%s: want 1 to %d, the fewest nodes", x.copies.String(), least)
	}
	return &bench{x: x, networks: map[int]*nodes.Network{}}, nil
}
