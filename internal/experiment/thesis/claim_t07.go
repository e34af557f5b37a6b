package thesis

import "hyphbench/internal/report/claim"

func t7() claim.Claim {
	return claim.Claim{
		ID: "T7", Section: "5.3", Metric: Hyphenate,
		Statement: "the run with cuckoo is slower than with Bloom for most ε",
		Test:      func(d *claim.Data) claim.Outcome { return claim.SlowerForMost(d, cuckoo, bloom, Hyphenate) },
	}
}
