package fbl

import "hyphbench/internal/report/claim"

func l8() claim.Claim {
	c := claim.Claim{
		ID: "L8", Section: "4.2, Figure 5d", Metric: reading{}.occupancy(),
		Statement: "beyond b = 12 the occupancy is above 50 % (k = 7, every n)",
	}
	return ownClaim(c, true, func(f *numbers, r reading) []part {
		var list []part
		for b := 13; b <= 16; b++ {
			for _, n := range elements() {
				list = append(list, f.part(key{metric: r.occupancy(), n: n, b: b, k: 7, quantisation: r.quantisation.String()}, claim.Above(0.5)))
			}
		}
		return list
	})
}
