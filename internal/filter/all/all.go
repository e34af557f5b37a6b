// Package all lists the structures.
//
// Guarantee: names are distinct, and the order is that of display.
// Cost: a new structure is one line here.
package all

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/adaptive"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/compressed"
	"hyphbench/internal/filter/counting"
	"hyphbench/internal/filter/cuckoo"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/filter/fingerprint"
	"hyphbench/internal/filter/growing"
	"hyphbench/internal/filter/library"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/filter/npm"
	"hyphbench/internal/filter/quotient"
	"hyphbench/internal/filter/ribbon"
	"hyphbench/internal/filter/static"
	"hyphbench/internal/nearest"
	"hyphbench/internal/wordlist"
)

// Structures lists every structure in the order of display. The slice is the
// caller's own.
func Structures() []filter.Structure {
	return []filter.Structure{
		exact.LinearList(),
		exact.LinkedList(),
		exact.SortedArray(),
		exact.Map(),
		exact.HashTable(),
		exact.RedBlack(),
		exact.Trie(),
		exact.CuckooTable(),
		exact.CuckooTableRandom(),
		exact.Bitset(),
		exact.Cascade(),
		exact.EGH(),
		compressed.HashCompaction(),
		compressed.HashCompactionLists(),
		compressed.Fingerprints(),
		compressed.Roaring(),
		bloom.Standard(),
		bloom.Literal(),
		bloom.Keyed(),
		bloom.Sequential(),
		bloom.Independent(),
		bloom.Double(),
		bloom.Enhanced(),
		bloom.Triple(),
		bloom.OneHash(),
		bloom.Partitioned(),
		bloom.Blocked(),
		bloom.TwoBlock(),
		bloom.SplitBlock(),
		bloom.Register(),
		bloom.TwoWords(),
		bloom.Golomb(),
		cuckoo.Standard(),
		cuckoo.Semisort(),
		cuckoo.Literal(),
		cuckoo.LiteralArray(),
		counting.Standard(),
		counting.Three(),
		counting.Variable(),
		counting.Golomb(),
		counting.Deleted(),
		counting.Layered(),
		counting.MultiPartition(),
		fingerprint.DLeft(),
		fingerprint.Prefix(),
		quotient.Standard(),
		growing.Scalable(),
		growing.Dynamic(),
		quotient.Infini(),
		static.Xor(),
		static.Fuse(),
		static.Fuse4(),
		ribbon.Standard(),
		ribbon.Wide(),
		ribbon.Bumped(),
		ribbon.Clubcard(),
		adaptive.Stacked(),
		adaptive.Cuckoo(),
		linear.Set(),
		npm.Bloom(),
		npm.Cuckoo(),
		library.BitsAndBlooms(),
		library.Blobloom(),
		library.Xor8(),
		library.BinaryFuse(),
		library.Panmari(),
	}
}

// ByName finds one structure. The error for an unknown name suggests the
// nearest known one.
func ByName(name string) (filter.Structure, error) { return byName(name, Structures()) }

// Inexact are those of some structures that are not known to be exact.
func Inexact(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		s, err := ByName(name)
		return err == nil && s.Exact
	})
}

// Build builds the structure of a name.
func Build(name string, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := ByName(name)
	if err != nil {
		return nil, err
	}
	return s.Build(keys, cfg)
}

func byName(name string, structures []filter.Structure) (filter.Structure, error) {
	names := make([]string, len(structures))
	for i := range structures {
		if names[i] = structures[i].Name; names[i] == name {
			return structures[i], nil
		}
	}
	if err := noFilter(name); err != nil {
		return filter.Structure{}, err
	}
	suggestion := "'hyphbench filters --all' lists all"
	if near := nearest.All(name, names); len(near) > 0 {
		suggestion = fmt.Sprintf("did you mean %s?", strings.Join(near, " or "))
	}
	return filter.Structure{}, fmt.Errorf("unknown filter %q: %s", name, suggestion)
}

