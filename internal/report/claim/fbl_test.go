package claim

import (
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/fbl"
)

// TestLinearVerdicts pins the verdicts that do not hang on the number of
// iterations, and those of too few of them.
func TestLinearVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates 6,000 iterations")
	}
	results, err := Evaluate(experimenttest.Run(t, fbl.New(), "--iterations=6000"), All())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Verdict{
		"L1": Supported, "L2": Supported, "L3": Contradicted, "L4": Contradicted, "L6": Supported, "L7": Supported,
		"L8": Contradicted, "L10": Contradicted, "L13": Contradicted,
	}
	for _, r := range results {
		t.Logf("%-4s %s\n  %s = %.6g %v, p %.2g, holds %v: %s (%s)", r.ID, r.Statement, r.Effect.Name, r.Effect.Value, r.Effect.CI, r.P, r.Holds, r.Verdict, r.Why)
		if w, ok := want[r.ID]; ok && r.Verdict != w {
			t.Errorf("%s: %s, want %s (%s)", r.ID, r.Verdict, w, r.Why)
		}
	}
	if len(results) != 13 {
		t.Errorf("%d claims", len(results))
	}
}

func TestLinearVerdictsOfFewIterations(t *testing.T) {
	run := experimenttest.Run(t, fbl.New(), "--iterations=20")
	results, err := Evaluate(run, All())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Verdict != Inconclusive && !r.Exact && r.ID != "L12" && r.ID != "L3" {
			t.Errorf("%s: %s without a standard error (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	run.Rows = run.Rows[:1]
	if results, err = Evaluate(run, All()); err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Verdict != NotTested && r.ID != "L2" {
			t.Errorf("%s: %s without rows", r.ID, r.Verdict)
		}
		if r.ID != "L2" && !strings.Contains(r.Why, "holds no") && !strings.Contains(r.Why, "reaches") {
			t.Errorf("%s: not tested because %q", r.ID, r.Why)
		}
	}
}
