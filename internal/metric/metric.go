// Package metric defines how measured quantities are shown: with which name and unit, and as a
// share of what.
//
// Guarantee: a metric without a definition is shown with its own name and the unit of its rows,
// so an experiment may measure any quantity. A definition changes names and units, but not the
// numbers.
//
// The names here are those that several experiments share. All others belong to the folder of
// one experiment.
package metric

import (
	"maps"
	"slices"

	"hyphbench/internal/runfolder"
)

// Metrics that several experiments share.
const (
	Build          runfolder.Metric = "build"         // one construction of a structure
	Query          runfolder.Metric = "query"         // one question to a structure
	FalsePositives runfolder.Metric = "fp"            // negatives that it admits
	FalseNegatives runfolder.Metric = "fn"            // keys that it denies
	Bits           runfolder.Metric = "bits"          // nominal size
	ResidentBits   runfolder.Metric = "resident_bits" // what it holds of the heap
	FPRTheory      runfolder.Metric = "fpr_theory"    // false-positive rate by the theory of its real parameters
)

// Exact reports whether a metric is a whole number that the seed and the round alone
// determine, on every machine. Held memory is not, nor is a theory in floating point,
// which processors round in two ways.
func Exact(m runfolder.Metric) bool { return m == FalsePositives || m == FalseNegatives || m == Bits }

// Definition says how a metric reads.
type Definition struct {
	Name       runfolder.Metric
	Title      string
	Portuguese string // the title; empty where a Glossary has it
	// Rows is the unit of its rows: runfolder.Nanoseconds of a metric that is timed.
	Rows string

	Op    string // what Row.Ops counts, where a time is read in ns for each of many
	Whole string // a larger unit for readers: a pass is Size words

	// Size is how many Op make a Whole, or the number that a count is a share
	// of; nil or 0 where it is unknown.
	Size func(*runfolder.Meta) int64
	// Share is the unit of value/Size for a metric that counts.
	Share  string
	Factor float64 // of that share; 100 for per cent
	// Unit replaces the rows' unit where a Factor alone is wanted.
	Unit string

	// Flat metrics have no line along an axis of the run.
	Flat bool
	// Extreme metrics are the longest of many times, or a quantile near it: what a run
	// resolves (--resolve) does not go by them.
	Extreme bool
}

// List are the metrics of an experiment, in the order of display. A method adds one and
// returns its name, so that a package variable says all of a metric in one place.
type List []Definition

// Add adds a metric.
func (l *List) Add(d Definition) runfolder.Metric {
	*l = append(*l, d)
	return d.Name
}

// Number adds one that reads in the unit of its rows.
func (l *List) Number(name runfolder.Metric, rows, english, portuguese string) runfolder.Metric {
	return l.Add(Definition{Name: name, Rows: rows, Title: english, Portuguese: portuguese})
}

// Count adds a Number without a line along an axis.
func (l *List) Count(name runfolder.Metric, rows, english, portuguese string) runfolder.Metric {
	return l.Add(Definition{Name: name, Rows: rows, Title: english, Portuguese: portuguese, Flat: true})
}

// Percent adds a share that reads in per cent.
func (l *List) Percent(name runfolder.Metric, english, portuguese string) runfolder.Metric {
	return l.Add(Definition{Name: name, Rows: "1", Unit: "%", Factor: 100, Title: english, Portuguese: portuguese})
}

// Share adds a Percent without a line along an axis.
func (l *List) Share(name runfolder.Metric, english, portuguese string) runfolder.Metric {
	return l.Add(Definition{Name: name, Rows: "1", Unit: "%", Factor: 100, Title: english, Portuguese: portuguese, Flat: true})
}

// Time adds one that is timed: what an operation is, each of which takes so many ns.
func (l *List) Time(name runfolder.Metric, op, english, portuguese string) runfolder.Metric {
	return l.Add(Definition{Name: name, Rows: runfolder.Nanoseconds, Op: op, Title: english, Portuguese: portuguese})
}

// Portuguese has titles of metrics by their English, beside other words.
func Portuguese(list []Definition, words map[string]string) map[string]string {
	all := maps.Clone(words)
	if all == nil {
		all = map[string]string{}
	}
	for _, m := range list {
		if m.Portuguese != "" {
			all[m.Title] = m.Portuguese
		}
	}
	return all
}

// Glossary has the names and units in which the rows of an experiment read. The zero Glossary serves a run of an unknown experiment.
type Glossary struct {
	Title      string            // what the experiment is about, in one line
	Metrics    []Definition      // in the order of display
	Baselines  map[string]string // name → what it is: "no filter (exact map alone)"
	Structures map[string]string // name → title within a sentence: "cuckoo filter"
	Columns    []runfolder.Field // of the experiment's own, axes included
	PlainMeans bool              // figures of times show plain means of wall time

	// Portuguese has texts that figures draw, by their English: titles of structures and
	// metrics, axes, units, notes. A * in both stands for any text.
	Portuguese map[string]string
}

// Of returns the definitions of the metrics: those of the glossary in its
// order, then the others in the order given.
func (g *Glossary) Of(names []runfolder.Metric) []Definition {
	var list []Definition
	for _, d := range g.Metrics {
		if slices.Contains(names, d.Name) {
			list = append(list, d)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(g.Metrics, func(d Definition) bool { return d.Name == name }) {
			list = append(list, Definition{Name: name, Title: string(name)})
		}
	}
	return list
}

// Baseline is a baseline in words; its name where the glossary lacks it.
func (g *Glossary) Baseline(name string) string {
	if title := g.Baselines[name]; title != "" {
		return title
	}
	return name
}

// Structure is the title of a structure within a sentence; its name where the
// glossary lacks it, as one of another build.
func (g *Glossary) Structure(name string) string {
	if title := g.Structures[name]; title != "" {
		return title
	}
	return name
}
