package claim

import (
	"testing"

	"hyphbench/internal/report/synthetic"
)

func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		if c.ID == "" || c.Experiment == "" || c.Source == "" || c.Statement == "" || c.Metric == "" || c.Test == nil {
			t.Errorf("%q lacks a field: %+v", c.ID, c)
		}
		if seen[c.ID] {
			t.Errorf("two claims %s", c.ID)
		}
		seen[c.ID] = true
	}
}

func TestEvaluateSynthetic(t *testing.T) {
	results, err := Evaluate(synthetic.Run(synthetic.Options{}), All())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		t.Logf("%s %s: %.3g %v p %.2g: %s (%s)", r.ID, r.Statement, r.Effect.Value, r.Effect.CI, r.P, r.Verdict, r.Why)
	}
}
