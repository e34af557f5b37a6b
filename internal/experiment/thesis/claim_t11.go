package thesis

import (
	"fmt"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"math"
)

func t11() claim.Claim {
	return claim.Claim{
		ID: "T11", Section: "4", Metric: QueryFull,
		Statement: "cuckoo answers faster than Bloom (tuned), even at 95 % load",
		Margin:    interestText("a difference"),
		Test:      answersFaster,
	}
}

// answersFaster compares the filters alone at equal asked ε, as the thesis
// builds them and at 95 % load.
func answersFaster(d *claim.Data) claim.Outcome {
	full, ok := claim.FindRatios(d, cuckoo, bloom, QueryFull)
	if !ok {
		return claim.Untested("the run holds no " + string(QueryFull) + " of both filters, the questions at 95 % load")
	}
	usual, ok := claim.FindRatios(d, cuckoo, bloom, metric.Query)
	if !ok {
		return d.Missing(metric.Query, cuckoo, bloom)
	}
	least := interest(d)
	at := func(r claim.Ratios, least float64) claim.Tested {
		return claim.Tested{Estimates: r.Pooled, Claimed: claim.FasterBy(least)}
	}
	test := func(least float64) (supports, opposes float64) { return claim.All(at(full, least), at(usual, least)) }
	faster := claim.FasterBy(least)
	o := claim.Outcome{
		Test: full.Test + "; at 95 % load and at the load of the run", Effect: at(full, least).Ratio("cuckoo / bloom at 95 % load"),
		Pairs: []claim.Pair{
			{A: cuckoo, B: bloom, Metric: QueryFull, At: full.At}, {A: cuckoo, B: bloom, Metric: metric.Query, At: usual.At},
		},
		Holds: faster.Contains(full.Pooled[0].Value) && faster.Contains(usual.Pooled[0].Value),
		Detail: fmt.Sprintf("at the load of the run the ratio is %.3f; %s cuckoo is slower at %d of %d ε at 95 %% load",
			math.Exp(usual.Pooled[0].Value), d.InMeans(), full.Count(claim.Slower), len(full.Each)),
		Vary: claim.Margin{Name: "smallest difference", Value: least, At: test},
	}
	o.Supports, o.Opposes = test(least)
	return o
}
