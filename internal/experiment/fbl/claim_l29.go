package fbl

import "hyphbench/internal/report/claim"

// The abstract and section 5; no part of the paper's own evaluation either.
func l29() claim.Claim {
	return claim.Claim{
		ID: "L29", Section: "Resumo, 1, 5", Metric: Mean,
		Statement: "messages between sensors keep one size whatever the size of the network, and tell the distance of a resource",
		Test: func(*claim.Data) claim.Outcome {
			return claim.Untested("needs a network: see RT10 to RT13 of routing")
		},
	}
}
