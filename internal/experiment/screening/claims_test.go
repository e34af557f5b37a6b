package screening

import (
	"math"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// constructed is a run whose rows have the values that the claims ask for, with a little
// noise.
func constructed(t *testing.T) *runfolder.Run {
	t.Helper()
	run := experimenttest.Run(t, New(), "--quick", "--documents=2000", "--pairs=300", "--reps=3")
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
	experimenttest.Supported(t, New(), run, nil)
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
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
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
	})
}
