// Package semijoin joins two tables that lie on two nodes of a network: what has to be
// shipped, if one node tells the other first what it has, by a list of its keys or by a
// filter of them?
//
// Guarantee: both nodes' answers are compared with those of a plain join of the two
// tables; a join that differs in one row ends the run. Bytes are counted where the
// nodes write them to their sockets, frames included. Tables and hash functions of a
// round depend on the seed and on the round alone, and are the same for all ways.
// Cost: see --dry-run; about 400 bytes a row of a table in memory, and as much while
// it is shipped.
// Source: the thesis, section 3.5.2; Mullin, Optimal semijoins for distributed database
// systems (IEEE Transactions on Software Engineering 16(5), 1990).
package semijoin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/nodes"
	"hyphbench/internal/section"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	n       experiment.CountList
	shares  experiment.ShareList
	eps     experiment.RateList
	key     experiment.AtLeast
	payload experiment.AtLeast
	reps    experiment.AtLeast
	quick   bool
	seed    uint64
	given   *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. Each rate is 10^(1/5) times the one before, rounded as preferred numbers.
const (
	defaultN       = "1e4,1e5,1e6"
	quickN         = "1e4,1e5"
	defaultShares  = "0.1%,1%,10%,30%,60%,90%,100%"
	quickShares    = "1%,10%,90%,100%"
	defaultEps     = "0.01%,0.016%,0.025%,0.04%,0.063%,0.1%,0.16%,0.25%,0.4%,0.63%,1%,1.6%,2.5%,4%,6.3%,10%"
	quickEps       = "0.01%,0.1%,0.25%,0.63%,1%,2.5%,10%"
	defaultKey     = 16
	defaultPayload = 100
	defaultReps    = 10
	quickReps      = "3"
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		key:     experiment.AtLeast{Value: defaultKey, Least: 8, Why: "the keys of a table are distinct"},
		payload: experiment.AtLeast{Value: defaultPayload},
		reps:    experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over tables needs at least 2"},
		seed:    1,
	}
	// That the defaults parse is tested.
	_ = x.n.Set(defaultN)
	_ = x.shares.Set(defaultShares)
	_ = x.eps.Set(defaultEps)
	return x
}

func (x *Experiment) Name() string { return "semijoin" }
func (x *Experiment) Title() string {
	return "a join of two nodes' tables: what a filter of the keys saves"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.n, "n", "rows of each of the two tables: 1e3..1e6:x10, 5000,1e5")
	fs.Var(&x.shares, "selectivity", "shares of a table's rows that have a partner in the other: 1%,10%,100%")
	fs.Var(&x.eps, "eps", "false-positive rates asked of the filters")
	fs.Lookup("eps").DefValue = strings.ReplaceAll(x.eps.String(), ",", ", ") // the help wraps at blanks
	fs.Var(&x.key, "key-bytes", "bytes of a key, 8 or more")
	fs.Var(&x.payload, "payload", "bytes of a row beside its key")
	fs.Var(&x.reps, "reps", "pairs of tables for each point, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "smaller tables, fewer points and pairs: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides tables, hash functions and the order of the rounds")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Baselines: map[string]string{shipAll: "all rows (one table is shipped whole)"},
		Structures: map[string]string{
			keyList:        "list of the keys",
			smallestFilter: "smallest filter of the program",
		},
	}
}

// rowBytes are those of a row that is shipped.
func (x *Experiment) rowBytes() int { return x.key.Value + x.payload.Value }

// Bounds of a list of keys, which is one message, and of a table.
const (
	messageBytes = 1 << 29
	tableBytes   = 1 << 34
)

// Prepare implements experiment.Experiment. It opens the sockets.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"n": quickN, "selectivity": quickShares, "eps": quickEps, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	for _, n := range x.n.Values {
		switch {
		case n == 0:
			return nil, errors.New("--n: a table of 0 rows joins nothing: want 1 or more")
		case x.key.Value > messageBytes/n:
			return nil, fmt.Errorf("--n=%d: a list of so many keys of %d bytes is too long for a message: want at most %d bytes of keys", n, x.key.Value, messageBytes)
		case x.payload.Value > tableBytes/n:
			return nil, fmt.Errorf("--n=%d: a table of so many rows with %d bytes is too large: want at most %d bytes", n, x.payload.Value, tableBytes)
		}
	}
	b := &bench{x: x, passes: map[place]int{}, section: section.LeastOf(ctx)}
	for _, p := range b.places() {
		if p.way != smallestFilter || slices.ContainsFunc(b.least, func(s named) bool { return s.n == p.n && s.rate == p.rate }) {
			continue
		}
		s, err := smallest(ctx, p.n, p.rate, x.seed)
		if err != nil {
			return nil, err
		}
		b.least = append(b.least, named{p.n, p.rate, s})
	}
	var err error
	b.network, err = nodes.New(2)
	return b, err
}

// named is the smallest filter of n keys at a rate.
type named struct {
	n    int
	rate axis.Rate
	way
}
