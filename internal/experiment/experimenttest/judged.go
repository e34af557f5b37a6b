package experimenttest

import (
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Judged are the results of the claims of x on a run, by their ID.
func Judged(t testing.TB, x experiment.Experiment, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	s, err := report.Summarize(run, experiment.Glossary(x))
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]claim.Result{}
	for _, r := range claim.Evaluate(s, x.Reading().Claims) {
		results[r.ID] = r
	}
	return results
}
