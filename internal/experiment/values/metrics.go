package values

import (
	"fmt"

	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Hyphenate     runfolder.Metric = "hyphenate"      // a pass over the list, lower-casing included
	BitsPerKey    runfolder.Metric = "bits_per_key"   // of all that is held for keys and values
	WrongKeys     runfolder.Metric = "wrong_keys"     // keys with another hyphenation than their own
	Known         runfolder.Metric = "known"          // share of the strangers that have a value
	KnownTheory   runfolder.Metric = "known_theory"   // the same by theory
	Wrong         runfolder.Metric = "wrong"          // share of the strangers that are hyphenated otherwise than by the patterns
	WrongTheory   runfolder.Metric = "wrong_theory"   // the same by theory
	Error         runfolder.Metric = "error"          // of a key's confidence: root of the mean square
	ErrorTheory   runfolder.Metric = "error_theory"   // the same by theory
	Over          runfolder.Metric = "over"           // share of the keys that are above their own code
	OverTheory    runfolder.Metric = "over_theory"    // the same by theory
	Under         runfolder.Metric = "under"          // keys that are below it
	Surplus       runfolder.Metric = "surplus"        // share of the sets that a key is not in, of which it seems to be
	SurplusTheory runfolder.Metric = "surplus_theory" // the same by theory
	Missing       runfolder.Metric = "missing"        // sets that a key is in, of which it seems not to be
	Differing     runfolder.Metric = "differing"      // answers other than those of the structure that should have the same
	Slots         runfolder.Metric = "slots"          // bits of a function, of those of fingerprints and values
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	words := func(m *runfolder.Meta) int64 { return m.Expect["words"] }
	return []metric.Definition{
		{Name: Hyphenate, Title: "one pass of hyphenation over the word list", Op: "word", Whole: "pass", Size: words},
		{Name: BitsPerKey, Title: "bits a key, of all that is held", Flat: true},
		{Name: WrongKeys, Title: "keys with a wrong hyphenation", Flat: true},
		{Name: Known, Title: "strangers with a value", Unit: "%", Factor: 100, Flat: true},
		{Name: KnownTheory, Title: "strangers with a value by theory", Unit: "%", Factor: 100, Flat: true},
		{Name: Wrong, Title: "strangers wrongly hyphenated", Unit: "%", Factor: 100, Flat: true},
		{Name: WrongTheory, Title: "strangers wrongly hyphenated by theory", Unit: "%", Factor: 100, Flat: true},
		{Name: Error, Title: "error of a confidence", Unit: "%", Factor: 100, Flat: true},
		{Name: ErrorTheory, Title: "error of a confidence by theory", Unit: "%", Factor: 100, Flat: true},
		{Name: Over, Title: "keys with too high a confidence", Unit: "%", Factor: 100, Flat: true},
		{Name: OverTheory, Title: "keys with too high a confidence by theory", Unit: "%", Factor: 100, Flat: true},
		{Name: Under, Title: "keys with too low a confidence", Flat: true},
		{Name: Surplus, Title: "sets too many", Unit: "%", Factor: 100, Flat: true},
		{Name: SurplusTheory, Title: "sets too many by theory", Unit: "%", Factor: 100, Flat: true},
		{Name: Missing, Title: "sets too few", Flat: true},
		{Name: Differing, Title: "answers that differ", Flat: true},
		{Name: Slots, Title: "bits of a function for each of a fingerprint and value", Flat: true},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisF, Type: "integer", Description: "bits of a fingerprint; filters in front of the store have ε = 2^-f"},
		{Name: axisCode, Type: "string", Description: "how a hyphenation is a value: its number in a table, its breaks, or these with a hash of the word"},
		{Name: axisWidth, Type: "integer", Description: "bits of a confidence, or number of sets"},
		{Name: axisCells, Type: "integer", Description: "cells a key; of sets, a key of each"},
		{Name: axisN, Type: "integer", Description: "keys of a function that is built for its bits alone"},
	}
}

// headlines are whether the store can go, and what its absence costs.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: Hyphenate, To: bareStore}, {Metric: Hyphenate}}
}

// structures are the titles of those that are none of the program's filters.
func structures() map[string]string {
	titles := map[string]string{
		sortedName: "sorted list of the exceptions",
		compactSet: "compact approximator over sets",
		compactTwo: "compact approximator over two elements",
		exactMap:   "map of confidences",
	}
	for _, s := range all.Maplets() {
		titles[s.Name] = s.Title
	}
	return titles
}

func unknownStructure(name string) error {
	return fmt.Errorf("no structure %q answers with a value", name)
}
