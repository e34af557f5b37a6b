package fbl

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
)

func l27() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L27", Section: "4.3, Figure 6a", Metric: MSE,
		Statement: "the mean squared error is about least at k = (m/n)·ln 2 (b = 8, every n)",
		Margin:    "at no k of 2 … 16 is it less by 5 % than at the k of the formula",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for _, n := range elements() {
			at := func(k int) []term {
				return one(key{metric: MSE, n: n, b: paperB, k: k, quantisation: r.quantisation.String()})
			}
			theory := int(math.Round(float64(layout{b: paperB}.cells()) / float64(n) * math.Ln2))
			for k := 2; k <= largestK; k++ {
				if k != theory {
					list = append(list, f.quotient(fmt.Sprintf("mse at n = %d, k = %d / at k = %d", n, k, theory), at(k), at(theory), claim.Above(0.95)))
				}
			}
		}
		return list
	})
}
