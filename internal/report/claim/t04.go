package claim

import "hyphbench/internal/experiment/thesis"

func t4() Claim {
	return Claim{
		ID: "T4", Experiment: thesisName, Source: "5.2", Metric: thesis.MetricInit,
		Statement: "cuckoo: initialisation time falls as ε grows",
		Test:      func(d *Data) Outcome { return falls(d, cuckoo, thesis.MetricInit) },
	}
}
