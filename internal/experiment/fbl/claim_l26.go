package fbl

import "hyphbench/internal/report/claim"

func l26() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L26", Section: "4.3, Figure 6b", Metric: reading{}.occupancy(),
		Statement: "beyond k = 12 the filter nears saturation (b = 8, every n)",
		Margin:    "an occupancy above 50 %, the paper's own of section 4.2",
	}, true, func(f *numbers, r reading) []part {
		var list []part
		for _, n := range elements() {
			for k := 13; k <= largestK; k++ {
				list = append(list, f.part(key{metric: r.occupancy(), n: n, b: paperB, k: k, quantisation: r.quantisation.String()}, claim.Above(0.5)))
			}
		}
		return list
	})
}
