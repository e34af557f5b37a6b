package thesis

import "hyphbench/internal/report/claim"

func t6(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T6", Section: "5.3", Metric: Init,
		Statement: "initialisation with cuckoo is slower than with " + p.bloomName() + " for most ε",
		Margin:    interestText("slower at an ε: a difference"),
	}, func(d *claim.Data, p pair) claim.Outcome {
		return claim.SlowerForMost(d, p.cuckoo, p.bloom, Init, interest(d))
	})
}
