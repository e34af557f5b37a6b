// Package values measures structures that return a value for a key: hyphenations out of
// a static function, without a store, and confidences in cells.
//
// Guarantee: a key with another value than its own, or with a confidence below it, ends
// the run, as does a pass whose counts differ from those of the answers asked for one by
// one. Structures of a round depend on the inputs, the seed and the round alone.
// Cost: see --dry-run; the word list and 20 bytes for each of its words.
// Source: the thesis, sections 3.5.1 and 5 (the pass over the word list); Chazelle,
// Kilian, Rubinfeld, Tal 2004 and Boldi, Vigna 2005 by the article (Bloomier filters,
// compact approximators); Lima, Baquero, Miranda 2015 (confidences).
//
// The path of a round: the ways to hyphenate (ways.go), of which functions take an
// exception's hyphenation for its value (function.go, code.go), each compared with what
// the list requires (truth.go); then confidences (confidence.go), sets (sets.go) and the
// bits of functions by their keys (sizes.go).
package values

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
)

// Experiment is the experiment with its flags.
type Experiment struct {
	fingerprints experiment.CountList
	widths       experiment.CountList
	cells        experiment.CountList
	sizes        experiment.CountList
	n            experiment.AtLeast
	reps         experiment.AtLeast
	words        string
	quick        bool
	seed         uint64
	given        *pflag.FlagSet // what was set, by flag, environment or file
}

// Defaults.
const (
	defaultFingerprints = "1,2,4,8,12,16"
	quickFingerprints   = "1,4,8,16"
	defaultWidths       = "2,4,6,8,12,16"
	quickWidths         = "2,4,8,16"
	defaultCells        = "5,10,20"
	quickCells          = "5,10"
	defaultSizes        = "1e3,1e4,1e5,1e6"
	quickSizes          = "1e3,1e4,1e5"
	defaultKeys         = 50_000
	quickKeys           = "10000"
	defaultReps         = 12
	quickReps           = "3"
)

// Bounds of flags.
const (
	widestFingerprint = 16 // a slot of the ribbon has 40 bits at most, of which a mask takes 23
	widestValue       = 16 // of a linear filter's cell
	mostCells         = 50 // a key: the rate of a Bloom filter of more is below filter.MinEpsilon
	mostKeys          = 10_000_000
)

// New returns the experiment with its flags at the defaults.
func New() *Experiment {
	x := &Experiment{
		n:    experiment.AtLeast{Value: defaultKeys, Least: 100, Why: "fewer say nothing of an error"},
		reps: experiment.AtLeast{Value: defaultReps, Least: 2, Why: "an interval over hash functions needs at least 2"},
		seed: 1,
	}
	// That the defaults parse is tested.
	_ = x.fingerprints.Set(defaultFingerprints)
	_ = x.widths.Set(defaultWidths)
	_ = x.cells.Set(defaultCells)
	_ = x.sizes.Set(defaultSizes)
	return x
}

func (x *Experiment) Name() string { return "values" }
func (x *Experiment) Title() string {
	return "a value for a key: hyphenation without a store, confidences"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	x.given = fs
	fs.Var(&x.fingerprints, "fingerprint", "bits f of a fingerprint, 1 to 16: a stranger is taken for a key at the rate 2^-f; filters have this ε")
	fs.Var(&x.widths, "width", "bits b of a confidence, 1 to 16")
	fs.Var(&x.cells, "cells", "cells a key of the filters of confidences, 1 to 50")
	fs.Var(&x.sizes, "sizes", "numbers of keys of which functions are built for their bits alone, 10 million at most")
	fs.Var(&x.n, "n", "keys with a confidence, 100 or more")
	fs.Var(&x.reps, "reps", "rounds, 2 or more, each with hash functions of its own")
	fs.StringVar(&x.words, "words", "", "word list, one a line (default: as of run thesis)")
	experiment.MarkFiles(fs, "words")
	fs.BoolVar(&x.quick, "quick", false, "fewer fingerprints, widths, keys and rounds: less than a minute")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides generated keys, confidences, hash functions and the order of the rounds")
}

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{
		Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Headlines: headlines(), Portuguese: portuguese(),
		Structures: structures(),
		Baselines:  map[string]string{bareStore: "no filter (exception store alone)"},
	}
}

// Prepare implements experiment.Experiment.
func (x *Experiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	if x.quick {
		if err := experiment.Shorten(x.given, map[string]string{
			"fingerprint": quickFingerprints, "width": quickWidths, "cells": quickCells, "sizes": quickSizes, "n": quickKeys, "reps": quickReps,
		}); err != nil {
			return nil, err
		}
	}
	if err := x.check(); err != nil {
		return nil, err
	}
	words, err := corpus.LoadWords(x.words, corpus.DefaultPlaces())
	if err != nil {
		return nil, err
	}
	files, err := corpus.LoadFiles("")
	if err != nil {
		return nil, err
	}
	h, err := files.Load()
	if err != nil {
		return nil, err
	}
	inputs, err := files.Inputs()
	if err != nil {
		return nil, err
	}
	b := &bench{x: x, hyphenation: h, timer: experiment.NewTimer(ctx), chances: map[string]float64{}}
	b.inputs = append(b.inputs, words.Input)
	b.inputs = append(b.inputs, inputs...)
	if words.Note != "" {
		b.notes = append(b.notes, words.Note)
	}
	if b.truth, err = newTruth(ctx, words.List, h); err != nil {
		return nil, err
	}
	b.codes = newCodes(b.truth.masks)
	return b, nil
}

// check is the error in the values of the flags that their kinds cannot know.
func (x *Experiment) check() error {
	for _, of := range []struct {
		flag        string
		list        []int
		least, most int
	}{
		{"fingerprint", x.fingerprints.Values, 1, widestFingerprint},
		{"width", x.widths.Values, 1, widestValue},
		{"cells", x.cells.Values, 1, mostCells},
		{"sizes", x.sizes.Values, 1, mostKeys},
		{"n", []int{x.n.Value}, x.n.Least, mostKeys},
	} {
		for _, v := range of.list {
			if v < of.least || v > of.most {
				return fmt.Errorf("--%s: %d is out of range: want %d to %d", of.flag, v, of.least, of.most)
			}
		}
	}
	return nil
}
