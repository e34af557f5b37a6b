package claim

import "hyphbench/internal/experiment"

func t5() Claim {
	return Claim{
		ID: "T5", Experiment: thesis, Source: "5.2", Metric: experiment.MetricRun,
		Statement: "cuckoo: run time falls as ε grows",
		Test:      func(d *Data) Outcome { return falls(d, cuckoo, experiment.MetricRun) },
	}
}
