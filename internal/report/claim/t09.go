package claim

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/stats"
)

// similarMargin is the margin of "similar": neither is slower by more.
const similarMargin = 0.05

func t9() Claim {
	return Claim{
		ID: "T9", Experiment: thesisName, Source: "6", Metric: thesis.MetricRun,
		Statement: "the two filters take similar time in most scenarios",
		Margin:    "neither slower than the other by 5 %, in more than half of all ε, initialisation and run",
		Test:      takeSimilarTime,
	}
}

// takeSimilarTime tests every scenario, an ε of one of the two metrics, for
// equivalence and asks whether more than half of them are similar. A pooled
// ratio would not do: scenarios that differ in both directions pool to
// similarity. The effect is how many scenarios are similar.
func takeSimilarTime(d *Data) Outcome {
	margin := math.Log1p(similarMargin)
	var supports, opposes []float64 // of each scenario
	near, test, pooled := 0, "", ""
	for _, metric := range []string{thesis.MetricInit, thesis.MetricRun} {
		r, ok := findRatios(d, cuckoo, bloom, metric)
		if !ok {
			return missing(metric, cuckoo, bloom)
		}
		for _, e := range r.at {
			columns, ok := logs(d.columns(slices.Concat(
				series(cuckoo, metric, []axis.Rate{e}), series(bloom, metric, []axis.Rate{e}))))
			if !ok {
				return missing(metric, cuckoo, bloom)
			}
			difference, how, err := d.contrast(columns, []float64{1, -1})
			if err != nil {
				return missing(metric, cuckoo, bloom)
			}
			s, o := tested{[]stats.Estimate{difference}, within(margin)}.p()
			supports, opposes = append(supports, s), append(opposes, o)
			test = "ratio of each scenario: equivalence by t over " + how + "; how many are similar, by partial conjunction"
		}
		near += r.count(func(ratio float64) bool { return math.Abs(math.Log(ratio)) <= margin })
		all := tested{estimates: r.pooled}.ratio("")
		pooled += fmt.Sprintf("; pooled ratio of %s %.3f [%.3f, %.3f]", metric, all.Value, all.CI.Low, all.CI.High)
	}
	n := len(supports)
	o := Outcome{
		Test: test, Holds: 2*near > n,
		Effect: Effect{
			Name: "similar scenarios", Unit: fmt.Sprintf("of %d", n), Value: float64(near),
			CI: stats.Interval{
				Low:  float64(stats.AtLeast(supports, (1-stats.Level)/2)),
				High: float64(n - stats.AtLeast(opposes, (1-stats.Level)/2)),
			},
		},
		Supports: stats.PartialConjunction(supports, n/2+1),
		Opposes:  stats.PartialConjunction(opposes, n-n/2),
		Detail:   fmt.Sprintf("in the means %d of %d scenarios are within 5 %%", near, n) + pooled,
	}
	return o
}
