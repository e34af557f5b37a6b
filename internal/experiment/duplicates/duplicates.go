// Package duplicates finds elements that are there twice or more, spread over
// processing elements that talk over sockets: by distributed and by replicating Bloom
// filters, and without any.
//
// Guarantee: what each processing element says of each of its elements is compared with
// the truth; a missed duplicate, or an element that is none, ends the run. Bytes and
// messages are those written to sockets, and are the same whenever seed, round and
// flags are.
// Cost: see --dry-run; p² connections of the system and some 200 bytes an element.
// Source: Sanders, Schlag, Müller 2013 (Communication efficient algorithms for
// fundamental big data problems); the article, "distributed Bloom filters".
//
// The path of the data:
//
//  1. newInstance spreads elements over processing elements and notes the truth.
//  2. A way (ways.go) runs on every processing element at once: rounds of hashes
//     (exchange.go), a filter in a hypercube (replicate.go), or nothing leave candidates;
//     these go as they are to processing elements that compare them (ship.go).
//  3. Bench.carryOut compares the answers with the truth, and what was sent with theory
//     (theory.go).
//  4. queries.go asks the same filters for strangers, until what a query costs is known.
package duplicates

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	p     experiment.CountList
	n     experiment.AtLeast
	eps   experiment.RateList
	twice experiment.Rate
	keys  string
	reps  experiment.AtLeast
	quick bool
	seed  uint64
	given *pflag.FlagSet // what was set, by flag, environment or file
}

// mostProcessors of a run: all talk to all, over p² connections.
const mostProcessors = 64

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		n:     experiment.AtLeast{Value: 262_144, Least: 2, Why: "one element has no duplicate"},
		twice: experiment.Rate{Value: axis.Per / 10},
		reps:  experiment.AtLeast{Value: 3, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed:  1,
	}
	// That the defaults parse is tested.
	_ = x.p.Set("2,4,8,16,32,64")
	_ = x.eps.Set("0.001,0.01,0.1")
	return x
}

func (x *Experiment) Name() string { return "duplicates" }
func (x *Experiment) Title() string {
	return "duplicates on several machines: bytes, messages, false positives"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.p, "p", "numbers of processing elements, powers of two from 2 to 64")
	fs.Var(&x.n, "n", "elements of all processing elements together")
	fs.Var(&x.eps, "eps", "false-positive rates of the filters, after all rounds; ways are compared over p at the middle one")
	fs.Var(&x.twice, "twice", "share of the elements that are there twice")
	fs.StringVar(&x.keys, "keys", "", "file of your own elements, one a line, in place of --n and --twice; repeated lines are the duplicates")
	fs.Var(&x.reps, "reps", "hash functions and placements of each cell, 2 or more")
	fs.BoolVar(&x.quick, "quick", false, "fewer elements, processing elements and hash functions: less than half a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides elements, their places and hash functions")
	experiment.MarkFiles(fs, "keys")
}

// Refuses implements experiment.Refusing.
func (x *Experiment) Refuses() map[string]string { return experiment.RefusesAsUntimed() }

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Structures: structures(), Baselines: baselines(),
		Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{"p": "2,8,32", "n": "32768", "reps": "2"}); err != nil {
			return nil, err
		}
	}
	for _, p := range x.p.Values {
		if p < 2 || p > mostProcessors || bits.OnesCount(uint(p)) != 1 {
			return nil, fmt.Errorf("--p=%s: %d is no power of two from 2 to %d, as a hypercube has", x.p.String(), p, mostProcessors)
		}
	}
	b := &bench{x: x}
	if err := b.load(); err != nil {
		return nil, err
	}
	if most := x.p.Values[len(x.p.Values)-1]; most > b.n() {
		return nil, fmt.Errorf("--p=%s: %d processing elements for %d elements: want as many elements or more", x.p.String(), most, b.n())
	}
	return b, nil
}

// load reads the user's elements.
func (b *bench) load() error {
	if b.x.keys == "" {
		return nil
	}
	if b.x.given.Changed("n") || b.x.given.Changed("twice") {
		return errors.New("--keys: the file has the elements and says which are there twice: want no --n and no --twice beside it")
	}
	src, err := os.ReadFile(b.x.keys)
	if err != nil {
		return fmt.Errorf("--keys: %w", err)
	}
	list, err := wordlist.Parse(b.x.keys, src)
	if err != nil {
		return err
	}
	input := corpus.InputOf("keys", b.x.keys, src)
	input.Count = list.Len()
	b.own, b.inputs = list, []runfolder.Input{input}
	return nil
}
