package thesis

import "hyphbench/internal/report/claim"

// Sections 3.5 and 5 call the Bloom filter advantageous where most elements
// asked are strangers, in hyphenation above all.
func t26() claim.Claim {
	return claim.Claim{
		ID: "T26", Section: "3.5, 5", Metric: Hyphenate,
		Statement: "a Bloom filter before the exceptions is an advantage in hyphenation",
		Margin:    "a pass 1 % sooner than with the exact store alone",
		Test: func(d *claim.Data) claim.Outcome {
			return againstStore(d, Hyphenate, sooner(), bloom)
		},
	}
}
