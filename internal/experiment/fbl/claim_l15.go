package fbl

import "hyphbench/internal/report/claim"

// An element of a small confidence has the code 0 where codes are rounded down.
// At b = 1 estimates are 0 or 1, so that their mean is the share that is not 0.
func l15() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L15", Section: "3.2", Metric: Mean,
		Statement: "an element whose estimate is 0 is not in the filter",
		Margin:    "of the elements of a filter of b = 1 fewer than 0.1 % have the estimate 0 (k = 7, every n)",
	}, false, func(f *numbers, r reading) []part {
		var list []part
		for _, n := range elements() {
			list = append(list, f.part(key{metric: Mean, n: n, b: 1, k: 7, quantisation: r.quantisation.String()}, claim.Above(0.999)))
		}
		return list
	})
}
