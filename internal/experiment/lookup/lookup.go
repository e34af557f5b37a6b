// Package lookup measures what a query costs, in ns, along one quantity at a time:
// the number of keys, the false-positive rate, the share of members, the order of
// the queries, running text, goroutines; and what it costs to build, insert and
// delete.
//
// Guarantee: every answer is compared with the truth before it is timed, and the
// number of members found in every pass under the clock. A denied key ends the run,
// unless the structure declares that it loses keys. The keys, queries and hash
// functions of a round depend on the seed and on the round alone.
// Cost: see --dry-run, which measures two rounds of it; memory for the largest set of
// keys, a million queries and the structure.
// Source: the article's statements on time, chapters 3 and 4 of the thesis, and the
// papers of the structures.
package lookup

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/machine"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	filters flagvalue.StructureList
	work    workload.Flags
	eps     flagvalue.RateList
	hits    flagvalue.ShareList
	text    string
	crowds  flagvalue.CountList
	reps    flagvalue.AtLeast
	preset  flagvalue.Choice
	full    bool
	quick   bool
	seed    uint64
	given   *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults. One axis is varied at a time, around the middle of the others.
const (
	middleN     = 100_000
	defaultN    = "1e3,1753,1e4..1e7:x10"
	quickN      = "1753,1e4,1e5"
	defaultEps  = "0.1%,1%,5%,20%"
	quickEps    = "1%,10%"
	defaultHits = "0,0.25,0.5,0.75,1"
	quickHits   = "0,1"
	defaultReps = 20
	quickReps   = "3"
	defaultOf   = "map,hashtable,bloom,blocked,splitblock,register,cuckoo,quotient,prefix,xor,fuse,ribbon"
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		reps:   flagvalue.AtLeast{Value: defaultReps, Least: 2, Why: "an interval needs at least 2 rounds"},
		preset: flagvalue.Choice{Choices: []string{fan2014}},
		seed:   1,
	}
	// That the defaults parse is tested.
	_ = x.filters.Set(defaultOf)
	_ = x.work.N.Set(defaultN)
	_ = x.eps.Set(defaultEps)
	_ = x.hits.Set(defaultHits)
	x.crowds.Values = doubling(runtime.GOMAXPROCS(0))
	return x
}

func (x *Experiment) Name() string { return "lookup" }
func (x *Experiment) Title() string {
	return "ns per query: by keys, rate, members, order, text, goroutines"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	x.filters.AddTo(fs, "filter", "structures to measure: names, a comma list, or all")
	x.work.Add(fs)
	fs.Var(&x.eps, "eps", "false-positive rates asked for: 0.1%,1%..5%")
	fs.Var(&x.hits, "hits", "shares of members among the queries: 0,0.5,1 or 10%")
	fs.StringVar(&x.text, "text", "", "file of running text that is asked of the thesis's keys or yours (default: the King James Bible)")
	flagvalue.MarkFiles(fs, "text")
	fs.Var(&x.crowds, "goroutines", "numbers of goroutines that ask one filter at once (default: 1, 2, 4, … up to the processors)")
	fs.Var(&x.preset, "preset", "what a paper measured: fan2014, Table 3 of Fan et al. 2014 at a quarter of its size (--n=1.26e8: the whole)")
	fs.BoolVar(&x.full, "full", false, "cross all n, ε and shares, in place of one axis at a time around n = 100,000, ε = 1 % and no members")
	fs.Var(&x.reps, "reps", "rounds; at most 10 from n = 10^6 on and 3 from 10^7 on")
	fs.BoolVar(&x.quick, "quick", false, "fewer keys, rates, shares and rounds: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, queries, hash functions and the order of the rounds")
}

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Measures ns per query, one axis at a time around n = 100,000, ε = 1 % and no
members:
  query     queries that do not wait for each other (throughput)
  latency   each query's place depends on the answer before; a structure that
            branches on what it reads lets the processor guess that answer
  stream    the words are read, and nothing else
  hash      the words are read and hashed
  parallel  goroutines ask one filter at once: wall time over all their queries;
  written   the same while another one inserts the keys again
  among     thousands of filters of 10,000 keys, 200 MB together; each query
            goes to another one, at random or (among_skewed) by the rule 80/20
The time of the probe is query − hash of the same rounds: a difference of two
runs of the loop, no measurement of its own. Queries are 65,536 words, from a
million keys on 1,048,576, so that they do not bring their part of the structure
into the caches; a section repeats them until it is long enough.

--preset=fan2014 measures what Table 3 of Fan, Andersen, Kaminsky, Mitzenmacher
2014 (Cuckoo filter: practically better than Bloom) compares: construction, bits
per key, also of a table that is filled until it refuses a key, and the rate;
beside them queries of negatives and of members. Cuckoo filters have
fingerprints of 12 bits and, semi-sorted, of 13; all others are asked for 0.2 %.
The paper's tables take 192 MB, those of the preset a quarter, which is past the
caches of most machines; --n=1.26e8 has the whole size, in four times the time
and with some 7 GB of memory.
Claims are on ranks and ratios, and say at which size they were judged.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run lookup --quick
  hyphbench run lookup --filter=bloom,fuse --n=1e3..1e8:x10
  hyphbench run lookup --keys=words.txt --queries=my-words.txt --quick
  hyphbench run lookup --preset=fan2014 --quick`
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Baselines: map[string]string{stream: "words read alone", hash: "words read and hashed"},
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick && x.preset.Value == "" {
		if err := flagvalue.Shorten(x.given, map[string]string{"n": quickN, "eps": quickEps, "hits": quickHits, "reps": quickReps}); err != nil {
			return nil, err
		}
	}
	if err := x.applyPreset(); err != nil {
		return nil, err
	}
	if x.crowds.Values[0] < 1 {
		return nil, errors.New("--goroutines: none asks nothing: want 1 or more")
	}
	work, err := x.work.Load()
	if err != nil {
		return nil, err
	}
	b := &bench{x: x, work: work, timer: measuring.NewTimer(ctx), can: map[string]abilities{}, lists: map[asked]*queries{}, passes: map[runfolder.Cell]int{}, cpu: machine.Describe(ctx).CPU}
	for _, s := range x.filters.Structures {
		b.can[s.Name] = abilitiesOf(s)
	}
	for _, n := range work.Sizes() {
		if work.Real(n) && b.text == nil && x.preset.Value == "" {
			if b.text, err = corpus.LoadText(x.text); err != nil {
				return nil, err
			}
		}
	}
	if x.text != "" && b.text == nil {
		return nil, fmt.Errorf("--text=%s: text is asked of the thesis's keys or your own: want --n=1753 or --keys", x.text)
	}
	return b, nil
}

// abilities are what is measured of a structure beside its queries.
type abilities struct{ many, insert, remove, atomic bool }

func abilitiesOf(s filter.Structure) abilities {
	return abilities{
		many: filter.Can[filter.BatchContainer](s), insert: filter.Can[filter.Inserter](s),
		remove: filter.Can[filter.Deleter](s), atomic: filter.Can[filter.AtomicInserter](s),
	}
}

// onePercent is the rate around which the other axes are varied.
const onePercent = axis.Per / 100
