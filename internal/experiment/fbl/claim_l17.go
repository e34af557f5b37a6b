package fbl

import (
	"fmt"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// The reason that the paper gives for rounding down.
func l17() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L17", Section: "3.3", Metric: QuantisationError,
		Statement: "after any attenuation, however small, not all bits of a cell are 1",
		Margin:    "the code of the largest c below 1 of the experiment is not that of 1, for every b",
	}, false, func(_ *numbers, r reading) []part {
		var list []part
		for b := 1; b <= largestB; b++ {
			code := r.quantisation.Code(float64(unit-1)/unit, b)
			list = append(list, certain(fmt.Sprintf("code / top code at b = %d", b), linear.Value(code, b), claim.Below(1)))
		}
		return list
	})
}
