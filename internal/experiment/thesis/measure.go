package thesis

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/heapmemory"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// instance is a filter as one repetition of a cell uses it.
type instance struct {
	cell   runfolder.Cell // its metric left empty
	rep    int
	config filter.Config // computed before "build" and "init", which are timed, as is …
	make   maker         // … the way to build it; nil for a baseline
	filter filter.Filter // built at its first use; nil for a baseline
	built  uint64        // constructions timed so far
	asked  int           // words that it admits; −1 until a pass has counted them
	full   *instance     // the same at 95 % load, built at its first use

	lookups  int   // of the pass before
	accesses int64 // of a pass, counted by the store itself; −1 until there is one
}

// Measure implements Bench.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	m, err := b.measure(s)
	if err == nil && b.outside != nil {
		return measuring.BesideStore(m), nil
	}
	return m, err
}

func (b *bench) measure(s experiment.Step) (*experiment.Measurement, error) {
	b.visit(s)
	if inNode(s.Cell.Filter) {
		return b.timedInNode(s)
	}
	if slices.Contains(timed(), s.Cell.Metric) {
		return b.timed(s)
	}
	switch s.Cell.Metric {
	case metric.ResidentBits:
		return b.resident()
	case LoadLimit:
		return b.loadLimit()
	case RemovedAdmitted:
		return b.removedAdmitted()
	case AfterDeletions:
		return b.afterDeletions()
	case AfterForeign:
		return b.afterForeign()
	}
	// The other metrics use a filter built before.
	c, err := b.instance()
	if err != nil {
		return nil, err
	}
	switch s.Cell.Metric {
	case Accesses:
		return b.accesses(s, c)
	case metric.FalsePositives:
		return b.falsePositives(c)
	case metric.FalseNegatives:
		return b.falseNegatives(c)
	case OverestimatedKeys:
		return b.overestimated(c), nil
	case KeyReads:
		return b.reads(c, true), nil
	case NegativeReads:
		return b.reads(c, false), nil
	case metric.Bits:
		if c.filter == nil {
			return measuring.Counted(8*float64(b.store.Bytes()), "bits"), nil
		}
		return measuring.Counted(float64(c.filter.Bits()), "bits"), nil
	case metric.FPRTheory:
		return measuring.Counted(c.filter.Theory(), "1"), nil
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// visit makes the step's cell and repetition current. In the thesis's order
// all passes use the last construction.
func (b *bench) visit(s experiment.Step) {
	rep := s.Round
	passes := []runfolder.Metric{Hyphenate, metric.Query, QueryFull}
	if b.design == runfolder.AsThesis && slices.Contains(passes, s.Cell.Metric) {
		rep = b.reps
	}
	cell := s.Cell
	cell.Metric = ""
	if c := b.current; c == nil || c.rep != rep || b.design == runfolder.AsThesis && c.cell.Point != cell.Point {
		clear(b.instances) // another round
		clear(b.ahead)
	}
	if b.instances[cell] == nil {
		b.instances[cell] = &instance{cell: cell, rep: rep, asked: -1, accesses: -1}
	}
	if b.current = b.instances[cell]; b.current.config.Seed == 0 {
		b.current.config = b.config()
		if !b.unfiltered(cell.Filter) {
			b.current.make = b.maker(cell.Filter)
		}
	}
}

// maker builds a filter of some keys.
type maker func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error)

// maker is that of the structure of that name: with a threshold, of the keys that
// reach it.
func (b *bench) maker(name string) maker {
	structure, err := b.structure(name)
	if err != nil {
		return func(*wordlist.List, filter.Config) (filter.Filter, error) { return nil, err }
	}
	if !b.valued(structure) {
		return structure.Build
	}
	return func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		graded, err := filter.BuildGraded(structure, keys, b.confidence, cfg)
		if err != nil {
			return nil, err
		}
		return graded.AtLeast(b.threshold)
	}
}

