package claim

import "hyphbench/internal/experiment/fbl"

func l13() Claim {
	return fblClaim(Claim{
		ID: "L13", Source: "4.2, Figure 5a", Metric: fbl.MetricMean,
		Statement: "at very small b the filter over-estimates (k = 7, every n)",
		Margin:    "at b = 1 and 2 the mean of the estimates is above that of c, 0.5",
	}, false, func(f *fblData, r reading) []part {
		var list []part
		for b := 1; b <= 2; b++ {
			for _, n := range fblElements() {
				list = append(list, f.part(fblKey{metric: fbl.MetricMean, n: n, b: b, k: 7, quantisation: r.quantisation.String()}, above(0.5)))
			}
		}
		return list
	})
}
