package thesis

import "hyphbench/internal/report/claim"

func t5(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T5", Section: "5.2", Metric: Hyphenate,
		Statement: p.cuckooName() + ": run time falls as ε grows",
		Margin:    interestText("a fall over the sweep"),
	}, func(d *claim.Data, p pair) claim.Outcome { return falls(d, p.cuckoo, Hyphenate) }, p.cuckoo)
}
