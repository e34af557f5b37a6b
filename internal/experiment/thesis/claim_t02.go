package thesis

import "hyphbench/internal/report/claim"

func t2() claim.Claim {
	return claim.Claim{
		ID: "T2", Section: "5.1", Metric: Hyphenate,
		Statement: "Bloom: run time falls as ε grows",
		Test:      func(d *claim.Data) claim.Outcome { return claim.Falls(d, bloom, Hyphenate) },
	}
}
