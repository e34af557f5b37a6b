// Package thesis repeats the thesis's experiment. How much time does a filter in front of the
// exception list save or cost when a dictionary is hyphenated?
//
// Guarantee: every time has a checked answer. The result of every timed pass is compared with
// that of a plain hyphenator; a denied key, or a wrong number of hyphenation points, of
// exceptions or of admitted words, ends the run. The order and the hash functions of a round
// depend on the seed and on the round alone.
// Cost: about two minutes for the thesis's list with two filters, 20 ε and 30 repetitions; the
// list and its required answers stay in memory.
// Source: Estudo do efeito de variações de Bloom filters no desempenho de algoritmos de
// hifenização de palavras, USP 2022, chapter 5.
package thesis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/heapmemory"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// Baselines stand beside the filters in every run. They have no ε.
const (
	// NoFilter queries the exception store for every word; its "build" and
	// "query" are those of the store. One of --store stands filled and has no "build".
	NoFilter = "none"
	// NoExceptions hyphenates by the patterns alone.
	NoExceptions = "no-exceptions"
)

// Word rules.
const (
	ruleHypher = "hypher"
	ruleTeX    = "tex"
)

// Passes over the list. A run without the parameter is older than it and has passBatch.
const (
	passLiteral   = "literal" // filter, store and patterns word by word, and the hyphenated word
	passBatch     = "batch"   // the patterns of many words first; counts, no hyphenated words
	passParameter = "pass"
)

// Experiment is the thesis's experiment: what a filter in front of the exception
// list costs or saves in hyphenating a dictionary.
type Experiment struct {
	filters    flagvalue.StructureList
	beside     flagvalue.StructureList
	epsilons   flagvalue.RateList
	reps       flagvalue.AtLeast
	design     flagvalue.Choice
	rule       flagvalue.Choice
	pass       flagvalue.Choice
	filterKeys flagvalue.Choice
	seed       uint64
	words      string
	exceptions []string
	patterns   string
	store      flagvalue.StoreChoice
	place      flagvalue.StorePlace
	nodeDir    string
	given      *pflag.FlagSet // what was set, by flag, environment or file
}

// New returns the experiment with the thesis's parameters. The exceptions can be in
// stores of these kinds.
func New(stores ...store.Kind) *Experiment {
	t := &Experiment{
		store:      flagvalue.StoreChoice{StoreList: flagvalue.StoreList{Known: stores}},
		reps:       flagvalue.AtLeast{Value: 30, Least: 2, Most: flagvalue.MostRounds, Why: "an interval needs at least 2 repetitions"},
		design:     flagvalue.Choice{Value: runfolder.Interleaved, Choices: []string{runfolder.Interleaved, runfolder.AsThesis}},
		rule:       flagvalue.Choice{Value: ruleHypher, Choices: []string{ruleHypher, ruleTeX}},
		pass:       flagvalue.Choice{Value: passLiteral, Choices: []string{passLiteral, passBatch}},
		filterKeys: flagvalue.Choice{Value: keysPlain, Choices: []string{keysPlain, keysHyphenated}},
		seed:       1,
	}
	t.filters.Own, t.beside.Own = nodeFilters(), nodeFilters()
	t.filters.Takes, t.beside.Takes = taken(), taken()
	// The defaults parse, which a test shows.
	_ = t.filters.Set(literalBloom + "," + literalCuckoo)
	_ = t.epsilons.Set("0.01..0.20")
	return t
}

func (t *Experiment) Name() string { return "thesis" }
func (t *Experiment) Title() string {
	return "a filter in front of the exceptions of a Knuth-Liang hyphenator (USP 2022)"
}