// noFilter says why a structure that has a name is no filter here; nil for other names.
func noFilter(name string) error {
	for _, m := range Named() {
		if m.Name == name {
			return fmt.Errorf("%s (%s, %s) is not here: %s", name, m.Title, m.Source, m.Why)
		}
	}
	for _, o := range Others() {
		if o.Name == name {
			return fmt.Errorf("%s (%s) is not a filter: it answers %s; 'hyphbench filters %s' explains it", name, o.Title, o.Answers, name)
		}
	}
	return nil
}

// leftOut reports whether "all" is without the structure.
func leftOut(s filter.Structure) bool {
	return s.Historical || s.MaxKeys > 0 || s.Faults != 0 || s.Family == filter.FamilyLibrary
}

// LeftOut says in words what "all" is without; empty for a list without that
// word, or that names the structures themselves.
func LeftOut(spec string) string {
	names := strings.Split(strings.ReplaceAll(spec, " ", ""), ",")
	if !slices.Contains(names, "all") {
		return ""
	}
	var historical, few, faulty, libraries []string
	for _, s := range Structures() {
		switch {
		case !leftOut(s) || slices.Contains(names, s.Name):
		case s.Historical:
			historical = append(historical, s.Name)
		case s.MaxKeys > 0:
			few = append(few, s.Name)
		case s.Family == filter.FamilyLibrary:
			libraries = append(libraries, s.Name)
		default:
			faulty = append(faulty, s.Name)
		}
	}
	var parts []string
	if len(historical) > 0 {
		parts = append(parts, strings.Join(historical, ", ")+" (as others have them, faults included)")
	}
	if len(few) > 0 {
		parts = append(parts, strings.Join(few, ", ")+" (for few keys)")
	}
	if len(faulty) > 0 {
		parts = append(parts, strings.Join(faulty, ", ")+" (with known faults)")
	}
	if len(libraries) > 0 {
		parts = append(parts, strings.Join(libraries, ", ")+" (of Go libraries)")
	}
	if len(parts) == 0 {
		return ""
	}
	last := len(parts) - 1
	said := parts[last]
	if last > 0 {
		said = strings.Join(parts[:last], ", ") + " and " + said
	}
	return "all leaves out " + said + ": name them to have them too"
}

// Again behind the name of a structure makes it another one of a list, which is compared with
// itself: a difference between the two is one of the measuring.
const Again = "-again"

// Usual are the names of a dozen structures of all kinds, which a reader meets first.
func Usual() []string {
	return []string{"map", "hashtable", "bloom", "blocked", "splitblock", "register", "cuckoo", "quotient", "prefix", "xor", "fuse", "ribbon"}
}

// Resolve reads a comma list of names and returns the structures in its
// order, each once. The name "all" stands for every structure without known
// faults that is neither historical nor for few keys nor of a library. A name with Again behind it is that
// structure once more, beside itself. own are further structures, of who asks.
func Resolve(spec string, own ...filter.Structure) ([]filter.Structure, error) {
	structures := append(Structures(), own...)
	var list []filter.Structure
	add := func(s filter.Structure) {
		if !slices.ContainsFunc(list, func(t filter.Structure) bool { return t.Name == s.Name }) {
			list = append(list, s)
		}
	}
	for name := range strings.SplitSeq(spec, ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
			return nil, fmt.Errorf("filter list %q has an empty name: want bloom,cuckoo or all", spec)
		case "all":
			for _, s := range structures {
				if !leftOut(s) {
					add(s)
				}
			}
		default:
			s, err := byName(strings.TrimSuffix(name, Again), structures)
			s.Name = name
			if err != nil {
				return nil, err
			}
			add(s)
		}
	}
	return list, nil
}

// Open reads the file of a filter, whose structure it names.
func Open(data []byte) (filter.Structure, filter.Filter, error) {
	name, err := filter.StructureOf(data)
	if err != nil {
		return filter.Structure{}, nil, err
	}
	s, err := ByName(name)
	if err != nil {
		return filter.Structure{}, nil, fmt.Errorf("the file is of another release: %w", err)
	}
	if s.Open == nil {
		return filter.Structure{}, nil, fmt.Errorf("the file is of another release: a %s cannot be written to a file", s.Title)
	}
	f, err := s.Open(data)
	return s, f, err
}
