package claim

import "hyphbench/internal/experiment/fbl"

func l7() Claim {
	return fblClaim(Claim{
		ID: "L7", Source: "4.2, Figures 5c, 5d", Metric: fbl.MetricMSE,
		Statement: "above b = 12 the error comes from saturation (k = 7, every n)",
		Margin:    "quantisation alone makes less than 5 % of the mean squared error",
	}, false, func(f *fblData, r reading) []part {
		var list []part
		for b := 13; b <= 16; b++ {
			for _, n := range fblElements() {
				list = append(list, f.part(fblKey{metric: fbl.MetricMSE, n: n, b: b, k: 7, quantisation: r.quantisation.String()},
					above(20*quantisationError(b, r.quantisation))))
			}
		}
		return list
	})
}
