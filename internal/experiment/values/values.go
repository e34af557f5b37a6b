// Package values measures structures that return a value for a key. The values are hyphenations
// from a static function, without a store, and confidences in cells.
//
// Guarantee: a key with a wrong value, or with a confidence that is too low, ends the run. So
// does a pass whose counts differ from those of single queries. Structures of a round depend on
// the inputs, the seed and the round alone.
// Cost: see --dry-run; the word list and 20 bytes for each of its words.
// Source: the thesis, sections 3.5.1 and 5 (the pass over the word list); Chazelle, Kilian,
// Rubinfeld, Tal 2004 and Boldi, Vigna 2005 by the article (Bloomier filters, compact
// approximators); Lima, Baquero, Miranda 2015 (confidences).
//
// The path of a round: the methods to hyphenate (methods.go), of which one asks a lean exact
// store (sortedexceptions.go) and functions take an exception's hyphenation for its value
// (exceptionfunction.go, hyphenationcodes.go), each compared with what the list requires
// (requiredbreaks.go); then confidences (keyconfidences.go), sets (lattices.go), and the bits
// and changes of functions by their keys (functionsbykeys.go).
package values

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
)

//go:embed help.txt
var help string

// Names in the rows of the experiment.
const (
	bareStore  = "none"   // the exception store, asked for every word
	sortedName = "sorted" // a lean exact store
	bloom      = "bloom"  // in front of the exception store, as fuse is
	fuse       = "fuse"
	bloomier   = "bloomier"
	ribbon     = "bloomier-ribbon"
	mutable    = "bloomier-mutable"
	pairs      = "bloomier-pairs"
	linearName = "linear"
	compactOne = "compact"      // over a chain: the numbers in their order
	compactSet = "compact-sets" // over sets
	compactTwo = "compact-two"  // over two elements
	exactMap   = "floats"
)

// Axes of the experiment.
const (
	F     axis.CountAxis = "fingerprint" // bits of it
	Code  axis.NameAxis  = "code"        // of hyphenations
	Width axis.CountAxis = "width"       // bits of a confidence, or sets
	Cells axis.CountAxis = "cells"       // per key
	N     axis.CountAxis = "n"           // keys
)

// functionNames are the structures that a value is asked of, filterNames those in front
// of the exception store.
func functionNames() []string { return []string{bloomier, ribbon} }
func filterNames() []string   { return []string{bloom, fuse} }

// sizedNames are the functions that are built of many keys.
func sizedNames() []string { return append(functionNames(), mutable, pairs) }

// Metrics of the experiment's own, in the order of display.
var (
	metrics metric.List

	Hyphenate = metrics.Add(metric.Definition{
		Name: "hyphenate", Rows: runfolder.Nanoseconds, Op: "word", Whole: "pass", Size: func(m *runfolder.Meta) int64 { return m.Expect["words"] },
		Title: "one pass of hyphenation over the word list", Portuguese: "uma passagem de hifenização pela lista de palavras",
	})
	BitsPerKey    = metrics.Count("bits_per_key", "bits", "bits per key, of all that is held", "bits por chave, de tudo o que se guarda")
	WrongKeys     = metrics.Count("wrong_keys", "keys", "keys with a wrong hyphenation", "chaves com hifenização errada")
	Known         = metrics.Share("known", "negatives with a value", "negativos com um valor")
	KnownTheory   = metrics.Share("known_theory", "negatives with a value by theory", "negativos com um valor pela teoria")
	Wrong         = metrics.Share("wrong", "negatives wrongly hyphenated", "negativos hifenizados erradamente") // otherwise than by the patterns
	WrongTheory   = metrics.Share("wrong_theory", "negatives wrongly hyphenated by theory", "negativos hifenizados erradamente pela teoria")
	Error         = metrics.Share("error", "error of a confidence", "erro de uma confiança") // root of the mean square
	ErrorTheory   = metrics.Share("error_theory", "error of a confidence by theory", "erro de uma confiança pela teoria")
	Over          = metrics.Share("over", "keys with too high a confidence", "chaves com confiança alta demais") // by their codes
	OverTheory    = metrics.Share("over_theory", "keys with too high a confidence by theory", "chaves com confiança alta demais pela teoria")
	Under         = metrics.Count("under", "keys", "keys with too low a confidence", "chaves com confiança baixa demais")
	Surplus       = metrics.Share("surplus", "sets too many", "conjuntos a mais") // of those that a key is not in
	SurplusTheory = metrics.Share("surplus_theory", "sets too many by theory", "conjuntos a mais pela teoria")
	Missing       = metrics.Count("missing", "sets", "sets too few", "conjuntos a menos")
	Differing     = metrics.Count("differing", "answers", "answers that differ", "respostas que diferem") // from the structure that should have the same
	Slots         = metrics.Count("slots", "1", "bits of a function per bit of fingerprint and value", "bits de uma função por bit de fingerprint e valor")
	Change        = metrics.Add(metric.Definition{
		Name: "change", Rows: runfolder.Nanoseconds, Op: "key", Title: "another value for every key, one by one or by a new function", Portuguese: "outro valor para cada chave, um a um ou por uma função nova",
	})
)

