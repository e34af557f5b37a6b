package claim

import "hyphbench/internal/experiment"

func t7() Claim {
	return Claim{
		ID: "T7", Experiment: thesis, Source: "5.3", Metric: experiment.MetricRun,
		Statement: "the run with cuckoo is slower than with Bloom for most ε",
		Test:      func(d *Data) Outcome { return slowerForMost(d, cuckoo, bloom, experiment.MetricRun) },
	}
}
