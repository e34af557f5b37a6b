package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t29() claim.Claim {
	return needs("T29", "3.5.5", metric.FalseNegatives, "the disjunction of two Bloom filters answers for both lists, without false negatives",
		"an experiment on unions of filters")
}
