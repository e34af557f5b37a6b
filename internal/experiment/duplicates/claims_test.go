package duplicates

import (
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Each claim is supported and contradicted by rows made so, and not tested where they
// are missing.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=3000", "--p=2,8", "--reps=2", "--eps=0.01,0.1")
	experimenttest.NoFigures(t, New(), of, func(r runfolder.Row) bool { return r.Filter == toOne })
	value := func(r *runfolder.Row, way string, m runfolder.Metric, v float64) {
		if r.Filter == way && r.Metric == m {
			r.Value = v
		}
	}
	p := func(r *runfolder.Row) float64 { return map[string]float64{"2": 2, "8": 8}[r.Point.Value(0)] }
	epsilon := func(r *runfolder.Row) float64 { return map[string]float64{"0.01": 0.01, "0.1": 0.1}[r.Point.Value(1)] }
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"D1", func(r *runfolder.Row) { value(r, distributed, Flagged, epsilon(r)) }, claim.Supported},
		{"D1", func(r *runfolder.Row) { value(r, distributed, Flagged, 2*epsilon(r)) }, claim.Contradicted},
		{"D1", gone(distributed), claim.NotTested},
		{"D2", func(r *runfolder.Row) { value(r, distributed, HashBytes, 2); value(r, shipping, Bytes, 33) }, claim.Supported},
		{"D2", func(r *runfolder.Row) { value(r, distributed, HashBytes, 20); value(r, shipping, Bytes, 33) }, claim.Contradicted},
		{"D2", gone(shipping), claim.NotTested},
		{"D2", func(r *runfolder.Row) {
			if r.Filter == shipping && p(r) == 8 || r.Filter == distributed && p(r) == 2 {
				r.Filter = "other"
			}
		}, claim.NotTested},
		{"D3", func(r *runfolder.Row) { value(r, twoRounds, Bytes, 3); value(r, distributed, Bytes, 3.1) }, claim.Supported},
		{"D3", func(r *runfolder.Row) { value(r, twoRounds, Bytes, 3); value(r, distributed, Bytes, p(r)) }, claim.Contradicted},
		{"D3", gone(twoRounds), claim.NotTested},
		{"D4", func(r *runfolder.Row) {
			value(r, distributed, Bytes, 5)
			value(r, twoRounds, Bytes, 4)
			value(r, threeRounds, Bytes, 3.6)
		}, claim.Supported},
		{"D4", func(r *runfolder.Row) {
			value(r, distributed, Bytes, 5)
			value(r, twoRounds, Bytes, 4)
			value(r, threeRounds, Bytes, 3.4)
		}, claim.Contradicted},
		{"D4", func(r *runfolder.Row) { value(r, twoRounds, Bytes, 1000) }, claim.NotTested},
		{"D5", func(r *runfolder.Row) { value(r, replicating, BreakEven, 1.5*p(r)) }, claim.Supported},
		{"D5", func(r *runfolder.Row) { value(r, replicating, BreakEven, p(r)) }, claim.Contradicted},
		{"D5", gone(replicating), claim.NotTested},
		{"D6", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, 1.04*golombBits(epsilon(r))/8*(1-1/p(r)))
		}, claim.Supported},
		{"D6", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, golombBits(epsilon(r)/p(r))/8*(1-1/p(r)))
		}, claim.Contradicted},
		{"D6", gone(distributed), claim.NotTested},
		{"D9", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, golombBits(epsilon(r)/p(r))/8*(1-1/p(r)))
		}, claim.Supported},
		{"D9", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, 1.04*golombBits(epsilon(r))/8*(1-1/p(r)))
		}, claim.Contradicted},
		{"D7", func(r *runfolder.Row) {
			value(r, replicating, BreakEven, 10.5)
			value(r, replicating, BreakEvenTheory, 10)
			value(r, coded, BreakEven, 9.5)
			value(r, coded, BreakEvenTheory, 10)
		}, claim.Supported},
		{"D7", func(r *runfolder.Row) {
			value(r, replicating, BreakEven, 10)
			value(r, replicating, BreakEvenTheory, 10)
			value(r, coded, BreakEven, 8)
			value(r, coded, BreakEvenTheory, 10)
		}, claim.Contradicted},
		{"D7", func(r *runfolder.Row) {
			if r.Metric == BreakEven {
				r.Filter = "other"
			}
		}, claim.NotTested},
		{"D8", func(r *runfolder.Row) {
			if r.Metric == Flagged || r.Metric == FlaggedTheory {
				r.Value = 0.02
			}
		}, claim.Supported},
		{"D8", func(r *runfolder.Row) {
			if r.Metric == Flagged || r.Metric == FlaggedTheory {
				r.Value = 0.02
			}
			value(r, coded, Flagged, 0.04)
		}, claim.Contradicted},
		{"D8", func(r *runfolder.Row) {
			if r.Metric == FlaggedTheory {
				r.Value = 0
			}
		}, claim.NotTested},
	})
}

// A metric with a unit of its own has the factor to it, without which it reads 0.
func TestUnits(t *testing.T) {
	for _, m := range metrics() {
		if (m.Unit == "") != (m.Factor == 0) {
			t.Errorf("%s: unit %q, factor %v", m.Name, m.Unit, m.Factor)
		}
	}
}
