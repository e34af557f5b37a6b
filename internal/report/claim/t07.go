package claim

import "hyphbench/internal/experiment/thesis"

func t7() Claim {
	return Claim{
		ID: "T7", Experiment: thesisName, Source: "5.3", Metric: thesis.MetricRun,
		Statement: "the run with cuckoo is slower than with Bloom for most ε",
		Test:      func(d *Data) Outcome { return slowerForMost(d, cuckoo, bloom, thesis.MetricRun) },
	}
}
