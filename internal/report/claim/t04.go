package claim

import "hyphbench/internal/experiment"

func t4() Claim {
	return Claim{
		ID: "T4", Experiment: thesis, Source: "5.2", Metric: experiment.MetricInit,
		Statement: "cuckoo: initialisation time falls as ε grows",
		Test:      func(d *Data) Outcome { return falls(d, cuckoo, experiment.MetricInit) },
	}
}