// methods are in the order of the tables.
func methods() []trial.Method {
	return []trial.Method{
		{Name: bloom},
		{Name: fuse},
		{Name: bloomier, Title: bilingual.Text{EN: "Bloomier filter", PT: "filtro Bloomier"}},
		{Name: ribbon, Title: bilingual.Text{EN: "ribbon-based Bloomier filter", PT: "filtro Bloomier por ribbon"}},
		{Name: mutable, Title: bilingual.Text{EN: "Bloomier filter with values that change", PT: "filtro Bloomier com valores que mudam"}},
		{Name: pairs, Title: bilingual.Text{EN: "Bloomier filter of Bloom filters in parallel", PT: "filtro Bloomier de Bloom filters em paralelo"}},
		{Name: sortedName, Title: bilingual.Text{EN: "sorted list of the exceptions", PT: "lista ordenada das exceções"}},
		{Name: linearName},
		{Name: compactOne, Title: bilingual.Text{EN: "compact approximator", PT: "aproximador compacto"}},
		{Name: compactTwo, Title: bilingual.Text{EN: "compact approximator over two elements", PT: "aproximador compacto sobre dois elementos"}},
		{Name: compactSet, Title: bilingual.Text{EN: "compact approximator over sets", PT: "aproximador compacto sobre conjuntos"}},
		{Name: exactMap, Title: bilingual.Text{EN: "map of confidences", PT: "mapa de confianças"}},
		{Name: bareStore, Baseline: true, Title: bilingual.Text{EN: "no filter (exception store alone)", PT: "sem filtro (apenas o armazenamento de exceções)"}},
	}
}

// Bounds of flags.
const (
	widestFingerprint = 16 // a slot of the ribbon has 40 bits at most, of which a mask takes 23
	widestValue       = 16 // of a linear filter's cell
	mostCells         = 50 // a key: the rate of a Bloom filter of more is below filter.MinEpsilon
	mostKeys          = 10_000_000
)

