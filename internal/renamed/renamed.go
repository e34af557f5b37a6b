// Package renamed translates published names of runs and command lines to the present names.
//
// Guarantee: a run that was measured with an old name can be read. An old command line,
// variable or line of a configuration file keeps its meaning. An entry is never removed. No new
// name is an old name of the same kind, so translating a name twice changes nothing.
// Cost: looks into small maps, two for each row that is read and one for each distinct point
// and column.
package renamed

import (
	"slices"
	"strings"
)

// Kind is what a name names.
type Kind string

// Kinds of names.
const (
	Metric Kind = "metric" // in the column metric and of --metric
	Method Kind = "method" // in the column filter and of --filter: methods, structures, baselines
	Column Kind = "column" // of measurements.csv, axes included, and keys of --where
	Value  Kind = "value"  // on the axis Of, and of the flag with its name
	Flag   Kind = "flag"   // of 'run EXPERIMENT', with its variables and its keys in the configuration file
)

// Entry is one renamed name.
type Entry struct {
	Experiment string // empty for all of them
	Kind       Kind
	Of         string // the axis of a Value, by its name of today
	Old, New   string
}

// published are the entries, the latest last.
func published() []Entry {
	return []Entry{
		{"lookup", Metric, "", "strangers_admitted", "negatives_admitted"},
		{"sets", Metric, "", "stranger_sets", "negative_sets"},
		{"", Method, "", "bloom-early", "bloom-sequential"},
	}
}

// Sample is an experiment that there is not. Its entries, one of each kind and more, serve
// the tests of what reads names.
const Sample = "renamed"

func samples() []Entry {
	return []Entry{
		{Sample, Metric, "", "question", "query"},
		{Sample, Method, "", "table", "map"},
		{Sample, Column, "", "number", "n"},
		{Sample, Column, "", "sequence", "order"},
		{Sample, Column, "", "tries", "attempts"},
		{Sample, Value, "order", "mixed", "shuffled"},
		{Sample, Flag, "", "number", "n"},
		{Sample, Flag, "", "share", "hits"},
	}
}

// Names are those of one experiment, old → new. The zero value has none.
type Names struct{ of map[Kind]map[string]string }

// In are the names of an experiment that were renamed.
func In(experiment string) Names { return namesOf(append(published(), samples()...), experiment) }

func namesOf(list []Entry, experiment string) Names {
	var n Names
	for _, e := range list {
		if e.Experiment != "" && e.Experiment != experiment {
			continue
		}
		if n.of == nil {
			n.of = map[Kind]map[string]string{}
		}
		if n.of[e.Kind] == nil {
			n.of[e.Kind] = map[string]string{}
		}
		n.of[e.Kind][valueKey(e.Of, e.Old)] = e.New
	}
	return n
}

// valueKey is what a name is looked up by: that of a value with its axis.
func valueKey(axis, value string) string {
	if axis == "" {
		return value
	}
	return axis + "=" + value
}

// Any reports whether anything of the kinds was renamed, of any kind where none is named.
func (n Names) Any(kinds ...Kind) bool {
	if len(kinds) == 0 {
		return len(n.of) > 0
	}
	return slices.ContainsFunc(kinds, func(k Kind) bool { return len(n.of[k]) > 0 })
}

// Now is a name of a kind as it is today; of a Value see ValueNow.
func (n Names) Now(kind Kind, name string) string {
	if now, there := n.of[kind][name]; there {
		return now
	}
	return name
}

// ValueNow is a value on an axis, which has its name of today.
func (n Names) ValueNow(axis, value string) string {
	if now, there := n.of[Value][valueKey(axis, value)]; there {
		return now
	}
	return value
}

// Old are the names that something of a kind had before, in the order of the
// alphabet.
func (n Names) Old(kind Kind, name string) []string {
	var list []string
	for old, now := range n.of[kind] {
		if now == name {
			list = append(list, old)
		}
	}
	slices.Sort(list)
	return list
}

// FlagValueNow is the value of a flag as it is written today: of a list of names each.
func (n Names) FlagValueNow(flag, text string) string {
	if !n.Any(Metric, Method, Value) {
		return text
	}
	inner, isList := strings.CutPrefix(text, "[") // as pflag writes a list
	if isList {
		inner = strings.TrimSuffix(inner, "]")
	}
	parts := strings.Split(inner, ",")
	for i, p := range parts {
		trimmed := strings.TrimSpace(p)
		now := n.KeyValueNow(flag, trimmed)
		parts[i] = strings.Replace(p, trimmed, now, 1)
	}
	if text = strings.Join(parts, ","); isList {
		text = "[" + text + "]"
	}
	return text
}

// KeyValueNow is a value of a key: of a column that rows are selected by, or of a flag. The
// key has its name of today.
func (n Names) KeyValueNow(key, value string) string {
	switch key {
	case "metric":
		return n.Now(Metric, value)
	case "filter":
		return n.Now(Method, value)
	}
	return n.ValueNow(key, value)
}
