package thesis

import "hyphbench/internal/report/claim"

func t5() claim.Claim {
	return claim.Claim{
		ID: "T5", Section: "5.2", Metric: Hyphenate,
		Statement: "cuckoo: run time falls as ε grows",
		Test:      func(d *claim.Data) claim.Outcome { return claim.Falls(d, cuckoo, Hyphenate) },
	}
}
