package fbl

import (
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	s, err := report.Summarize(run, experiment.Glossary(New()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func judged(t *testing.T, run *runfolder.Run) []claim.Result {
	t.Helper()
	return claim.Evaluate(summarize(t, run), claims())
}

// TestLinearVerdicts pins the verdicts that do not depend on the number of
// iterations.
func TestLinearVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates 6,000 iterations")
	}
	results := judged(t, experimenttest.Run(t, New(), "--iterations=6000"))
	want := map[string]claim.Verdict{
		"L1": claim.Supported, "L2": claim.Supported, "L3": claim.Contradicted, "L4": claim.Contradicted, "L6": claim.Supported, "L7": claim.Supported,
		"L8": claim.Contradicted, "L10": claim.Contradicted, "L13": claim.Contradicted,
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
	run := experimenttest.Run(t, New(), "--iterations=20")
	results := judged(t, run)
	for _, r := range results {
		if r.Verdict != claim.Inconclusive && !r.Exact && r.ID != "L12" && r.ID != "L3" {
			t.Errorf("%s: %s without a standard error (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	run.Rows = run.Rows[:1]
	results = judged(t, run)
	for _, r := range results {
		if r.Verdict != claim.NotTested && r.ID != "L2" {
			t.Errorf("%s: %s without rows", r.ID, r.Verdict)
		}
		if r.ID != "L2" && !strings.Contains(r.Why, "holds no") && !strings.Contains(r.Why, "reaches") {
			t.Errorf("%s: not tested because %q", r.ID, r.Why)
		}
	}
}
