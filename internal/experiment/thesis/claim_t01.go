package thesis

import (
	"math"

	"hyphbench/internal/report/claim"
)

// noTrend is the margin of "no trend": a share of the mean over the sweep.
const noTrend = 0.01

func t1(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T1", Section: "5.1", Metric: Init,
		Statement: p.bloomName() + ": initialisation time shows no clear trend in ε",
		Margin:    "±1 % of the mean over the sweep",
	}, noClearTrend, p.bloom)
}

// noClearTrend is an equivalence test of the change over the sweep.
func noClearTrend(d *claim.Data, p pair) claim.Outcome {
	s, ok := claim.FindSweep(d, p.bloom, Init, steps(d, p.bloom))
	if !ok {
		return d.Missing(Init, p.bloom)
	}
	o := claim.Outcome{
		Test: s.Test + "; equivalence", Detail: s.Shape,
		// The means show no clear trend if their line is within the margin of a
		// level one, or is not resolved from it.
		Holds: math.Abs(s.Plain) <= noTrend || s.Line,
		Vary:  claim.Margin{Name: "margin", Value: noTrend, At: s.Level},
	}
	o.Supports, o.Opposes = s.Level(noTrend)
	o.Effect = s.Percent(o.Opposes, o.Supports)
	return o
}
