package main

import (
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
)

// Kind is a kind of membership structure. hyphbench's structures are compared
// with the peers of their kind.
type Kind string

// The kinds that peers have.
const (
	KindBloom      Kind = "Bloom"
	KindBlocked    Kind = "blocked Bloom"
	KindSplitBlock Kind = "split block"
	KindCounting   Kind = "counting"
	KindScalable   Kind = "scalable"
	KindCuckoo     Kind = "cuckoo"
	KindFuse       Kind = "xor and fuse"
	KindGolomb     Kind = "Golomb"
	KindExact      Kind = "exact"
	KindRoaring    Kind = "roaring"
)

// kindNames are hyphbench's structures of each kind, in the order of the tables.
// A structure that is named nowhere here is of the kind of its family (familyKinds).
func kindNames() []struct {
	kind  Kind
	names []string
} {
	return []struct {
		kind  Kind
		names []string
	}{
		{KindBloom, []string{"bloom", "bloom-literal", "bloom-sequential", "bloom-independent", "bloom-double", "bloom-enhanced", "bloom-triple", "onehash", "partitioned"}},
		{KindBlocked, []string{"blocked", "twoblock", "register", "blocked-g"}},
		{KindSplitBlock, []string{"splitblock"}},
		{KindCounting, []string{"counting", "counting3", "vicbf", "countinggcs", "deletedset"}},
		{KindScalable, []string{"scalable", "dynamic", "infini"}},
		{KindCuckoo, []string{"cuckoo", "cuckoo-semisort", "cuckoo-literal", "cuckoo-literal-array", "adaptivecuckoo"}},
		{KindFuse, []string{"fuse", "fuse4", "xor"}},
		{KindGolomb, []string{"gcs"}},
		{KindExact, []string{"map", "hashtable", "redblack", "trie", "cuckootable"}},
		{KindRoaring, []string{"roaring"}},
		// No library of these kinds can be had here; peerlist.go has the reasons.
		{"ribbon", []string{"ribbon", "ribbon128", "burr"}},
		{"quotient", []string{"quotient", "dleft", "prefix"}},
		{"exact on a list", []string{"bitset", "cascade", "clubcard"}},
		{"compressed", []string{"hashcompaction", "fingerprints"}},
		{"adaptive", []string{"stacked"}},
		{"linear", []string{"linear"}},
	}
}

// familyKinds are the kinds of structures that kindNames does not name. Another
// family is a kind of its own name.
func familyKinds() map[string]Kind {
	return map[string]Kind{
		filter.FamilyBloom:    KindBloom,
		filter.FamilyCuckoo:   KindCuckoo,
		filter.FamilyCounting: KindCounting,
		filter.FamilyGrowing:  KindScalable,
		filter.FamilyStatic:   KindFuse,
		filter.FamilyExact:    KindExact,
	}
}

// kindOf is the kind of a structure of hyphbench.
func kindOf(s filter.Structure) Kind {
	for _, k := range kindNames() {
		if slices.Contains(k.names, s.Name) {
			return k.kind
		}
	}
	if k, ok := familyKinds()[s.Family]; ok {
		return k
	}
	return Kind(s.Family)
}

// measuredStructures are hyphbench's structures in the comparison: all that are
// neither historical nor a library's, which is a peer.
func measuredStructures() []filter.Structure {
	return slices.DeleteFunc(all.Structures(), func(s filter.Structure) bool { return s.Historical || s.Family == filter.FamilyLibrary })
}

// kindsOf are the kinds of the rows: those of kindNames in its order, then others
// in that of the rows.
func kindsOf(rows []Row) []Kind {
	var kinds []Kind
	has := func(k Kind) bool { return slices.ContainsFunc(rows, func(r Row) bool { return r.Kind == k }) }
	for _, k := range kindNames() {
		if has(k.kind) {
			kinds = append(kinds, k.kind)
		}
	}
	for _, r := range rows {
		if r.Kind != "" && !slices.Contains(kinds, r.Kind) {
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}

// ofOwn is a name without that of the program.
func ofOwn(name string) string { return strings.TrimPrefix(name, ownName+" ") }
