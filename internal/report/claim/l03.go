package claim

import "hyphbench/internal/experiment/fbl"

func l3() Claim {
	return fblClaim(Claim{
		ID: "L3", Source: "4.1, Figure 4", Metric: fbl.MetricBitCapacity,
		Statement: "at an occupancy of 50 % about 100 elements fit only up to b = 4 (k = 7)",
		Margin:    "about: ±10 %; at b = 5 fewer than that",
	}, true, func(f *fblData, r reading) []part {
		metric := fbl.MetricBitCapacity
		if r.cells {
			metric = fbl.MetricCellCapacity
		}
		at := func(b int) fblKey {
			return fblKey{metric: metric, b: b, k: 7, quantisation: r.quantisation.String(), occupancy: "0.5"}
		}
		return []part{f.part(at(4), region{90, 110}), f.part(at(5), below(90))}
	})
}
