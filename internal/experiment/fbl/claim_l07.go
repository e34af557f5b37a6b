package fbl

import "hyphbench/internal/report/claim"

func l7() claim.Claim {
	return varied(claim.Claim{
		ID: "L7", Section: "4.2, Figures 5c, 5d", Metric: MSE,
		Statement: "above b = 12 the error comes from saturation (k = 7, every n)",
		Margin:    "quantisation alone makes less than 5 % of the mean squared error",
	}, claim.Margin{Name: "share", Value: 0.05}, false, func(f *numbers, r reading, margin float64) []part {
		var list []part
		for b := 13; b <= 16; b++ {
			for _, n := range elements() {
				list = append(list, f.part(key{metric: MSE, n: n, b: b, k: 7, quantisation: r.quantisation.String()},
					claim.Above(quantisationError(b, r.quantisation)/margin)))
			}
		}
		return list
	})
}
