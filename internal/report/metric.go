package report

import (
	"math"
	"slices"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// definition says how a metric is read. A metric without one is shown under
// its own name and in the unit of its rows, so that an experiment may bring
// what it likes; a definition makes it read better.
type definition struct {
	name  string
	title string
	op    string // what Row.Ops counts, where a time is read in ns for each of many
	whole string // what a reader thinks in, if larger: a pass is size words

	// size is how many op make a whole, or the number that a count is a share
	// of; 0 where the run does not tell.
	size func(*runfolder.Meta) int64
	// share is the unit of value/size for a metric that counts.
	share  string
	factor float64 // of that share; 100 for per cent
	// unit replaces the rows' unit where a factor alone is wanted.
	unit string
}

// definitions lists the metrics in the order of display. A new experiment adds
// its own here.
func definitions() []definition {
	words := func(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) }
	return []definition{
		{name: "init", title: "one initialisation: patterns, exceptions and filter"},
		{name: "build", title: "one construction of the filter alone"},
		{name: "hyphenate", title: "one pass of hyphenation over the word list", op: "word", whole: "pass", size: words},
		{name: "query", title: "one question to the filter alone", op: "word"},
		{name: "query_full", title: "one question to the filter alone, at 95 % load", op: "word"},
		{name: "fp", title: "false positives", share: "%", factor: 100,
			size: func(m *runfolder.Meta) int64 { return m.Expect["negatives"] }},
		{name: "fpr_theory", title: "false-positive rate by theory", unit: "%", factor: 100},
		{name: "fn", title: "false negatives"},
		{name: "overestimated_keys", title: "keys of less confidence than asked for that pass"},
		{name: "bits", title: "size of the filter", share: "bits/key", factor: 1, size: keys},
		{name: "resident_bits", title: "memory really held"},

		// The linear Bloom filter as an estimator.
		{name: "mean", title: "mean of the estimates"},
		{name: "sd", title: "standard deviation of the estimates"},
		{name: "mse", title: "mean squared error of the estimates"},
		{name: "bit_occupancy", title: "share of bits that are 1"},
		{name: "cell_occupancy", title: "share of cells that are not 0"},
		{name: "overestimated", title: "share of estimates with a larger code than the element's own"},
		{name: "quantisation_error", title: "largest error of quantisation alone"},
		{name: "elements_at_bit_occupancy", title: "elements at which an occupancy by bits is reached"},
		{name: "elements_at_cell_occupancy", title: "elements at which an occupancy by cells is reached"},
	}
}

// keys is how many keys the filters of the run hold: the exceptions without
// the pattern file's, where the run says so itself.
func keys(m *runfolder.Meta) int64 {
	if n := m.Expect["keys"]; n > 0 {
		return n
	}
	return int64(m.Input("exceptions").Count)
}

// Reading is a unit to read a metric in: a value of the summary times Factor.
type Reading struct {
	Unit   string // "ms/pass", "ns/word", "%", "bits"
	Factor float64
}

// timed is the unit that makes a metric a duration.
const timed = "ns"

// readings gives the units to read a metric in, the best first. typical is a
// usual value of it, in the rows' unit per operation.
func (d definition) readings(unit string, typical float64, meta *runfolder.Meta) []Reading {
	var size int64
	if d.size != nil {
		size = d.size(meta)
	}
	switch {
	case unit == timed && d.whole != "" && size > 0:
		return []Reading{duration(typical, float64(size), "/"+d.whole), {"ns/" + d.op, 1}}
	case unit == timed && d.op != "":
		return []Reading{{"ns/" + d.op, 1}}
	case unit == timed:
		return []Reading{duration(typical, 1, "")}
	case d.unit != "":
		return []Reading{{d.unit, d.factor}}
	case d.share != "" && size > 0:
		return []Reading{{unit, 1}, {d.share, d.factor / float64(size)}}
	}
	return []Reading{{unit, 1}}
}

// duration reads times of whole operations in ms, as the thesis does, and
// shorter ones in µs or ns.
func duration(typicalNS, size float64, per string) Reading {
	switch ns := typicalNS * size; {
	case ns >= 1e6:
		return Reading{"ms" + per, size / 1e6}
	case ns >= 1e3:
		return Reading{"µs" + per, size / 1e3}
	}
	return Reading{"ns" + per, size}
}

// metricsOf returns the definitions of the metrics in rows: those known in
// their order, then the others as they appear.
func metricsOf(rows []runfolder.Row) []definition {
	var names []string
	for _, row := range rows {
		if !slices.Contains(names, row.Metric) {
			names = append(names, row.Metric)
		}
	}
	var list []definition
	for _, d := range definitions() {
		if i := slices.Index(names, d.name); i >= 0 {
			list = append(list, d)
			names = slices.Delete(names, i, i+1)
		}
	}
	for _, name := range names {
		list = append(list, definition{name: name, title: name})
	}
	return list
}

// typical is the median of the cells' means, which decides on the unit.
func typical(cells []Cell) float64 {
	means := make([]float64, len(cells))
	for i, c := range cells {
		means[i] = math.Abs(c.Mean)
	}
	d, err := stats.Describe(means)
	if err != nil {
		return 0
	}
	return d.Median
}
