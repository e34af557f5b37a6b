package claim

import (
	"hyphbench/internal/experiment/thesis"
	"math"
)

// noTrend is the margin of "no trend": a share of the mean over the sweep.
const noTrend = 0.01

func t1() Claim {
	return Claim{
		ID: "T1", Experiment: thesisName, Source: "5.1", Metric: thesis.MetricInit,
		Statement: "Bloom: initialisation time shows no clear trend in ε",
		Margin:    "±1 % of the mean over the sweep",
		Test: func(d *Data) Outcome {
			t, ok := findTrend(d, bloom, thesis.MetricInit)
			if !ok {
				return missing(thesis.MetricInit, bloom)
			}
			test := tested{t.sweep, within(noTrend)}
			o := Outcome{
				Test: t.test + "; equivalence", Effect: test.percent("change over the sweep"),
				// The means show no clear trend if their line is as good as
				// level, or cannot be told from a level one.
				Holds: math.Abs(t.sweep[0].Value) <= noTrend || t.line.SlopeCI.Contains(0),
			}
			o.Supports, o.Opposes = test.p()
			return o
		},
	}
}
