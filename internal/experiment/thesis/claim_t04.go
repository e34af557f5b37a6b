package thesis

import "hyphbench/internal/report/claim"

func t4() claim.Claim {
	return claim.Claim{
		ID: "T4", Section: "5.2", Metric: Init,
		Statement: "cuckoo: initialisation time falls as ε grows",
		Test:      func(d *claim.Data) claim.Outcome { return claim.Falls(d, cuckoo, Init) },
	}
}
