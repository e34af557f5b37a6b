package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t25() claim.Claim {
	return claim.Claim{
		ID: "T25", Section: "3.4.2", Metric: metric.Query,
		Statement: "a query of a Bloom filter takes a time Θ(k)",
		Margin:    thetaMargin,
		Test:      func(d *claim.Data) claim.Outcome { return proportionalToK(d, metric.Query) },
	}
}
