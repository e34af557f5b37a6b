package all

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/filter"
)

func TestResolve(t *testing.T) {
	var all []string
	for _, s := range Structures() {
		if !s.Historical && s.MaxKeys == 0 && s.Faults == 0 && s.Family != filter.FamilyLibrary {
			all = append(all, s.Name)
		}
	}
	for _, c := range []struct {
		spec string
		want []string
		err  string // part of the message
	}{
		{"bloom", []string{"bloom"}, ""},
		{"cuckoo, bloom", []string{"cuckoo", "bloom"}, ""},
		{"bloom,cuckoo,bloom", []string{"bloom", "cuckoo"}, ""},
		{"all", all, ""},
		{"cuckoo,all", append([]string{"cuckoo"}, slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "cuckoo" })...), ""},
		{"blom", nil, `did you mean bloom?`},
		{"bloom,CUCKOO", nil, `did you mean cuckoo or cuckootable or cuckoo-literal?`},
		{"", nil, "empty name"},
		{"bloom,", nil, "empty name"},
	} {
		got, err := Resolve(c.spec)
		var names []string
		for _, s := range got {
			names = append(names, s.Name)
		}
		if diff := cmp.Diff(c.want, names); diff != "" {
			t.Errorf("Resolve(%q) (-want +got):\n%s", c.spec, diff)
		}
		if (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("Resolve(%q): error %v, want one with %q", c.spec, err, c.err)
		}
	}
}

// TestHistoricalIsNotInAll: what reproduces other software is measured only
// when it is named.
func TestHistoricalIsNotInAll(t *testing.T) {
	list, err := Resolve("all")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if strings.HasPrefix(s.Name, "npm-") {
			t.Errorf("all has %s", s.Name)
		}
	}
}

func TestStructuresAreDistinct(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range Structures() {
		if seen[s.Name] || s.Name == "all" || strings.ContainsAny(s.Name, ", ") || strings.ToLower(s.Name) != s.Name {
			t.Errorf("%q cannot be a name: it must be lower-case, without comma or space, unlike all others and not \"all\"", s.Name)
		}
		seen[s.Name] = true
	}
	var families []string
	for _, s := range Structures() {
		families = append(families, s.Family)
	}
	if families = slices.Compact(families); !slices.Equal(families, slices.DeleteFunc(filter.Families(), func(f string) bool { return !slices.Contains(families, f) })) {
		t.Errorf("the families stand in the order %q, want that of %q", families, filter.Families())
	}
	Structures()[0].Name = "changed"
	if Structures()[0].Name == "changed" {
		t.Error("Structures returns shared memory")
	}
}

// What "all" leaves out is said where it is asked for, and not what stands beside it.
func TestLeftOut(t *testing.T) {
	for spec, want := range map[string][]string{
		"bloom":           nil,
		"all":             {"npm-bloom", "npm-cuckoo", "list", "linkedlist", "egh", "deletedset", "bits-and-blooms", "blobloom", "xorfilter-xor8", "xorfilter-fuse", "panmari-cuckoo"},
		"all, npm-cuckoo": {"npm-bloom", "list", "linkedlist", "egh", "deletedset", "bits-and-blooms", "blobloom", "xorfilter-xor8", "xorfilter-fuse", "panmari-cuckoo"},
		"all,npm-bloom, npm-cuckoo,deletedset,list,linkedlist,egh,bits-and-blooms,blobloom,xorfilter-xor8,xorfilter-fuse,panmari-cuckoo": nil,
	} {
		got := LeftOut(spec)
		if (got == "") != (want == nil) {
			t.Errorf("%s: %q", spec, got)
		}
		words := strings.FieldsFunc(got, func(r rune) bool { return strings.ContainsRune(" ,():", r) })
		for _, s := range Structures() {
			if slices.Contains(words, s.Name) != slices.Contains(want, s.Name) {
				t.Errorf("%s: %q, want %v", spec, got, want)
			}
		}
	}
}
