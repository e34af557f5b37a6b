package states

import (
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/claim"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "ST1 ST2 ST3"},
		Small: []string{"--philosophers=5", "--bits=1,8,16", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--philosophers=1"}, {"--philosophers=15"}, {"--bits=0"}, {"--bits=257"}}})
}

// Every fork lies, or is held at one of its two sides; only that all are held at the right is
// never reached, since the last one would have put a fork down that it could not take.
func TestStates(t *testing.T) {
	for n, want := 2, 8; n <= 8; n, want = n+1, want*3+2 {
		seen := map[uint64]bool{}
		got := visit(n, func(s uint64) bool {
			first := !seen[s]
			seen[s] = true
			return first
		})
		if got != want || len(seen) != want {
			t.Errorf("%d philosophers: %d states, %d of them different, want %d", n, got, len(seen), want)
		}
	}
}

// Claims are supported by rows made for them, and contradicted by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--philosophers=4", "--bits=1,8,16", "--reps=3")
	for i := range run.Rows {
		r := &run.Rows[i]
		r.Value = map[string]float64{one: 0.98, two: 0.985, three: 0.984}[r.Filter]
	}
	experimenttest.Supported(t, New(), run, nil)
	of := experimenttest.Of
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"ST1", of(two, Coverage).At(0, "16").Is(0.97), claim.Contradicted},
		{"ST1", of(two, Coverage).At(0, "8").Is(0.97), claim.Supported},
		{"ST1", experimenttest.Gone(two), claim.NotTested},
		{"ST2", of(one, Coverage).At(0, "8").Is(0.99), claim.Contradicted},
		{"ST2", of(one, Coverage).At(0, "1").Is(0.99), claim.Supported},
		{"ST3", of(three, Coverage).At(0, "1").Is(0.9), claim.Contradicted},
	})
}
