package semijoin

import (
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// asTheory makes the rows of a run what theory says, without noise: filters of c bits,
// the smallest one of less, and times of two rounds that differ a little.
func asTheory(of *runfolder.Run) {
	const row = 116
	for i := range of.Rows {
		r := &of.Rows[i]
		n, _ := axis.ParseCount(of.Meta.On(string(N), r.Point))
		share, _ := axis.ParseShare(of.Meta.On(string(Selectivity), r.Point))
		epsilon := of.Meta.Epsilon(r.Point).Float()
		th := theory{n: n, share: share, row: row, c: map[string]float64{bloom: bloomFactor, ribbon: 1.1, smallestFilter: 1.02}[r.Filter]}
		told := map[string]float64{keyList: 16 * float64(n)}[r.Filter]
		if epsilon > 0 {
			told = th.filter(epsilon)
		}
		noise := 1 + 0.001*float64(r.Round%2)
		switch r.Metric {
		case Bytes:
			r.Value = told + row*(float64(partners(n, share))+epsilon*th.negatives())
			if r.Filter == shipAll {
				r.Value = row * float64(n)
			}
		case Told:
			r.Value = told
		case Removed:
			r.Value = epsilon * th.negatives()
		case metric.FPRTheory:
			r.Value = epsilon
		case Time:
			r.Value = 1e7 * noise * map[string]float64{bloom: 1, ribbon: 1.5, smallestFilter: 1.4, keyList: 2, shipAll: 3}[r.Filter] * float64(r.Ops)
		}
	}
}

// Each claim is supported by rows that are as theory says but J2, which theory
// contradicts, and contradicted by rows that were made against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=2000,4000", "--selectivity=1%,50%,90%,100%", "--eps=0.04%,0.1%,0.25%,0.63%,1%,10%", "--reps=2")
	experimenttest.Draw(t, New(), of)
	asTheory(of)
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"J2": claim.Contradicted})
	share := func(r *runfolder.Row) string { return of.Meta.On(string(Selectivity), r.Point) }
	rate := func(r *runfolder.Row) string { return r.Point.Value(2) }
	times, without, inRound := experimenttest.Scale, experimenttest.Gone, experimenttest.InRound
	at := func(place func(*runfolder.Row) string, value string, change func(*runfolder.Row)) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if place(r) == value {
				change(r)
			}
		}
	}
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"J1", at(share, "0.9", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J1", at(share, "1", times(bloom, Bytes, 1.2)), claim.Supported},
		{"J1", without(shipAll), claim.NotTested},
		{"J2", at(share, "1", times(bloom, Bytes, 0.9)), claim.Supported},
		{"J3", times(bloom, Told, 20), claim.Contradicted},
		{"J3", without(keyList), claim.NotTested},
		{"J4", at(rate, "0.1", times(ribbon, Removed, 2)), claim.Contradicted},
		{"J4", at(rate, "0.1", times(bloom, Removed, 0)), claim.Contradicted},
		{"J4", at(rate, "0.0004", times(bloom, Removed, 2)), claim.Supported}, // too few to tell
		{"J5", at(share, "1", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J6", at(share, "1", times(shipAll, Bytes, 1.1)), claim.Contradicted},     // fewer bytes above the limit too
		{"J6", at(share, "0.01", times(shipAll, Bytes, 0.01)), claim.Contradicted}, // more bytes below it too
		{"J6", at(share, "1", times(bloom, Bytes, 1.05)), claim.Contradicted},
		{"J7", at(rate, "0.01", times(bloom, Bytes, 0.5)), claim.Contradicted},
		{"J7", at(rate, "0.001", times(bloom, Bytes, 0.9)), claim.Contradicted}, // theory has 0.23 %
		{"J7", at(rate, "0.1", times(bloom, Bytes, 0.1)), claim.Contradicted},   // at the end of the rates, or beyond
		{"J8", at(rate, "0.01", times(smallestFilter, Bytes, 0.5)), claim.Contradicted},
		{"J8", times(smallestFilter, Told, 40), claim.Contradicted},
		{"J9", at(rate, "0.001", times(bloom, Bytes, 0.9)), claim.Contradicted},
		{"J10", at(rate, "0.0004", times(bloom, Bytes, 1.06)), claim.Contradicted},
		{"J10", at(rate, "0.1", times(bloom, Bytes, 1.06)), claim.Supported}, // chance may do that to two joins of 2,000 rows
		{"J10", at(rate, "0.0004", without(bloom)), claim.NotTested},
		{"J11", at(rate, "0.1", times(smallestFilter, Bytes, 1.06)), claim.Contradicted},
		{"J11", without(smallestFilter), claim.NotTested},
		{"J12", times(smallestFilter, Bytes, 1.1), claim.Contradicted},
		{"J13", times(bloom, Time, 4), claim.Contradicted},
		{"J13", at(func(r *runfolder.Row) string { return r.Point.Value(0) }, "4000", times(bloom, Time, 4)), claim.Contradicted},
		{"J13", inRound(2, times(bloom, Time, 4)), claim.Inconclusive}, // a busy machine, then a quiet one
		{"J14", times(ribbon, Time, 0.5), claim.Contradicted},
		{"J15", times(keyList, Time, 0.4), claim.Contradicted},
		{"J15", without(keyList), claim.NotTested},
	})
}

// The figures of a run without joins are left out.
func TestNoFigures(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=100", "--selectivity=1%", "--eps=1%", "--reps=2")
	experimenttest.NoFigures(t, New(), of, func(r runfolder.Row) bool { return r.Metric == Told })
}
