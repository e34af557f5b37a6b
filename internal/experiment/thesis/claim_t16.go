package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t16() claim.Claim {
	return needs("T16", "2.1.2", metric.Query, "a hash table answers and inserts in a time that does not depend on the number of its elements",
		"several numbers of keys, where a run of this experiment has one: see Q22 and Q23 of lookup")
}
