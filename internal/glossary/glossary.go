// Package glossary has the titles of metrics, structures and families, in English and in
// Portuguese.
//
// Guarantee: every Portuguese text of a figure or a table is here or in the Reading of its
// experiment.
// Cost: none.
// Source: the thesis for its own terms.
package glossary

import (
	"maps"
	"slices"
	"strings"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
)

// Of is the glossary of an experiment's rows. For a run of an unknown
// experiment, e is nil.
func Of(e experiment.Experiment) metric.Glossary {
	if e == nil {
		return structures()
	}
	return OfReading(e.Title(), e.Reading())
}

func structures() metric.Glossary {
	g := metric.Glossary{Structures: map[string]string{}, Portuguese: portuguese()}
	for _, s := range all.Structures() {
		g.Structures[s.Name] = s.Title
	}
	return g
}

// OfReading is the glossary of rows that read like this, of an experiment of that
// title.
func OfReading(title string, r experiment.Reading) metric.Glossary {
	g := structures()
	maps.Copy(g.Structures, r.Structures)
	maps.Copy(g.Portuguese, r.Portuguese)
	g.Title, g.Metrics, g.Baselines, g.PlainMeans = title, r.Metrics, r.Baselines, r.PlainMeans
	g.Columns = append(measuring.SectionFields(), r.Columns...)
	return g
}

// StructureTitle is the title of a structure within a sentence, its name where
// this build lacks it.
func StructureTitle(name string) string {
	s, err := all.ByName(name)
	if err != nil {
		return name
	}
	return s.Title
}

// Family is a family of structures with those of its members that were asked
// for.
type Family struct {
	Name    string // one of filter.Families; empty for what this build lacks
	Members []string
}

// ByFamily groups structures by their families, in the order of display.
// Families without one of them are left out; structures that this build lacks
// come last.
func ByFamily(names []string) []Family {
	of := map[string]string{}
	for _, s := range all.Structures() {
		of[s.Name] = s.Family
	}
	var list []Family
	for _, family := range append(filter.Families(), "") {
		members := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return of[n] != family })
		if len(members) > 0 {
			list = append(list, Family{family, members})
		}
	}
	return list
}

// OneStructure is the title of a structure with its article: "a Bloom filter", "an
// xor filter".
func OneStructure(name string) string {
	title := StructureTitle(name)
	if strings.HasPrefix(title, "xor") || strings.ContainsAny(title[:1], "aeioAEIO") {
		return "an " + title
	}
	return "a " + title
}
