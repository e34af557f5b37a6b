package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t30() claim.Claim {
	return needs("T30", "4", metric.Query, "counting Bloom and quotient filters answer more slowly than a Bloom filter, and can need more space for the same rate",
		"the structures: a counting Bloom filter and a quotient filter")
}
