package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t29() claim.Claim {
	return needs("T29", "3.5.5", metric.FalseNegatives, "the disjunction of two Bloom filters answers for both lists, without false negatives",
		"unions of filters, which this experiment does not make: see S1 of sets")
}
