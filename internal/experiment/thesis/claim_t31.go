package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t31() claim.Claim {
	return needs("T31", "4", metric.Bits, "a cuckoo filter removes elements without the additional space of a counting Bloom filter",
		"a structure that this experiment does not have: see TS6 of space and C7 of churn")
}
