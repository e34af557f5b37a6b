package claim

import (
	"slices"
	"testing"
)

// The table of a document has the claims of all sources, each with its own.
func TestDocumentOfAllSources(t *testing.T) {
	r := Registered{Experiment: "e", Claims: []Claim{{ID: "A1", Source: "a"}, {ID: "B1", Source: "b"}, {ID: "A2", Source: "a"}, {ID: "C1", Source: "c"}}}
	all := r.document(nil)
	var got []string
	for _, row := range all.Rows {
		got = append(got, row[0]+" of "+row[1])
	}
	want := []string{"A1 of a", "A2 of a", "B1 of b", "C1 of c"}
	if !slices.Equal(got, want) || all.Columns[1] != "source" || len(all.Columns) != len(all.Rows[0]) || all.Title != "e" {
		t.Errorf("%q below %q of %q, want %q", got, all.Columns, all.Title, want)
	}
}

// Verdicts are counted by kind; what cannot fail is no claim that was tested. Of mostly untested
// claims the tested count.
func TestTallied(t *testing.T) {
	of := func(list ...Verdict) (results []Result) {
		for _, v := range list {
			results = append(results, Result{Verdict: v})
		}
		return results
	}
	untested := slices.Repeat([]Verdict{NotTested}, 9)
	for _, c := range []struct {
		results     []Result
		constructed bool
		want        string
	}{
		{of(Supported, NotTested, Supported), true, "3 claims: 2 supported, 1 not tested"},
		{of(Contradicted, Inconclusive, ByConstruction), true, "2 claims: 1 contradicted, 1 inconclusive; 1 by construction"},
		{of(Contradicted, ByConstruction), false, "1 claims: 1 contradicted"},
		{of(append(untested, Supported)...), false, "1 of 10 claims tested: 1 supported"},
		{of(append(untested[1:], Supported)...), false, "9 claims: 1 supported, 8 not tested"},
		{of(untested...), false, "9 claims: 9 not tested"},
	} {
		if got := Tallied(c.results, c.constructed); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
