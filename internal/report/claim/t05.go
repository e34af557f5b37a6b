package claim

import "hyphbench/internal/experiment/thesis"

func t5() Claim {
	return Claim{
		ID: "T5", Experiment: thesisName, Source: "5.2", Metric: thesis.MetricRun,
		Statement: "cuckoo: run time falls as ε grows",
		Test:      func(d *Data) Outcome { return falls(d, cuckoo, thesis.MetricRun) },
	}
}