func (t *Experiment) Flags(fs *pflag.FlagSet) {
	t.given = fs
	fs.Var(&t.filters, "filter", "structures to measure, a comma-separated list or all; linear:0.9 admits exceptions of confidence 0.9 or more (hyphenex has 1, a pattern file 0.9, any other list 0.5); stacked:FILE admits few of the words of FILE, which are not keys")
	fs.Var(&t.beside, "beside", "more structures, at only five values of ε (default without --filter: "+besideDefault+")")
	fs.Var(&t.epsilons, "eps", "false-positive rates: 0.01..0.20 (step 0.01), 0.01..0.20:0.005, 1%..20%, 0.01,0.05")
	fs.Var(&t.reps, "reps", "repetitions of every cell, 2 or more")
	fs.Var(&t.design, "design", "order of the measurements")
	fs.Var(&t.rule, "word-rule", "word in a token: hypher: the whole token, as in the thesis; tex: as TeX does")
	fs.Var(&t.pass, "pass", "how the list is hyphenated: word by word, as in the thesis, or many words at once, which is faster")
	fs.Var(&t.filterKeys, "filter-keys", "keys of the filter: the queried words, or their hyphenated forms, as in the thesis's public code")
	fs.Uint64Var(&t.seed, "seed", t.seed, "seed of hash functions and order of rounds")
	fs.StringVar(&t.words, "words", "", "word list, one word per line (default: data/words.txt, the user's cache, the embedded list)")
	fs.StringArrayVar(&t.exceptions, "exceptions", nil, "exceptions instead of hyphenex.tex; a TeX file, may be repeated")
	fs.StringVar(&t.patterns, "patterns", "", "patterns instead of patterns-en.tex; a TeX file")
	fs.StringVar(&t.nodeDir, "node-dir", "", "folder of the npm packages of "+nodeBloom+" and "+nodeCuckoo+" (default: where 'make node' installs them, in the user's cache)")
	flagvalue.MarkFiles(fs, "words", "exceptions", "patterns", "node-dir")
	fs.Var(&t.store, "store", "store of the exceptions behind the filter; "+strings.Join(store.Names(t.store.Known, helpWait), ", ")+"; "+flagvalue.StorePlaces+" (default: a table in memory)")
}

// Reading implements experiment.Experiment.
func (t *Experiment) Reading() experiment.Reading {
	own := map[string]string{}
	for _, s := range nodeFilters() {
		own[s.Name] = s.Title
	}
	return experiment.Reading{
		Metrics:    metrics,
		Structures: own,
		Baselines:  map[string]string{NoFilter: "no filter (exact map alone)", NoExceptions: "no exceptions (patterns alone)"},
		Claims:     claims(),
		Columns:    measuring.StoreFields(),
		Figures:    figures,
		// whether a filter pays at all, then which one is faster
		Headlines: []answer.Headline{{Metric: Hyphenate, To: NoFilter}, {Metric: Hyphenate}, {Metric: metric.Query}, {Metric: Init}, {Metric: metric.Build}},
		Leading:   answer.Leading{Title: "the thesis's claims", Claims: leading()},
		Portuguese: metric.Portuguese(metrics, map[string]string{
			"no filter (exact map alone)":                          "sem filtro (apenas o mapa exato)",
			"no exceptions (patterns alone)":                       "sem exceções (apenas os padrões)",
			"no filter (* alone)":                                  "sem filtro (apenas *)",
			"one initialisation: patterns and filter":              "uma inicialização: padrões e filtro",
			"no filter, in Go (exact map alone)":                   "sem filtro, em Go (apenas o mapa exato)",
			"no exceptions, in Go (patterns alone)":                "sem exceções, em Go (apenas os padrões)",
			"Bloom filter of npm bloom-filters 3.0.0, in Node.js":  "Bloom filter do npm bloom-filters 3.0.0, no Node.js",
			"cuckoo filter of npm bloom-filters 3.0.0, in Node.js": "cuckoo filter do npm bloom-filters 3.0.0, no Node.js",
			passNote(passLiteral):                                  "A passagem é feita palavra por palavra, como na monografia (--pass=literal).",
			passNote(passBatch):                                    "A passagem é feita por lotes de palavras: as mesmas respostas, mais cedo (--pass=batch).",
			"node-bloom and node-cuckoo are measured in a process of their own a round: *; their CPU time is that of all its threads.": "node-bloom e node-cuckoo são medidos em um processo próprio por rodada: *; o tempo de CPU é o de todas as suas threads.",
			"Not measured: *: *.": "Não medido: *: *.",
			"The exceptions are in a store of their own: *. It stands filled: init is that of patterns and filter.":                                        "As exceções estão em um armazenamento próprio: *. Ele já está preenchido: a inicialização é a de padrões e filtro.",
			"Filters that grade their keys honour the exceptions of * or more: * of * (hyphenex has *, exceptions of a pattern file *, any other list *).": "Filtros que graduam suas chaves respeitam as exceções de * ou mais: * de * (o hyphenex tem *, as exceções de um arquivo de padrões *, qualquer outra lista *).",
		}),
	}
}

