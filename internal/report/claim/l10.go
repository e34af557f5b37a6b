package claim

import (
	"fmt"

	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/stats"
)

func l10() Claim {
	return fblClaim(Claim{
		ID: "L10", Source: "4.3", Metric: fbl.MetricMean,
		Statement: "the mean of the estimates is 0.5074 ± 0.0051 over k (n = 70, b = 8)",
		Margin:    "the average over k = 2 … 16 lies in that interval",
	}, false, func(f *fblData, r reading) []part {
		return []part{overK(f, fbl.MetricMean, r, region{0.5074 - 0.0051, 0.5074 + 0.0051})}
	})
}

// overK is the average of a metric over k at n = 70, b = 8. All k share their
// elements; the average of the standard errors is no less than its own.
func overK(f *fblData, metric string, r reading, claimed region) part {
	var e stats.Estimate
	const low, high = 2, 16
	for k := low; k <= high; k++ {
		x := f.get(fblKey{metric: metric, n: 70, b: 8, k: k, quantisation: r.quantisation.String()})
		e.Value += x.Value / (high - low + 1)
		e.SE += x.SE / (high - low + 1)
		e.DF = x.DF
	}
	return part{fmt.Sprintf("%s over k", metric), tested{[]stats.Estimate{e}, claimed}}
}
