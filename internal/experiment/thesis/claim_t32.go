package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t32() claim.Claim {
	return needs("T32", "4.1.1", metric.Build, "insertion into a cuckoo table takes an amortised time O(1)",
		"several numbers of keys, where a run of this experiment has one: see Q24 of lookup")
}
