package main

import (
	"slices"
	"testing"

	"hyphbench/internal/filter"
)

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		name, family string
		want         Kind
	}{
		{"bloom", filter.FamilyBloom, KindBloom},
		{"register", filter.FamilyBloom, KindBlocked},
		{"gcs", filter.FamilyBloom, KindGolomb},
		{"fuse4", filter.FamilyStatic, KindFuse},
		{"burr", filter.FamilyStatic, "ribbon"},
		{"clubcard", filter.FamilyStatic, "exact on a list"},
		{"dleft", filter.FamilyQuotient, "quotient"},
		{"infini", filter.FamilyGrowing, KindScalable},
		{"adaptivecuckoo", filter.FamilyAdaptive, KindCuckoo},
		// Names that no table has: by family.
		{"bloom-new", filter.FamilyBloom, KindBloom},
		{"new", filter.FamilyCounting, KindCounting},
		{"new", filter.FamilyStatic, KindFuse},
		{"new", filter.FamilyAdaptive, "adaptive"},
		{"new", "unheard-of", "unheard-of"},
	} {
		if got := kindOf(filter.Structure{Name: c.name, Family: c.family}); got != c.want {
			t.Errorf("%s of the family %s: %s, want %s", c.name, c.family, got, c.want)
		}
	}
	seen := map[string]bool{}
	for _, k := range kindNames() {
		for _, name := range k.names {
			if seen[name] {
				t.Errorf("%s is of two kinds", name)
			}
			seen[name] = true
		}
	}
}

// TestEveryStructureTakesPart: all that are not historical have a row in every
// figure of filters.
func TestEveryStructureTakesPart(t *testing.T) {
	in := fewWordsInput(t)
	own, err := openOwn(in)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for _, p := range own {
		rows = append(rows, Row{Figure: p.Figure, Kind: p.Kind, Name: p.Name, Own: true})
	}
	structures := measuredStructures()
	if len(structures) < 25 {
		t.Errorf("only %d structures", len(structures))
	}
	for _, s := range structures {
		for _, f := range filterFigures() {
			if !slices.ContainsFunc(rows, func(r Row) bool {
				return r.Figure == f && r.Name == ownName+" "+s.Name && r.Kind == kindOf(s)
			}) {
				t.Errorf("%s has no row in %s", s.Name, f)
			}
		}
	}
}
