package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t15() claim.Claim {
	return needs("T15", "2.1", metric.ResidentBits, "a dictionary takes space in proportion to the number of its elements",
		"several numbers of keys, where a run of this experiment has one: see TS8 of space")
}
