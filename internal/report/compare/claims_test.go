package compare

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// A claim counts for a pooled ratio only if it is about the same filters, the
// same metric and the same points.
func TestClaimsAboutOtherCells(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.05"}))
	r, ok := claim.FindRatios(&claim.Data{Summary: s}, "cuckoo", "bloom", "init")
	if !ok || len(r.At) != 3 {
		t.Fatalf("%d points", len(r.At))
	}
	elsewhere := slices.Clone(r.At)
	elsewhere[2] = runfolder.At("0.1")
	for _, c := range []struct {
		about   string
		pair    claim.Pair
		claimed bool
	}{
		{"these cells", claim.Pair{A: "cuckoo", B: "bloom", Metric: "init", At: r.At}, true},
		{"these cells, the other way round", claim.Pair{A: "bloom", B: "cuckoo", Metric: "init", At: r.At}, true},
		{"one other point", claim.Pair{A: "cuckoo", B: "bloom", Metric: "init", At: elsewhere}, false},
		{"fewer points", claim.Pair{A: "cuckoo", B: "bloom", Metric: "init", At: r.At[:2]}, false},
		{"a baseline", claim.Pair{A: "cuckoo", B: "none", Metric: "init", At: r.At}, false},
		{"a metric without times", claim.Pair{A: "cuckoo", B: "bloom", Metric: "fp", At: r.At}, false},
	} {
		verdict := claim.Result{Claim: claim.Claim{ID: "T6", Source: "thesis", Section: "5.3"},
			Outcome: claim.Outcome{Pairs: []claim.Pair{c.pair}}, P: 0.178, Family: 13, Verdict: claim.Inconclusive}
		compared, err := Filters(s, "", []claim.Result{verdict})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range compared.Metrics {
			for _, p := range m.Pooled {
				want := c.claimed && m.Name == "init" && p.Filter == "cuckoo"
				if (p.Claim == "T6") != want || (p.P == 0.178) != want {
					t.Errorf("a claim about %s: %s of %s has p = %v of claim %q", c.about, m.Name, p.Filter, p.P, p.Claim)
				}
			}
		}
		if noted := strings.Contains(strings.Join(compared.Notes, "\n"), "T6"); noted != c.claimed {
			t.Errorf("a claim about %s: noted %v", c.about, noted)
		}
	}
}
