package fbl

import (
	"hyphbench/internal/report/claim"
	"math"
)

func l4() claim.Claim {
	return varied(claim.Claim{
		ID: "L4", Section: "4.2, Figure 5b", Metric: SD,
		Statement: "the estimates spread like a uniform distribution, σ = 0.2887, but for b = 1, where σ is 0 (n = 70, k = 7)",
		Margin:    "like: ±5 %",
	}, claim.Margin{Name: "margin", Value: 0.05}, false, func(f *numbers, r reading, margin float64) []part {
		uniform := 1 / math.Sqrt(12)
		var list []part
		for b := 1; b <= 16; b++ {
			Claimed := claim.Region{Low: (1 - margin) * uniform, High: (1 + margin) * uniform}
			if b == 1 {
				Claimed = claim.Within(0.001)
			}
			list = append(list, f.part(key{metric: SD, n: 70, b: b, k: 7, quantisation: r.quantisation.String()}, Claimed))
		}
		return list
	})
}
