package claim

import "hyphbench/internal/experiment/fbl"

func l11() Claim {
	return fblClaim(Claim{
		ID: "L11", Source: "4.3", Metric: fbl.MetricSD,
		Statement: "the standard deviation of the estimates is 0.2882 ± 0.0007 over k (n = 70, b = 8)",
		Margin:    "the average over k = 2 … 16 lies in that interval",
	}, false, func(f *fblData, r reading) []part {
		return []part{overK(f, fbl.MetricSD, r, region{0.2882 - 0.0007, 0.2882 + 0.0007})}
	})
}