// ReadingOf implements experiment.ByRun.
func (t *Experiment) ReadingOf(m *runfolder.Meta) experiment.Reading {
	r := t.Reading()
	if name := m.Parameters[storeParameter]; name != "" {
		r.Baselines[NoFilter] = "no filter (" + name + " alone)"
		r.Metrics = slices.Clone(r.Metrics) // those of other runs keep their title
		for i := range r.Metrics {
			if r.Metrics[i].Name == Init {
				r.Metrics[i].Title = "one initialisation: patterns and filter"
			}
		}
	}
	if slices.ContainsFunc(m.Filters, inNode) { // not to be taken for what they are there
		r.Baselines[NoFilter], r.Baselines[NoExceptions] = "no filter, in Go (exact map alone)", "no exceptions, in Go (patterns alone)"
	}
	return r
}

// Prepare reads the inputs and computes the required counts of every pass.
func (t *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if err := t.settle(); err != nil {
		return nil, err
	}
	node, noNode, err := t.openNode()
	if err != nil {
		return nil, err
	}
	words, err := corpus.LoadWords(t.words, corpus.DefaultPlaces())
	if err != nil {
		return nil, err
	}
	files, err := corpus.LoadFiles(t.patterns, t.exceptions...)
	if err != nil {
		return nil, err
	}
	var h *corpus.Hyphenation
	loaded := heapmemory.Allocated(func() { h, err = files.Load() })
	if err != nil {
		return nil, err
	}
	inputs, err := files.Inputs()
	if err != nil {
		return nil, err
	}
	b := &bench{
		design: t.design.Value, seed: t.seed, reps: t.reps.Value,
		structures: slices.Concat(t.filters.Structures, t.beside.Structures), beside: t.beside.Structures, epsilons: t.epsilons.Values,
		words: words.List, lower: words.List.Lower(),
		files: files, exceptions: h.Exceptions, keys: h.Keys().All(),
		automaton: h.Automaton, store: h.Store,
		inputs:    append([]runfolder.Input{words.Input}, inputs...),
		notes:     append(claim.NonEmpty(words.Note, passNote(t.pass.Value), noNode), files.Notes()...),
		rule:      t.rule.Value,
		passes:    t.pass.Value,
		filled:    t.filterKeys.Value,
		threshold: t.threshold(),
		node:      node,
		loaded:    loaded,
		timer:     measuring.NewTimer(ctx),
		cut:       map[*wordlist.List][]*wordlist.List{},
		ahead:     map[runfolder.Cell]measured{},
		instances: map[runfolder.Cell]*instance{},
	}
	if known := t.valueFor(stacked); known != "" {
		if err := b.know(known); err != nil {
			return nil, err
		}
	}
	b.fill = b.filterKeys(h)
	b.universe = b.queries()
	if b.expect, err = newExpectation(ctx, h.Rules, b); err != nil {
		return nil, err
	}
	if err := b.reliability(); err != nil {
		return nil, err
	}
	if s, ok := t.store.Chosen(); ok {
		if b.outside, err = t.open(ctx, s, b.exceptions); err != nil {
			return nil, err
		}
		b.slow = slow(s)
	}
	b.all = b.groups()
	return b, nil
}

func namesOf(structures []filter.Structure) (names []string) {
	for _, s := range structures {
		names = append(names, s.Name)
	}
	return names
}

