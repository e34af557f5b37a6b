package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

func l21() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L21", Section: "4.1, Figure 4", Metric: BitCapacity,
		Statement: "the first bits of a cell cost the most capacity (k = 7, 50 % of occupancy)",
		Margin:    "every later bit costs less than the first that can be compared",
	}, true, func(f *numbers, r reading) []part {
		loss := func(b int) []term { return minus(capacityAt(r, b-1, "0.5"), capacityAt(r, b, "0.5")) }
		var list []part
		first := 0
		for b := 2; b <= largestB; b++ {
			switch {
			case !f.reached(loss(b)):
			case first == 0:
				first = b
			default:
				list = append(list, f.quotient(fmt.Sprintf("loss at b = %d / at %d", b, first), loss(b), loss(first), claim.Below(1)))
			}
		}
		return f.enough(list, "an occupancy of 50 %")
	})
}
