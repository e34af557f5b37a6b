package fbl

import "hyphbench/internal/report/claim"

func l5() claim.Claim {
	return varied(claim.Claim{
		ID: "L5", Section: "4.2, Figure 5c", Metric: MSE,
		Statement: "the mean squared error is near 0 for 5 ≤ b ≤ 12 (k = 7, every n)",
		Margin:    "near 0: below 1 % of the variance of c",
	}, claim.Margin{Name: "limit", Value: 0.01}, false, func(f *numbers, r reading, margin float64) []part {
		var list []part
		for b := 5; b <= 12; b++ {
			for _, n := range elements() {
				list = append(list, f.part(key{metric: MSE, n: n, b: b, k: 7, quantisation: r.quantisation.String()}, claim.Below(margin/12)))
			}
		}
		return list
	})
}
