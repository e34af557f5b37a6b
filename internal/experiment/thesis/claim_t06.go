package thesis

import "hyphbench/internal/report/claim"

func t6() claim.Claim {
	return claim.Claim{
		ID: "T6", Section: "5.3", Metric: Init,
		Statement: "initialisation with cuckoo is slower than with Bloom for most ε",
		Test:      func(d *claim.Data) claim.Outcome { return claim.SlowerForMost(d, cuckoo, bloom, Init) },
	}
}