// bench is the prepared experiment.
type bench struct {
	design     string
	seed       uint64
	reps       int
	structures []filter.Structure
	beside     []filter.Structure // those of structures that are measured at some ε alone
	epsilons   []axis.Rate
	rule       string
	passes     string // passLiteral or passBatch
	filled     string // keysPlain or keysHyphenated
	threshold  float64

	words, lower *wordlist.List
	universe     *wordlist.List // all that a filter is asked
	negatives    *wordlist.List // known to be no keys; nil: none
	files        corpus.Files
	exceptions   []knuthliang.Exception
	keys         []string        // the words of the exceptions
	fill         *wordlist.List  // what the filter is filled with
	confidence   []float64       // of the keys
	graders      map[string]bool // structures to which the threshold applies
	automaton    *knuthliang.Automaton
	store        *knuthliang.ExactStore
	outside      *outside   // the store behind the filter in place of that; nil: none
	slow         bool       // a pass with it takes minutes
	node         *nodeStack // nil: nothing is measured in Node.js
	expect       *expectation
	inputs       []runfolder.Input
	notes        []string

	loaded    uint64 // bytes that it takes to read and store the exceptions and patterns
	timer     measuring.Timer
	text      []byte                              // what a pass word by word writes, used again and again
	cut       map[*wordlist.List][]*wordlist.List // lists into the parts of a pass
	all       []group                             // of the plan
	ahead     map[runfolder.Cell]measured         // measured with another step of this round
	warmed    runfolder.Cell                      // metric and point of the section before
	current   *instance                           // of the cell being visited
	instances map[runfolder.Cell]*instance        // of the group being visited
}

// Describe implements Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = b.design, b.seed, b.reps
	m.Filters = namesOf(b.structures)
	m.Baselines = []string{NoFilter, NoExceptions}
	m.Axes = []axis.Axis{axis.Rates(b.epsilons)}
	m.Columns = runfolder.Columns(m.Axes, measuring.SectionColumns()...)
	m.Inputs, m.Notes = b.inputs, b.notes
	m.Expect = b.expect.record()
	m.Parameters = map[string]string{"word_rule": b.rule, passParameter: b.passes, "filter_keys": b.filled, runfolder.MinSection: strconv.Itoa(int(b.timer.Least))}
	if len(b.beside) > 0 {
		m.Parameters[besideParameter] = strings.Join(namesOf(b.beside), ",")
	}
	if b.threshold > 0 {
		m.Parameters["confidence"] = strconv.FormatFloat(b.threshold, 'g', -1, 64)
	}
	if b.outside != nil {
		b.outside.describe(m)
	}
	if b.node != nil {
		b.node.describe(m)
	}
}

// Close ends the store behind the filter, if there is one of its own, and Node.js.
func (b *bench) Close() error {
	var errs [2]error
	if b.outside != nil {
		errs[0] = b.outside.Close()
	}
	if b.node != nil {
		errs[1] = b.node.Close()
	}
	return errors.Join(errs[:]...)
}

func (b *bench) structure(name string) (filter.Structure, error) {
	for _, s := range b.structures {
		if s.Name == name {
			return s, nil
		}
	}
	return filter.Structure{}, fmt.Errorf("no structure %q in this run", name)
}

// Long implements experiment.Documented.
func (t *Experiment) Long() string {
	return `Measures the experiment of the thesis (USP 2022): the words of a list are
hyphenated, with a filter in front of the exceptions. Two baselines stand beside
each filter at each ε: the exceptions without a filter, and the patterns alone.
A pass with wrong hyphenation points ends the run.

With --store the exceptions are on a disk, behind a network or in a simulated
store, as section 3.5.1 of the thesis describes them; its experiment had them in
memory. The store is filled beforehand, so init is that of patterns and filter.
A pass without a filter looks every word up. For a store of a slow kind (cold on
disk, behind a network, a simulated wait of 5 µs or more) the defaults are 3
repetitions and ε of 1, 5, 10 and 20 %; --dry-run says how long it takes.

node-bloom and node-cuckoo, named by --filter or --beside, are the thesis's own
stack: npm hypher and bloom-filters in Node.js, which 'make node' installs.
Without it the run goes on without them.`
}

// Example implements experiment.Documented.
func (t *Experiment) Example() string {
	return `  hyphbench run thesis --design=thesis
  hyphbench run thesis --filter=bloom,linear:0.9 --eps=1%,5%
  hyphbench run thesis --store=direct
  hyphbench run thesis --store=bbolt:stores --eps=1%,10%
  hyphbench run thesis --beside=node-bloom,node-cuckoo`
}
