package fbl

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	return experimenttest.Summary(t, New(), run)
}

func judged(t *testing.T, run *runfolder.Run) []claim.Result {
	t.Helper()
	return claim.Evaluate(summarize(t, run), claims())
}

// TestLinearVerdicts pins the verdicts that do not depend on the number of
// iterations.
func TestLinearVerdicts(t *testing.T) {
	tier.Check(t) // simulates 6,000 iterations
	results := judged(t, experimenttest.Run(t, New(), "--iterations=6000"))
	want := map[string]claim.Verdict{
		"L1": claim.Supported, "L2": claim.Supported, "L3": claim.Contradicted, "L4": claim.Contradicted, "L6": claim.Supported, "L7": claim.Supported,
		"L8": claim.Contradicted, "L10": claim.Contradicted, "L13": claim.Contradicted,
		"L14": claim.Supported, "L15": claim.Contradicted, "L16": claim.Supported, "L17": claim.Supported, "L18": claim.Supported, "L19": claim.Supported,
		"L20": claim.Contradicted, "L21": claim.Supported, "L22": claim.Supported, "L24": claim.Supported,
		"L26": claim.Contradicted, "L28": claim.Supported, "L29": claim.NotTested,
	}
	for _, r := range results {
		t.Logf("%-4s %s\n  %s = %.6g %v, p %.2g, holds %v: %s (%s)", r.ID, r.Statement, r.Effect.Name, r.Effect.Value, r.Effect.CI, r.P, r.Holds, r.Verdict, r.Why)
		if w, ok := want[r.ID]; ok && r.Verdict != w {
			t.Errorf("%s: %s, want %s (%s)", r.ID, r.Verdict, w, r.Why)
		}
	}
	if len(results) != 29 {
		t.Errorf("%d claims", len(results))
	}
}

func TestLinearVerdictsOfFewIterations(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=20")
	results := judged(t, run)
	for _, r := range results {
		// L3, L20 and L21 have repetitions of their own, L12 its confidences.
		if r.Verdict != claim.Inconclusive && !r.Exact && !slices.Contains([]string{"L3", "L12", "L20", "L21", "L29"}, r.ID) {
			t.Errorf("%s: %s without a standard error (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	run.Rows = run.Rows[:1]
	arithmetic := []string{"L2", "L14", "L17", "L19"}
	results = judged(t, run)
	for _, r := range results {
		if slices.Contains(arithmetic, r.ID) {
			continue
		}
		if r.Verdict != claim.NotTested {
			t.Errorf("%s: %s without rows", r.ID, r.Verdict)
		}
		if !strings.Contains(r.Why, "hold") && !strings.Contains(r.Why, "reaches") && r.ID != "L29" {
			t.Errorf("%s: not tested because %q", r.ID, r.Why)
		}
	}
}
