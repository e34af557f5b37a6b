package prefixes

import (
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/claim"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "PX1 PX2 PX3"},
		Small: []string{"--n=300,1000", "--bits=2,8", "--lookups=200", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--n=99"}, {"--n=500001"}, {"--bits=0"}, {"--bits=33"}, {"--lookups=99"}}})
}

// Lengths have their shares.
func TestTable(t *testing.T) {
	w := newTable(10_000, 100, 3)
	sum := 0
	for length, want := range map[int]int{7: 0, 8: 30, 16: 200, 20: 500, 22: 1000, 23: 1000} {
		if len(w.of[length]) != want {
			t.Errorf("%d prefixes of %d bits, want %d", len(w.of[length]), length, want)
		}
	}
	for length := range w.of {
		sum += len(w.of[length])
	}
	if sum != 10_000 {
		t.Errorf("%d prefixes", sum)
	}
}

// Of short prefixes half of those that there are are taken, and the longest make up for them.
func TestLengths(t *testing.T) {
	of, sum := lengths(500_000), 0
	for _, n := range of {
		sum += n
	}
	if of[0] != 0 || of[8] != 128 || of[9] != 256 || of[11] != 1024 || of[12] != 1500 || of[16] != 10_000 || sum != 500_000 {
		t.Errorf("%v, together %d", of, sum)
	}
}

// An answer that is not the longest prefix ends the run.
func TestGate(t *testing.T) {
	w := newTable(300, 100, 3)
	w.want[7]++
	if _, _, err := w.by(8, 1); err == nil {
		t.Error("a wrong answer by filters passes")
	}
	for _, method := range []string{halving, trie} {
		if _, err := w.without(method); err == nil {
			t.Errorf("a wrong answer by %s passes", method)
		}
	}
}

// Claims are supported by rows made for them, and contradicted by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--n=300", "--bits=2,8", "--lookups=100", "--reps=3")
	for i := range run.Rows {
		r := &run.Rows[i]
		r.Value = map[string]float64{filters: 1.2, tables: 5, halving: 17, trie: 24}[r.Filter]
	}
	experimenttest.Supported(t, New(), run, nil)
	of := experimenttest.Of
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"PX1", of(filters, Accesses).At(1, "8").Is(1.6), claim.Contradicted},
		{"PX1", of(filters, Accesses).At(1, "2").Is(1.6), claim.Supported},
		{"PX2", of(filters, Accesses).At(1, "2").Is(1.3), claim.Contradicted},
		{"PX3", of(filters, Accesses).At(1, "2").Is(5), claim.Contradicted},
		{"PX3", experimenttest.Gone(halving), claim.NotTested},
	})
}
