package fbl

import (
	"math"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

func l1() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L1", Section: "3.3, equation 4", Metric: QuantisationError,
		Statement: "quantisation errs by no more than 1/(2^b − 1)",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for b := 1; b <= 16; b++ {
			bound := math.Nextafter(1/float64(linear.TopCode(b)), 2) // the end belongs to the claim
			list = append(list, f.part(key{metric: QuantisationError, b: b, quantisation: r.quantisation.String()}, claim.Below(bound)))
		}
		return list
	})
}
