package fbl

import "hyphbench/internal/report/claim"

func l23() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L23", Section: "4.3", Metric: Mean,
		Statement: "the mean of the estimates is practically constant over k (n = 70, b = 8)",
		Margin:    "±1 % of the average over k = 2 … 16, at each k",
	}, false, func(f *numbers, r reading) []part { return constantOverK(f, Mean, r) })
}
