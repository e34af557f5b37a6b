package fbl

import "hyphbench/internal/report/claim"

func l3() claim.Claim {
	return varied(claim.Claim{
		ID: "L3", Section: "4.1, Figure 4", Metric: BitCapacity,
		Statement: "at an occupancy of 50 % about 100 elements fit only up to b = 4 (k = 7)",
		Margin:    "about: ±10 %; at b = 5 fewer than that",
	}, claim.Margin{Name: "margin", Value: 0.1}, true, func(f *numbers, r reading, margin float64) []part {
		metric := BitCapacity
		if r.cells {
			metric = CellCapacity
		}
		at := func(b int) key {
			return key{metric: metric, b: b, k: 7, quantisation: r.quantisation.String(), occupancy: "0.5"}
		}
		return []part{f.part(at(4), claim.Region{Low: 100 * (1 - margin), High: 100 * (1 + margin)}), f.part(at(5), claim.Below(100*(1-margin)))}
	})
}
