package thesis

import (
	"hyphbench/internal/report/claim"
	"math"
)

// noTrend is the margin of "no trend": a share of the mean over the sweep.
const noTrend = 0.01

func t1() claim.Claim {
	return claim.Claim{
		ID: "T1", Section: "5.1", Metric: Init,
		Statement: "Bloom: initialisation time shows no clear trend in ε",
		Margin:    "±1 % of the mean over the sweep",
		Test: func(d *claim.Data) claim.Outcome {
			t, ok := claim.FindTrend(d, bloom, Init)
			if !ok {
				return d.Missing(Init, bloom)
			}
			test := claim.Tested{Estimates: t.Sweep, Claimed: claim.Within(noTrend)}
			o := claim.Outcome{
				Test: t.Test + "; equivalence", Effect: test.Percent("change over the sweep"),
				// The means show no clear trend if their line is within the
				// margin of a level one, or is not resolved from it.
				Holds: math.Abs(t.Sweep[0].Value) <= noTrend || t.Line.SlopeCI.Contains(0),
			}
			o.Supports, o.Opposes = test.P()
			return o
		},
	}
}
