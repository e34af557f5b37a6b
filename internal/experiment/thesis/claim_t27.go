package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t27() claim.Claim {
	return needs("T27", "3.5.2–4", metric.FalsePositives, "Bloom filters sent in place of lists reduce traffic, and tell differences and intersections of sets",
		"sets on two machines: see J1 of semijoin, RC1, RC2, RC3 and RC4 of reconcile")
}
