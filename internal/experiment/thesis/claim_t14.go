package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// The abstract and chapter 1 expect answers more quickly from probabilistic
// structures than from deterministic ones.
func t14() claim.Claim {
	return claim.Claim{
		ID: "T14", Section: "Resumo", Metric: metric.Query,
		Statement: "the filters answer a membership test sooner than the exact store",
		Margin:    "by 1 %, both filters",
		Test: func(d *claim.Data) claim.Outcome {
			return againstStore(d, metric.Query, sooner(), bloom, cuckoo)
		},
	}
}