// measured is what a run measures with: flags, and what the files have.
type measured struct {
	widths flagvalue.CountList
	n      flagvalue.AtLeast
	words  trial.Path

	hyphenation *corpus.Hyphenation
	truth       *truth
	codes       map[string]*code
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment { return (&measured{}).experiment() }

func (x *measured) experiment() *trial.Experiment {
	x.n = flagvalue.AtLeast{Value: 50_000, Least: 100, Why: "fewer give no useful estimate of an error"}
	_ = x.widths.Set("2,4,6,8,12,16") // that it parses is tested
	return trial.New(trial.Spec{
		Name: "values", Title: "a value for a key: hyphenation without a store, confidences", Help: help,
		Axes: []trial.Axis{
			{Of: F, Default: "1,2,4,8,12,16", Quick: "1,4,8,16",
				Usage: "bits f of a fingerprint, 1 to 16; the false-positive rate is 2^-f, for filters too",
				About: "bits of a fingerprint; filters in front of the store have ε = 2^-f"},
			{Of: Code, Values: codeNames,
				About: "how a hyphenation is a value: its number in a table, its breaks, or these with a hash of the word"},
			{Of: Width, Values: x.allWidths, About: "bits of a confidence, or number of sets"},
			{Of: Cells, Default: "5,10,20", Quick: "5,10", Usage: "cells per key of the filters of confidences, 1 to 50", About: "cells per key; of sets, a key of each"},
			{Of: N, Flag: "sizes", Default: "1e3,1e4,1e5,1e6", Quick: "1e3,1e4,1e5",
				Usage: "numbers of keys of functions whose bits and changes are compared, at most 10 million",
				About: "keys of a function whose bits and changes are compared"},
		},
		Flags: []trial.Flag{
			{Name: "width", Value: &x.widths, Quick: "2,4,8,16", Usage: "bits b of a confidence, 1 to 16"},
			{Name: "n", Value: &x.n, Quick: "10000", Usage: "keys with a confidence, 100 or more"},
			{Name: "words", Value: &x.words, File: true, Usage: "word list, one word per line (default: that of run thesis)"},
		},
		Reps:    trial.Reps{Default: 12, Least: 2, Why: "an interval over hash functions needs at least 2", Quick: "3", Usage: "rounds, 2 or more, each with its own hash functions"},
		Seed:    "seed of generated keys, confidences, hash functions and the order of the rounds",
		Quick:   "fewer fingerprints, widths, keys and rounds; --dry-run prints the duration",
		Methods: methods(),
		Metrics: metrics,
		Words: map[string]string{
			"fingerprint": "fingerprint", "code": "código", "width": "largura", "cells": "células", "mask": "máscara", "table": "tabela",
		},
		Headlines: []answer.Headline{{Metric: Hyphenate, To: bareStore}, {Metric: Hyphenate}}, // whether the store can go, and what its absence costs
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials: func(r *trial.Run) []trial.Trial {
			exactly, byFingerprint := x.methods(r)
			return slices.Concat(exactly, x.confidences(r), x.lattices(r), functionsByKeys(r), byFingerprint)
		},
		Like: like,
	})
}

// allWidths are those of confidences, with the two that lattices have: two elements, and
// sets.
func (x *measured) allWidths() []string {
	widths := slices.Concat(x.widths.Values, []int{twoElements, languages})
	slices.Sort(widths)
	return axis.Counts("", slices.Compact(widths)).Values
}

// Parameters in run.json that figures read.
const (
	parameterKeys        = "keys_with_a_confidence"
	parameterFingerprint = "fingerprint_beside_confidence"
)

// prepare checks the flags, reads the files and works out what the list requires.
func (x *measured) prepare(r *trial.Run) error {
	for _, of := range []struct {
		flag        string
		list        []int
		least, most int
	}{
		{"fingerprint", r.Counts(F), 1, widestFingerprint},
		{"width", x.widths.Values, 1, widestValue},
		{"cells", r.Counts(Cells), 1, mostCells},
		{"sizes", r.Counts(N), 1, mostKeys},
		{"n", []int{x.n.Value}, x.n.Least, mostKeys},
	} {
		for _, v := range of.list {
			if v < of.least || v > of.most {
				return usage.Errorf("--%s: %d is out of range: want %d to %d", of.flag, v, of.least, of.most)
			}
		}
	}
	words, err := corpus.LoadWords(x.words.String(), corpus.DefaultPlaces())
	if err != nil {
		return err
	}
	files, err := corpus.LoadFiles("")
	if err != nil {
		return err
	}
	if x.hyphenation, err = files.Load(); err != nil {
		return err
	}
	inputs, err := files.Inputs()
	if err != nil {
		return err
	}
	r.Inputs = append([]runfolder.Input{words.Input}, inputs...)
	if words.Note != "" {
		r.Notes = append(r.Notes, words.Note)
	}
	if x.truth, err = newTruth(r.Context, words.List, x.hyphenation); err != nil {
		return err
	}
	x.codes = newCodes(x.truth.masks)
	r.Expect = map[string]int64{
		"keys": int64(x.truth.keys.Len()), "words": int64(x.truth.words.Len()), "negatives": int64(x.truth.negatives),
		"exceptions": int64(x.truth.exact.Exceptions), "breaks": int64(x.truth.exact.Breaks),
	}
	r.Parameters = map[string]string{
		parameterKeys: x.n.String(), parameterFingerprint: strconv.Itoa(besideConfidence),
		"mask_bits": strconv.Itoa(x.codes[codeMask].v), "table_bits": strconv.Itoa(x.codes[codeTable].v),
		"table_entries": strconv.Itoa(len(x.codes[codeTable].table)),
	}
	return nil
}

// place is where a trial stands: 0 or empty off an axis.
type place struct {
	f     int    // bits of a fingerprint
	code  string // of hyphenations
	width int    // bits of a confidence, or sets
	cells int    // per key
	n     int    // keys
}

func (p place) on() (list []axis.Place) {
	for _, c := range []struct {
		axis.CountAxis
		at int
	}{{F, p.f}, {Width, p.width}, {Cells, p.cells}, {N, p.n}} {
		if c.at > 0 {
			list = append(list, c.At(c.at))
		}
	}
	if p.code != "" {
		list = append(list, Code.At(p.code))
	}
	return list
}

// trial is that of a method at the place. The methods to hyphenate at one f are a group: their
// times are compared. seed is that of the hash functions in the round; filters of
// confidences have the same at one place, so that their answers can be compared.
func (p place) trial(method string, reports []runfolder.Metric, do func(t *trial.T, seed uint64) error) trial.Trial {
	return trial.Trial{
		Method: method, At: p.on(), Group: uint64(p.f), Reports: reports,
		Do: func(t *trial.T) error { return do(t, p.seed(method, t.Seed())) },
	}
}

func (p place) seed(method string, ofRound uint64) uint64 {
	if p.cells > 0 {
		method = "cells"
	}
	h := fnv.New64a()
	fmt.Fprintln(h, ofRound, method, p) // a hash takes all it is given
	return h.Sum64()
}

// like predicts functions of many keys by one of fewer.
func like(r *trial.Run, s experiment.Step) (experiment.Step, float64) { return r.Uncached(s, N) }
