package claim

import "hyphbench/internal/experiment"

func t2() Claim {
	return Claim{
		ID: "T2", Experiment: thesis, Source: "5.1", Metric: experiment.MetricRun,
		Statement: "Bloom: run time falls as ε grows",
		Test:      func(d *Data) Outcome { return falls(d, bloom, experiment.MetricRun) },
	}
}
