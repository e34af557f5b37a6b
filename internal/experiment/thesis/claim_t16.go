package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t16() claim.Claim {
	return needs("T16", "2.1.2", metric.Query, "a hash table answers and inserts in a time that does not depend on the number of its elements",
		"an experiment on growth: all runs of this one have the same number of keys")
}
