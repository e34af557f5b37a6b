package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

func l10() claim.Claim {
	return varied(claim.Claim{
		ID: "L10", Section: "4.3", Metric: Mean,
		Statement: "the mean of the estimates is 0.5074 ± 0.0051 over k (n = 70, b = 8)",
		Margin:    "the average over k = 2 … 16 lies in that interval",
	}, claim.Margin{Name: "half-width", Value: 0.0051, Absolute: true}, false, func(f *numbers, r reading, margin float64) []part {
		return []part{overK(f, Mean, r, claim.Region{Low: 0.5074 - margin, High: 0.5074 + margin})}
	})
}

// overK is the average of a metric over k at n = 70, b = 8. All k share their
// elements; the average of the standard errors is no less than its own.
func overK(f *numbers, metric runfolder.Metric, r reading, claimed claim.Region) part {
	var e stats.Estimate
	const low, high = 2, 16
	for k := low; k <= high; k++ {
		x := f.get(key{metric: metric, n: 70, b: 8, k: k, quantisation: r.quantisation.String()})
		e.Value += x.Value / (high - low + 1)
		e.SE += x.SE / (high - low + 1)
		e.DF = x.DF
	}
	return part{fmt.Sprintf("%s over k", metric), claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claimed}}
}
