package thesis

import "hyphbench/internal/report/claim"

func t2(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T2", Section: "5.1", Metric: Hyphenate,
		Statement: p.bloomName() + ": run time falls as ε grows",
		Margin:    interestText("a fall over the sweep"),
	}, func(d *claim.Data, p pair) claim.Outcome { return falls(d, p.bloom, Hyphenate) }, p.bloom)
}
