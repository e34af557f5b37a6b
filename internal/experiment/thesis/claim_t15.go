package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t15() claim.Claim {
	return needs("T15", "2.1", metric.ResidentBits, "a dictionary takes space in proportion to the number of its elements",
		"an experiment on growth: all runs of this one have the same number of keys")
}