// instance returns the current instance, its filter built.
func (b *bench) instance() (*instance, error) {
	c := b.current
	if c.filter != nil || b.unfiltered(c.cell.Filter) {
		return c, nil
	}
	f, err := c.make(b.fill, c.config)
	c.filter = f
	return c, err
}

// fresh is the configuration of a timed construction, with a hash function of
// its own: the processor would learn the branches of one that is built again
// and again. The first one is that of the cell's repetition.
func (c *instance) fresh() filter.Config {
	cfg := c.config
	if c.built > 0 {
		cfg.Seed = filter.Mix(cfg.Seed + c.built)
	}
	c.built++
	return cfg
}

// config is the configuration of the current repetition of the current cell. Each
// has a hash function of its own, so that its false positives are an independent
// sample.
func (b *bench) config() filter.Config {
	c := b.current
	h := fnv.New64a()
	fmt.Fprintln(h, experiment.RoundSeed(b.seed, c.rep), c.cell.Filter, c.cell.Point)
	return filter.Config{Epsilon: rateAt(c.cell.Point).Float(), Seed: h.Sum64(), Universe: b.universe, Negatives: b.negatives}
}

// rateAt is the ε of a point on this experiment's only axis, 0 off it.
func rateAt(p runfolder.Point) axis.Rate {
	rate, err := axis.ParseRate(p.Value(0))
	if err != nil {
		return 0
	}
	return rate
}

// unfiltered reports whether the name is that of a baseline.
func (b *bench) unfiltered(name string) bool { return name == NoFilter || name == NoExceptions }

// construct is the metric "build": the filter or, of the baseline, the store.
func (b *bench) construct(c *instance) (any, error) {
	if c.cell.Filter == NoFilter {
		return knuthliang.NewStore(b.exceptions), nil
	}
	return c.make(b.fill, c.fresh())
}

// initialise is the metric "init": from the bytes of the TeX files to a ready hyphenator, in
// stages: first those of the patterns, the same whatever the filter, then those of the instance's
// own. A store of --store stands filled: the exceptions are read for the filter alone then, and
// not at all without one.
func (b *bench) initialise(c *instance) (shared, own []func() error) {
	h := &corpus.Hyphenation{}
	patterns := func() (err error) { h.Rules, err = b.files.ParsePatterns(); return err }
	compile := func() (err error) { h.Automaton, err = knuthliang.Compile(h.Rules); return err }
	exceptions := func() (err error) {
		if h.Exceptions, err = b.files.ParseExceptions(); err == nil && b.outside == nil {
			h.Store = knuthliang.NewStore(h.Exceptions)
		}
		return err
	}
	build := func() error {
		_, err := c.make(b.filterKeys(h), c.fresh())
		return err
	}
	shared = []func() error{patterns, compile}
	switch {
	case c.cell.Filter == NoExceptions || c.cell.Filter == NoFilter && b.outside != nil:
		return shared, nil
	case c.cell.Filter == NoFilter:
		return shared, []func() error{exceptions}
	}
	return shared, []func() error{exceptions, build}
}

