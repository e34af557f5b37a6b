package fbl

import "hyphbench/internal/report/claim"

func l13() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L13", Section: "4.2, Figure 5a", Metric: Mean,
		Statement: "at very small b the filter over-estimates (k = 7, every n)",
		Margin:    "at b = 1 and 2 the mean of the estimates is above that of c, 0.5",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for b := 1; b <= 2; b++ {
			for _, n := range elements() {
				list = append(list, f.part(key{metric: Mean, n: n, b: b, k: 7, quantisation: r.quantisation.String()}, claim.Above(0.5)))
			}
		}
		return list
	})
}
