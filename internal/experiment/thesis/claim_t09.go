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

func t9() claim.Claim {
	return claim.Claim{
		ID: "T9", Section: "6", Metric: Hyphenate,
		Statement: "the two filters take similar time in most scenarios",
		Margin:    "neither slower than the other by 5 %, in more than half of all ε, initialisation and run",
		Test:      takeSimilarTime,
	}
}

// takeSimilarTime tests every scenario, an ε of one of the two metrics, for
// equivalence and asks whether more than half of them are similar. A pooled
// ratio would not do: scenarios that differ in both directions pool to
// similarity. The effect is how many scenarios are similar.
func takeSimilarTime(d *claim.Data) claim.Outcome {
	margin := math.Log1p(similarMargin)
	var supports, opposes []float64 // of each scenario
	near, test, pooled := 0, "", ""
	for _, metric := range []runfolder.Metric{Init, Hyphenate} {
		r, ok := claim.FindRatios(d, cuckoo, bloom, metric)
		if !ok {
			return d.Missing(metric, cuckoo, bloom)
		}
		for _, e := range r.At {
			columns, ok := claim.Logs(d.Columns(slices.Concat(
				claim.Cells(cuckoo, metric, []runfolder.Point{e}), claim.Cells(bloom, metric, []runfolder.Point{e}))))
			if !ok {
				return d.Missing(metric, cuckoo, bloom)
			}
			difference, how, err := d.Contrast(columns, []float64{1, -1})
			if err != nil {
				return d.Missing(metric, cuckoo, bloom)
			}
			s, o := claim.Tested{Estimates: []stats.Estimate{difference}, Claimed: claim.Within(margin)}.P()
			supports, opposes = append(supports, s), append(opposes, o)
			test = "ratio of each scenario: equivalence by t over " + how + "; how many are similar, by partial conjunction"
		}
		near += r.Count(func(ratio float64) bool { return math.Abs(math.Log(ratio)) <= margin })
		all := claim.Tested{Estimates: r.Pooled}.Ratio("")
		pooled += fmt.Sprintf("; pooled ratio of %s %.3f [%.3f, %.3f]", metric, all.Value, all.CI.Low, all.CI.High)
	}
	n := len(supports)
	o := claim.Outcome{
		Test: test, Holds: 2*near > n,
		Effect: claim.Effect{
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
