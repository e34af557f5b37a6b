package fbl

import "hyphbench/internal/report/claim"

func l11() claim.Claim {
	return varied(claim.Claim{
		ID: "L11", Section: "4.3", Metric: SD,
		Statement: "the standard deviation of the estimates is 0.2882 ± 0.0007 over k (n = 70, b = 8)",
		Margin:    "the average over k = 2 … 16 lies in that interval",
	}, claim.Margin{Name: "half-width", Value: 0.0007, Absolute: true}, false, func(f *numbers, r reading, margin float64) []part {
		return []part{overK(f, SD, r, claim.Region{Low: 0.2882 - margin, High: 0.2882 + margin})}
	})
}