// pass is the metric "hyphenate", of lists that follow each other; the answer of each pass is
// checked.
func (b *bench) pass(c *instance, words ...*wordlist.List) func(part int) error {
	g := &knuthliang.Guarded{Patterns: b.automaton}
	if c.cell.Filter != NoExceptions {
		g.Store = b.exact()
	}
	if c.filter != nil {
		g.Guard = c.filter
	}
	honoured := b.expect.honoured(c)
	want := b.expect.of(honoured)
	pass := func(part int) knuthliang.Counts { return g.Pass(words[part]) }
	wrongText := func() error { return nil }
	switch {
	case b.rule == ruleTeX:
		pass = func(part int) knuthliang.Counts { return g.PassTeX(words[part]) }
	case b.passes == passLiteral:
		pass, wrongText = b.wordByWord(g, words, honoured)
	}
	parts := make([]knuthliang.Counts, len(words)) // one may be measured again
	return func(part int) error {
		if parts[part] = pass(part); part < len(parts)-1 {
			return nil
		}
		if err := b.lost(); err != nil {
			return err
		}
		got := knuthliang.Counts{}
		for _, counts := range parts {
			got = got.Plus(counts)
		}
		c.lookups = got.Lookups
		if got.Breaks != want.Breaks || got.Exceptions != want.Exceptions || got.Words != want.Words {
			return fmt.Errorf("wrong answers: %d words, %d hyphenation points and %d exceptions honoured instead of %d, %d and %d",
				got.Words, got.Breaks, got.Exceptions, want.Words, want.Breaks, want.Exceptions)
		}
		if err := wrongText(); err != nil {
			return err
		}
		if c.filter != nil && b.rule == ruleHypher {
			return c.admitted(got.Lookups)
		}
		return nil
	}
}

// query is the metric "query": the filter alone, or the store alone, over the
// list lower-cased beforehand.
func (b *bench) query(c *instance, words ...*wordlist.List) func(part int) error {
	contains := b.contains(c)
	parts := make([]int, len(words)) // admitted words; one may be measured again
	return func(part int) error {
		text, ends := words[part].Text(), words[part].Ends()
		asked := 0
		for i, end := range ends {
			start := uint32(0)
			if i > 0 {
				// Read again: kept across the call it would make each query
				// wait for the one before.
				start = ends[i-1]
			}
			if contains(text[start:end]) {
				asked++
			}
		}
		if parts[part] = asked; part < len(parts)-1 {
			return nil
		}
		if c.cell.Filter == NoFilter {
			c.lookups = b.lower.Len()
		}
		admitted := 0
		for _, asked := range parts {
			admitted += asked
		}
		return cmp.Or(b.lost(), c.admitted(admitted))
	}
}

// contains is the query of "query", "fp" and "fn".
func (b *bench) contains(c *instance) func(string) bool {
	if c.filter != nil {
		return c.filter.Contains
	}
	if b.outside == nil { // a call through an interface would cost time
		return func(word string) bool { _, ok := b.store.Lookup(word); return ok }
	}
	return func(word string) bool { _, ok := b.outside.Lookup(word); return ok }
}

// admitted records the number of words that the filter admits, which must be
// the same in all passes over the list.
func (c *instance) admitted(asked int) error {
	if c.asked >= 0 && asked != c.asked {
		return fmt.Errorf("the same filter admits %d words in one pass and %d in another", c.asked, asked)
	}
	c.asked = asked
	return nil
}

func (b *bench) falsePositives(c *instance) (*experiment.Measurement, error) {
	contains := b.contains(c)
	fp, asked := 0, 0
	for i := range b.lower.Len() {
		if contains(b.lower.At(i)) {
			asked++
			if !b.expect.isKey(i) {
				fp++
			}
		}
	}
	return measuring.Counted(float64(fp), "words"), c.admitted(asked)
}

func (b *bench) falseNegatives(c *instance) (*experiment.Measurement, error) {
	contains := b.contains(c)
	fn := 0
	for i, key := range b.keys {
		if !contains(key) && !b.withheld(c.cell.Filter, i) {
			fn++
		}
	}
	if err := b.lost(); err != nil {
		return nil, err
	}
	if fn > 0 && !b.mayLoseKeys(c.cell.Filter) {
		return nil, fmt.Errorf("%d false negatives among %d keys", fn, len(b.keys))
	}
	return measuring.Counted(float64(fn), "keys"), nil
}

func (b *bench) resident() (*experiment.Measurement, error) {
	var failed error
	held := heapmemory.Held(func() any {
		built, err := b.construct(b.current)
		if err != nil {
			failed = err
		}
		return built
	})
	return measuring.Counted(8*held, "bits"), failed
}
