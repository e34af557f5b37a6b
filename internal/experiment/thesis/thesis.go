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
	_ "embed"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/npm"
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

//go:embed help.txt
var help string

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
// list costs or saves in hyphenating a dictionary. It is a table with an order of its own,
// a store and processes behind it.
type Experiment struct {
	*trial.Experiment
	filters    flagvalue.StructureList
	beside     flagvalue.StructureList
	design     flagvalue.Choice
	rule       flagvalue.Choice
	pass       flagvalue.Choice
	filterKeys flagvalue.Choice
	words      trial.Path
	exceptions []string
	patterns   trial.Path
	store      flagvalue.StoreChoice
	place      flagvalue.StorePlace
	nodeDir    trial.Path
	given      *pflag.FlagSet // what was set, by flag, environment or file
}

// New returns the experiment with the thesis's parameters. The exceptions can be in
// stores of these kinds.
func New(stores ...store.Kind) *Experiment {
	t := &Experiment{
		store:      flagvalue.StoreChoice{StoreList: flagvalue.StoreList{Known: stores}},
		design:     flagvalue.Choice{Value: runfolder.Interleaved, Choices: []string{runfolder.Interleaved, runfolder.AsThesis}},
		rule:       flagvalue.Choice{Value: ruleHypher, Choices: []string{ruleHypher, ruleTeX}},
		pass:       flagvalue.Choice{Value: passLiteral, Choices: []string{passLiteral, passBatch}},
		filterKeys: flagvalue.Choice{Value: keysPlain, Choices: []string{keysPlain, keysHyphenated}},
	}
	t.filters.Own, t.beside.Own = nodeFilters(), nodeFilters()
	t.filters.Takes, t.beside.Takes = taken(), taken()
	_ = t.filters.Set(literalBloom + "," + literalCuckoo) // that it parses is tested
	t.Experiment = trial.New(t.spec())
	return t
}

func (t *Experiment) spec() trial.Spec {
	return trial.Spec{
		Name: "thesis", Title: "a filter in front of the exceptions of a Knuth-Liang hyphenator (USP 2022)", Help: help,
		Axes: []trial.Axis{{Of: axis.Eps, Default: "0.01..0.20", Usage: "false-positive rates: 0.01..0.20 (step 0.01), 0.01..0.20:0.005, 1%..20%, 0.01,0.05"}},
		Flags: []trial.Flag{
			{Name: "beside", Value: &t.beside, Usage: "also measure these structures, at five values of ε (default without --filter: " + besideDefault + ")"},
			{Name: "design", Value: &t.design, Usage: "order: mixed at random, or as in the thesis"},
			{Name: "word-rule", Value: &t.rule, Usage: "word in a token: hypher: the whole token, as in the thesis; tex: as TeX does"},
			{Name: "pass", Value: &t.pass, Usage: "how the list is hyphenated: word by word, as in the thesis, or many words at once, which is faster"},
			{Name: "filter-keys", Value: &t.filterKeys, Usage: "keys of the filter: the queried words, or their hyphenated forms, as in the thesis's public code"},
			{Name: "words", Value: &t.words, File: true, Usage: "word list, one word per line (default: data/words.txt, the user's cache, the embedded list)"},
			{Name: "patterns", Value: &t.patterns, File: true, Usage: "patterns instead of patterns-en.tex; a TeX file"},
			{Name: "node-dir", Value: &t.nodeDir, File: true, Usage: "folder of the npm packages of " + nodeBloom + " and " + nodeCuckoo + " (default: where 'make node' installs them, in the user's cache)"},
			{Name: "store", Value: &t.store, Usage: "store of the exceptions, behind the filter; " + strings.Join(store.Names(t.store.Known, helpWait), ", ") + "; " + flagvalue.StorePlaces + " (default: a table in memory)"},
		},
		Reps:   trial.Reps{Default: 30, Least: 2, Why: "an interval needs at least 2 repetitions", Usage: "repetitions of each measurement, 2 or more"},
		Seed:   "seed of hash functions and order of rounds",
		Preset: func(bool) (map[string]string, error) { return t.settle() },
		Methods: []trial.Method{
			{Name: nodeBloom, Title: bilingual.Text{EN: nodeTitle(npm.Bloom()), PT: "Bloom filter do npm bloom-filters 3.0.0, no Node.js"}},
			{Name: nodeCuckoo, Title: bilingual.Text{EN: nodeTitle(npm.Cuckoo()), PT: "cuckoo filter do npm bloom-filters 3.0.0, no Node.js"}},
			{Name: NoFilter, Baseline: true, Title: bilingual.Text{EN: "no filter (exact map alone)", PT: "sem filtro (apenas o mapa exato)"}},
			{Name: NoExceptions, Baseline: true, Title: bilingual.Text{EN: "no exceptions (patterns alone)", PT: "sem exceções (apenas os padrões)"}},
		},
		Metrics: metrics,
		Words: map[string]string{
			"no filter (* alone)":                     "sem filtro (apenas *)",
			"one initialisation: patterns and filter": "uma inicialização: padrões e filtro",
			"no filter, in Go (exact map alone)":      "sem filtro, em Go (apenas o mapa exato)",
			"no exceptions, in Go (patterns alone)":   "sem exceções, em Go (apenas os padrões)",
			designsNote("*", "*"):                     "Como na monografia: *. Como hoje, ou de outro modo, em até cinco ε: *.",
			passNote(passLiteral):                     "A passagem é feita palavra por palavra, como na monografia (--pass=literal).",
			passNote(passBatch):                       "A passagem é feita por lotes de palavras: as mesmas respostas, mais cedo (--pass=batch).",
			"node-bloom and node-cuckoo are measured in a process of their own a round: *; their CPU time is that of all its threads.": "node-bloom e node-cuckoo são medidos em um processo próprio por rodada: *; o tempo de CPU é o de todas as suas threads.",
			"Not measured: *: *.": "Não medido: *: *.",
			"The exceptions are in a store of their own: *. It stands filled: init is that of patterns and filter.":                                        "As exceções estão em um armazenamento próprio: *. Ele já está preenchido: a inicialização é a de padrões e filtro.",
			"Filters that grade their keys honour the exceptions of * or more: * of * (hyphenex has *, exceptions of a pattern file *, any other list *).": "Filtros que graduam suas chaves respeitam as exceções de * ou mais: * de * (o hyphenex tem *, as exceções de um arquivo de padrões *, qualquer outra lista *).",
		},
		// whether a filter pays at all, then which one is faster
		Headlines: []answer.Headline{{Metric: Hyphenate, To: NoFilter}, {Metric: Hyphenate}, {Metric: metric.Query}, {Metric: Init}, {Metric: metric.Build}},
		Claims:    claims(), Figures: figures,
		Columns: measuring.StoreFields(),
		Own:     t.prepare,
	}
}

