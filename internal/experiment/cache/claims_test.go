package cache

import (
	"math"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// constructed is a run whose rows have the values that the claims ask for, with a little
// noise.
func constructed(t *testing.T) *runfolder.Run {
	t.Helper()
	run := experimenttest.Run(t, New(), "--quick", "--requests=3000", "--reps=3")
	experimenttest.Draw(t, New(), run)
	for i := range run.Rows {
		r := &run.Rows[i]
		plain := r.Filter == everything
		switch r.Metric {
		case Writes:
			r.Value = map[bool]float64{true: 0.5, false: 0.25}[plain]
		case Hits:
			r.Value = map[bool]float64{true: 0.5, false: 0.55}[plain]
		case OnceWritten:
			r.Value = map[bool]float64{true: 1, false: 0.01}[plain]
		case DiskTime:
			r.Value = map[bool]float64{true: 2e6, false: 1e6}[plain]
		case Once:
			r.Value = 0.75
			continue
		default:
			continue
		}
		r.Value *= 1 + 1e-4*math.Sin(float64(r.Seq))
	}
	return run
}

// Each claim is supported by rows made so, and contradicted, or left open, by others.
func TestClaims(t *testing.T) {
	run := constructed(t)
	experimenttest.Supported(t, New(), run, nil)
	set := func(rule, stream string, m runfolder.Metric, value func(old float64, round int) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == rule && r.Metric == m && run.Meta.On(string(Stream), r.Point) == stream {
				r.Value = value(r.Value, r.Round)
			}
		}
	}
	times := func(f float64) func(float64, int) float64 { return func(old float64, _ int) float64 { return f * old } }
	noisy := func(old float64, round int) float64 { return old * (1 + 0.5*float64(round-2)) }
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"CA1", set(bloom, web, Writes, times(1.18)), claim.Supported},    // 0.59
		{"CA1", set(bloom, web, Writes, times(1.22)), claim.Contradicted}, // 0.61
		{"CA1", set(bloom, web, Writes, noisy), claim.Inconclusive},
		{"CA1", set(bloom, inText, Writes, times(2)), claim.Supported}, // another stream
		{"CA2", set(bloom, web, Hits, times(0.8)), claim.Contradicted},
		{"CA2", set(bloom, web, Hits, noisy), claim.Inconclusive},
		{"CA3", set(bloom, inText, Writes, times(1.22)), claim.Contradicted},
		{"CA4", set(bloom, inText, Hits, times(0.8)), claim.Contradicted},
		{"CA5", set(everything, inText, Once, times(0.9)), claim.Contradicted},
		{"CA5", set(everything, inText, Once, times(1.1)), claim.Contradicted},
		{"CA5", set(everything, inText, Once, times(0.95)), claim.Supported},
		{"CA6", set(bloom, inText, OnceWritten, times(51)), claim.Contradicted},
		{"CA6", set(bloom, inText, OnceWritten, times(49)), claim.Supported},
		{"CA8", set(tinyLFU, inText, Hits, times(0.8)), claim.Contradicted},
		{"CA8", set(tinyLFU, web, Hits, times(0.8)), claim.Contradicted},
		{"CA7", set(bloom, web, DiskTime, times(2.1)), claim.Contradicted},
		{"CA7", set(bloom, web, DiskTime, times(1.9)), claim.Supported},
		{"CA7", set(bloom, web, DiskTime, noisy), claim.Inconclusive},
		{"CA1", set(everything, web, Once, times(0.9)), claim.NotTested},
		{"CA7", set(everything, web, Once, times(1.1)), claim.NotTested},
		{"CA1", gone(bloom), claim.NotTested},
		{"CA5", gone(everything), claim.NotTested},
		{"CA6", gone(bloom), claim.NotTested},
		{"CA8", gone(tinyLFU), claim.NotTested},
	})
}
