package thesis

import "hyphbench/internal/report/claim"

func t4(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T4", Section: "5.2", Metric: Init,
		Statement: p.cuckooName() + ": initialisation time falls as ε grows",
		Margin:    interestText("a fall over the sweep"),
	}, func(d *claim.Data, p pair) claim.Outcome { return falls(d, p.cuckoo, Init) }, p.cuckoo)
}
