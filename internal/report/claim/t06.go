package claim

import "hyphbench/internal/experiment"

func t6() Claim {
	return Claim{
		ID: "T6", Experiment: thesis, Source: "5.3", Metric: experiment.MetricInit,
		Statement: "initialisation with cuckoo is slower than with Bloom for most ε",
		Test:      func(d *Data) Outcome { return slowerForMost(d, cuckoo, bloom, experiment.MetricInit) },
	}
}
