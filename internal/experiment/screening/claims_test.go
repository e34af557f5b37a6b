package screening

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func judged(t *testing.T, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	s, err := report.Summarize(run, experiment.Glossary(New()))
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]claim.Result{}
	for _, r := range claim.Evaluate(s, claims()) {
		results[r.ID] = r
	}
	return results
}

// constructed is a run whose rows have the values that the claims ask for, with a little
// noise.
func constructed(t *testing.T) *runfolder.Run {
	t.Helper()
	run := experimenttest.Run(t, New(), "--quick", "--documents=2000", "--pairs=300", "--reps=3")
	s, err := report.Summarize(run, experiment.Glossary(New()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures(s.Meta) {
		for _, l := range figure.Langs() {
			if _, err := f.Draw(s, l); err != nil {
				t.Errorf("%s: %v", f.ID, err)
			}
		}
	}
	for i := range run.Rows {
		r := &run.Rows[i]
		switch r.Metric {
		case metric.Query:
			r.Ops, r.Value = 1, map[string]float64{scanning: 1000, suffixes: 1, postings: 50, byRows: 100, bySlices: 10}[r.Filter]
			r.Value *= 1 + 1e-4*math.Sin(float64(r.Seq))
			r.CPU = int64(1000 * r.Value)
			r.Value *= 1000
		case SimilarityError:
			r.Value = map[string]float64{uncorrected: 0.2, corrected: 0.1}[r.Filter] * (1 + 1e-4*math.Sin(float64(r.Seq)))
		case BitsPerDocument:
			r.Value = map[string]float64{postings: 50, bySlices: 64}[r.Filter]
		}
	}
	return run
}

// Each claim is supported by rows made so, and contradicted, or left open, by others.
func TestClaims(t *testing.T) {
	run := constructed(t)
	rows := slices.Clone(run.Rows)
	for id, r := range judged(t, run) {
		if r.Verdict != claim.Supported {
			t.Errorf("%s: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	times := func(name string, m runfolder.Metric, f func(round int) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == m {
				r.Value *= f(r.Round)
				r.CPU = int64(float64(r.CPU) * f(r.Round))
			}
		}
	}
	by := func(f float64) func(int) float64 { return func(int) float64 { return f } }
	noisy := func(f float64) func(int) float64 {
		return func(round int) float64 { return f * (1 + 0.6*float64(round-2)) }
	}
	gone := func(name string) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name {
				r.Filter = "other"
			}
		}
	}
	for _, c := range []struct {
		id     string
		doctor func(*runfolder.Row)
		want   claim.Verdict
	}{
		{"SC1", times(byRows, metric.Query, by(11)), claim.Contradicted},
		{"SC1", times(bySlices, metric.Query, by(110)), claim.Contradicted},
		{"SC1", times(byRows, metric.Query, by(9)), claim.Supported},
		{"SC1", times(byRows, metric.Query, noisy(9)), claim.Inconclusive},
		{"SC2", times(corrected, SimilarityError, by(2.1)), claim.Contradicted},
		{"SC2", times(corrected, SimilarityError, by(1.9)), claim.Supported},
		{"SC2", times(corrected, SimilarityError, noisy(1.9)), claim.Inconclusive},
		{"SC4", times(bySlices, metric.Query, by(6)), claim.Contradicted},
		{"SC4", times(bySlices, metric.Query, by(4)), claim.Supported},
		{"SC5", times(byRows, metric.Query, by(0.05)), claim.Contradicted},
		{"SC6", times(postings, BitsPerDocument, by(1.3)), claim.Contradicted},
		{"SC3", times(environment, Lost, by(0)), claim.Contradicted},
		{"SC3", gone(environment), claim.NotTested},
		{"SC1", gone(scanning), claim.NotTested},
		{"SC2", gone(corrected), claim.NotTested},
		{"SC4", gone(postings), claim.NotTested},
		{"SC6", gone(bySlices), claim.NotTested},
	} {
		run.Rows = slices.Clone(rows)
		for i := range run.Rows {
			c.doctor(&run.Rows[i])
		}
		if r := judged(t, run)[c.id]; r.Verdict != c.want {
			t.Errorf("%s: %s, want %s (%s)", c.id, r.Verdict, c.want, r.Why)
		}
	}
}
