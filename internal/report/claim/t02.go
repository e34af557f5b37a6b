package claim

import "hyphbench/internal/experiment/thesis"

func t2() Claim {
	return Claim{
		ID: "T2", Experiment: thesisName, Source: "5.1", Metric: thesis.MetricRun,
		Statement: "Bloom: run time falls as ε grows",
		Test:      func(d *Data) Outcome { return falls(d, bloom, thesis.MetricRun) },
	}
}
