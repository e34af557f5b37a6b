package thesis

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// similarMargin is the margin of "similar": neither is slower by more.
const similarMargin = 0.05

func t9(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T9", Section: "6", Metric: Hyphenate,
		Statement: "cuckoo and " + p.bloomName() + " take similar time in most scenarios",
		Margin:    "neither slower than the other by 5 %, in more than half of all ε, initialisation and run",
	}, takeSimilarTime)
}

// takeSimilarTime tests every scenario, an ε of one of the two metrics, for
// equivalence and asks whether more than half of them are similar. A pooled
// ratio would not do: scenarios that differ in both directions pool to
// similarity. The effect is how many scenarios are similar.
func takeSimilarTime(d *claim.Data, p pair) claim.Outcome {
	var scenarios []stats.Estimate
	margin := func(share float64) claim.Region { return claim.Within(math.Log1p(share)) }
	near, test, pooled := 0, "", ""
	for _, metric := range []runfolder.Metric{Init, Hyphenate} {
		each, ok := claim.EachRatio(d, p.cuckoo, p.bloom, metric)
		r, all := claim.FindRatios(d, p.cuckoo, p.bloom, metric)
		if !ok || !all {
			return d.Missing(metric, p.cuckoo, p.bloom)
		}
		scenarios = slices.Concat(scenarios, each.Log)
		near += each.Count(margin(similarMargin))
		test = "ratio of each scenario: equivalence by t over " + each.How + "; how many are similar, by partial conjunction"
		pooled += fmt.Sprintf("; pooled ratio of %s %s", metric, claim.Tested{Estimates: r.Pooled}.Ratio(""))
	}
	n := len(scenarios)
	o := claim.Outcome{
		Test: test, Holds: 2*near > n,
		Effect: claim.Effect{Name: "similar scenarios", Unit: fmt.Sprintf("of %d", n), Value: float64(near)},
		Detail: fmt.Sprintf("%s %d of %d scenarios are within 5 %%", d.InMeans(), near, n) + pooled,
		Vary: claim.Margin{Name: "margin", Value: similarMargin, At: func(v float64) (float64, float64) {
			s, o, _ := claim.Most(scenarios, margin(v))
			return s, o
		}},
	}
	o.Supports, o.Opposes, o.Effect.CI = claim.Most(scenarios, margin(similarMargin))
	return o
}
