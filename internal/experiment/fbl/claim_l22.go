package fbl

import "hyphbench/internal/report/claim"

func l22() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L22", Section: "4.2, Figure 5c", Metric: MSE,
		Statement: "five bits a cell suffice, and four do not (k = 7, every n)",
		Margin:    "the mean squared error is below 1 % of the variance of c at b = 5 and above it at b = 4",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for _, n := range elements() {
			at := func(b int) key {
				return key{metric: MSE, n: n, b: b, k: 7, quantisation: r.quantisation.String()}
			}
			list = append(list, f.part(at(5), claim.Below(acceptableMSE)), f.part(at(4), claim.Above(acceptableMSE)))
		}
		return list
	})
}

// acceptableMSE is 1 % of the variance of c, uniform in [0, 1], as in L5.
const acceptableMSE = 0.01 / 12
