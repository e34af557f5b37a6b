package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t30() claim.Claim {
	return needs("T30", "4", metric.Query, "counting Bloom and quotient filters answer more slowly than a Bloom filter, and can need more space for the same rate",
		"structures that this experiment does not have: see Q10 and Q21 of lookup on time, TS3 and TS4 of space on space")
}
