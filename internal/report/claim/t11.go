package claim

import (
	"fmt"
	"hyphbench/internal/experiment/thesis"
	"math"
)

func t11() Claim {
	return Claim{
		ID: "T11", Experiment: thesisName, Source: "4", Metric: thesis.MetricQueryFull,
		Statement: "cuckoo answers faster than Bloom, even at 95 % load",
		Test:      answersFaster,
	}
}

// answersFaster compares the filters alone at equal asked ε, as the thesis
// builds them and at 95 % load.
func answersFaster(d *Data) Outcome {
	full, ok := findRatios(d, cuckoo, bloom, thesis.MetricQueryFull)
	if !ok {
		return Untested("the run holds no " + thesis.MetricQueryFull + " of both filters, the questions at 95 % load")
	}
	usual, ok := findRatios(d, cuckoo, bloom, thesis.MetricQuery)
	if !ok {
		return missing(thesis.MetricQuery, cuckoo, bloom)
	}
	atFull, atUsual := tested{full.pooled, below(0)}, tested{usual.pooled, below(0)}
	o := Outcome{
		Test: full.test + "; at 95 % load and at the load of the run", Effect: atFull.ratio("cuckoo / bloom at 95 % load"),
		Holds: full.pooled[0].Value < 0 && usual.pooled[0].Value < 0,
		Detail: fmt.Sprintf("at the load of the run the ratio is %.3f; in the means cuckoo is slower at %d of %d ε at 95 %% load",
			math.Exp(usual.pooled[0].Value), full.count(slower), len(full.each)),
	}
	o.Supports, o.Opposes = all(atFull, atUsual)
	return o
}
