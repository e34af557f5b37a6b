package fbl

import (
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

func l6() claim.Claim {
	return varied(claim.Claim{
		ID: "L6", Section: "4.2, Figures 5c, 5d", Metric: MSE,
		Statement: "below b = 5 the error is that of quantisation, the occupancy being less than 50 % (k = 7, every n)",
		Margin:    "the mean squared error is that of quantisation alone ±5 %",
	}, claim.Margin{Name: "margin", Value: 0.05}, true, func(f *numbers, r reading, margin float64) []part {
		var list []part
		for b := 1; b < 5; b++ {
			for _, n := range elements() {
				key := key{metric: MSE, n: n, b: b, k: 7, quantisation: r.quantisation.String()}
				alone := quantisationError(b, r.quantisation)
				list = append(list, f.part(key, claim.Region{Low: (1 - margin) * alone, High: (1 + margin) * alone}))
				key.metric = r.occupancy()
				list = append(list, f.part(key, claim.Below(0.5)))
			}
		}
		return list
	})
}

// quantisationError is the mean squared error of a quantised c that is uniform
// in [0, 1]: that of a uniform distribution over a step, from its end or from
// its middle.
func quantisationError(b int, q linear.Quantisation) float64 {
	step := 1 / float64(linear.TopCode(b))
	if q == linear.Round {
		return step * step / 12
	}
	return step * step / 3
}
