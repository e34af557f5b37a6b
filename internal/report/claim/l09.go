package claim

import "hyphbench/internal/experiment/fbl"

func l9() Claim {
	return fblClaim(Claim{
		ID: "L9", Source: "4.3, Figure 6a", Metric: fbl.MetricMSE,
		Statement: "the mean squared error is below 0.0005 for 4 ≤ k ≤ 12 (b = 8, every n)",
	}, false, func(f *fblData, r reading) []part {
		var list []part
		for k := 4; k <= 12; k++ {
			for _, n := range fblElements() {
				list = append(list, f.part(fblKey{metric: fbl.MetricMSE, n: n, b: 8, k: k, quantisation: r.quantisation.String()}, below(0.0005)))
			}
		}
		return list
	})
}
