package thesis

import "hyphbench/internal/report/claim"

func t7(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T7", Section: "5.3", Metric: Hyphenate,
		Statement: "the run with cuckoo is slower than with " + p.bloomName() + " for most ε",
		Margin:    interestText("slower at an ε: a difference"),
	}, func(d *claim.Data, p pair) claim.Outcome {
		return claim.SlowerForMost(d, p.cuckoo, p.bloom, Hyphenate, interest(d))
	})
}
