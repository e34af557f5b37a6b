package claim

import (
	"hyphbench/internal/experiment/fbl"
	"math"
)

func l4() Claim {
	return fblClaim(Claim{
		ID: "L4", Source: "4.2, Figure 5b", Metric: fbl.MetricSD,
		Statement: "the estimates spread like a uniform distribution, σ = 0.2887, but for b = 1, where σ is 0 (n = 70, k = 7)",
		Margin:    "like: ±5 %",
	}, false, func(f *fblData, r reading) []part {
		uniform := 1 / math.Sqrt(12)
		var list []part
		for b := 1; b <= 16; b++ {
			claimed := region{0.95 * uniform, 1.05 * uniform}
			if b == 1 {
				claimed = within(0.001)
			}
			list = append(list, f.part(fblKey{metric: fbl.MetricSD, n: 70, b: b, k: 7, quantisation: r.quantisation.String()}, claimed))
		}
		return list
	})
}
