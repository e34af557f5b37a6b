package example

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// claims are in the order of display.
func claims() []claim.Claim {
	return []claim.Claim{{
		ID: "E1", Source: "guide", Section: "5", Metric: metric.Query,
		Statement: "with half of the questions for members the Bloom filter is slower than the Go map for most n",
		Test: func(d *claim.Data) claim.Outcome {
			epsilon := d.Meta.Axes[d.Meta.Axis(axis.Epsilon)].Values[0] // the one of the flag
			along := d.Where(axisHits, "0.5").Where(axis.Epsilon, epsilon)
			return claim.SlowerForMost(along, bloom, goMap, metric.Query, 0.01)
		},
	}}
}
