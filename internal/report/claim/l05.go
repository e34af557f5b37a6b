package claim

import "hyphbench/internal/experiment/fbl"

func l5() Claim {
	return fblClaim(Claim{
		ID: "L5", Source: "4.2, Figure 5c", Metric: fbl.MetricMSE,
		Statement: "the mean squared error is near 0 for 5 ≤ b ≤ 12 (k = 7, every n)",
		Margin:    "near 0: below 1 % of the variance of c",
	}, false, func(f *fblData, r reading) []part {
		var list []part
		for b := 5; b <= 12; b++ {
			for _, n := range fblElements() {
				list = append(list, f.part(fblKey{metric: fbl.MetricMSE, n: n, b: b, k: 7, quantisation: r.quantisation.String()}, below(0.01/12)))
			}
		}
		return list
	})
}