// Flags adds to those of the table what may be given again and again, and a default without
// blanks.
func (t *Experiment) Flags(fs *pflag.FlagSet) {
	t.given = fs
	t.Experiment.Flags(fs)
	fs.Var(&t.filters, "filter", "structures to measure, separated by commas, or all; linear:0.9 admits exceptions of confidence 0.9 or more (hyphenex has 1, a pattern file 0.9, any other list 0.5); stacked:FILE admits few of the words of FILE, which are no keys")
	fs.StringArrayVar(&t.exceptions, "exceptions", nil, "exceptions instead of hyphenex.tex; a TeX file, may be repeated")
	flagvalue.MarkFiles(fs, "exceptions")
}

// Refuses implements experiment.Refusing: nothing is refused.
func (t *Experiment) Refuses() map[string]string { return nil }

// Reading implements experiment.Experiment.
func (t *Experiment) Reading() experiment.Reading {
	r := t.Experiment.Reading()
	r.PlainMeans = true
	r.Leading = answer.Leading{Title: "the thesis's claims", Claims: leading()}
	return r
}

// ReadingOf implements experiment.ByRun.
func (t *Experiment) ReadingOf(m *runfolder.Meta) experiment.Reading {
	r := t.Reading()
	if pairs := likeWithLike(m.Filters); pairs != nil {
		r.Headlines = append(slices.Clip(r.Headlines[:1]), pairs...)
	} else if note := tunedNote(m.Filters); note != "" {
		r.Headlines = slices.Clone(r.Headlines)
		r.Headlines[0].Note = note
	}
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

// prepare reads the inputs and computes the required counts of every pass.
func (t *Experiment) prepare(ctx context.Context, r *trial.Run) (experiment.Bench, error) {
	node, noNode, err := t.openNode()
	if err != nil {
		return nil, err
	}
	words, err := corpus.LoadWords(string(t.words), corpus.DefaultPlaces())
	if err != nil {
		return nil, err
	}
	files, err := corpus.LoadFiles(string(t.patterns), t.exceptions...)
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
		design: t.design.Value, seed: r.Seed, reps: r.Reps,
		structures: slices.Concat(t.filters.Structures, t.beside.Structures), beside: t.beside.Structures, epsilons: r.Rates(axis.Eps),
		words: words.List, lower: words.List.Lower(),
		files: files, exceptions: h.Exceptions, keys: h.Keys().All(),
		automaton: h.Automaton, store: h.Store,
		inputs:    append([]runfolder.Input{words.Input}, inputs...),
		notes:     append(claim.NonEmpty(words.Note, t.designs(), passNote(t.pass.Value), noNode), files.Notes()...),
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
	return filter.Named(b.structures, name)
}
