package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

func l18() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L18", Section: "3.3", Metric: QuantisationError,
		Statement: "the error of quantisation falls as b grows",
		Margin:    "the largest error, from each b to the next",
	}, false, func(f *numbers, r reading) []part {
		at := func(b int) key {
			return key{metric: QuantisationError, b: b, quantisation: r.quantisation.String()}
		}
		var list []part
		for b := 2; b <= largestB; b++ {
			list = append(list, f.quotient(fmt.Sprintf("error at b = %d / at %d", b, b-1), one(at(b)), one(at(b-1)), claim.Below(1)))
		}
		return list
	})
}
