package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t27() claim.Claim {
	return needs("T27", "3.5.2–4", metric.FalsePositives, "Bloom filters sent in place of lists reduce traffic, and tell differences and intersections of sets",
		"an experiment on the reconciliation of sets")
}
