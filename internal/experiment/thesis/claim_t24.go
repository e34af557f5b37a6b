package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t24() claim.Claim {
	return claim.Claim{
		ID: "T24", Section: "3.4.1", Metric: metric.Build,
		Statement: "insertion into a Bloom filter takes a time Θ(k)",
		Margin:    thetaMargin,
		Test:      func(d *claim.Data) claim.Outcome { return proportionalToK(d, metric.Build) },
	}
}
