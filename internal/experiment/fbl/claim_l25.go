package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

func l25() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L25", Section: "4.3, Figure 6a", Metric: MSE,
		Statement: "beyond k = 12 the mean squared error grows (b = 8, every n)",
		Margin:    "at k = 13 … 16 it is above that at k = 12",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for _, n := range elements() {
			at := func(k int) []term {
				return one(key{metric: MSE, n: n, b: paperB, k: k, quantisation: r.quantisation.String()})
			}
			for k := 13; k <= largestK; k++ {
				list = append(list, f.quotient(fmt.Sprintf("mse at n = %d, k = %d / at k = 12", n, k), at(k), at(12), claim.Above(1)))
			}
		}
		return list
	})
}
