package claim

import "hyphbench/internal/experiment/thesis"

func t6() Claim {
	return Claim{
		ID: "T6", Experiment: thesisName, Source: "5.3", Metric: thesis.MetricInit,
		Statement: "initialisation with cuckoo is slower than with Bloom for most ε",
		Test:      func(d *Data) Outcome { return slowerForMost(d, cuckoo, bloom, thesis.MetricInit) },
	}
}
