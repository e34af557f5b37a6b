package fbl

import "hyphbench/internal/report/claim"

func l9() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L9", Section: "4.3, Figure 6a", Metric: MSE,
		Statement: "the mean squared error is below 0.0005 for 4 ≤ k ≤ 12 (b = 8, every n)",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for k := 4; k <= 12; k++ {
			for _, n := range elements() {
				list = append(list, f.part(key{metric: MSE, n: n, b: 8, k: k, quantisation: r.quantisation.String()}, claim.Below(0.0005)))
			}
		}
		return list
	})
}
