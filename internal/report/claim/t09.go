package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/experiment"
)

// similarMargin is the margin of "similar": neither is slower by more.
const similarMargin = 0.05

func t9() Claim {
	return Claim{
		ID: "T9", Experiment: thesis, Source: "6", Metric: experiment.MetricRun,
		Statement: "the two filters take similar time in most scenarios",
		Margin:    "neither slower than the other by 5 %, initialisation and run",
		Test:      takeSimilarTime,
	}
}

// takeSimilarTime tests both pooled ratios and counts the scenarios, which are
// the ε of both metrics. The effect is the ratio that is farther from 1.
func takeSimilarTime(d *Data) Outcome {
	var parts []tested
	var o Outcome
	near, scenarios := 0, 0
	for _, metric := range []string{experiment.MetricInit, experiment.MetricRun} {
		r, ok := findRatios(d, cuckoo, bloom, metric)
		if !ok {
			return missing(metric, cuckoo, bloom)
		}
		t := tested{r.pooled, within(math.Log1p(similarMargin))}
		parts = append(parts, t)
		near += r.count(similar)
		scenarios += len(r.each)
		if e := t.ratio(metric + ", cuckoo / bloom"); o.Test == "" || math.Abs(math.Log(e.Value)) > math.Abs(math.Log(o.Effect.Value)) {
			o.Effect = e
		}
		o.Test = r.test + "; equivalence"
	}
	o.Supports, o.Opposes = all(parts...)
	o.Holds = 2*near > scenarios
	o.Detail = fmt.Sprintf("in the means they are within 5 %% of each other in %d of %d scenarios", near, scenarios)
	return o
}
