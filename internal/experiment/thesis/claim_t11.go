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
		Statement: "cuckoo answers faster than Bloom, even at 95 % load",
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
	atFull, atUsual := claim.Tested{Estimates: full.Pooled, Claimed: claim.Below(0)}, claim.Tested{Estimates: usual.Pooled, Claimed: claim.Below(0)}
	o := claim.Outcome{
		Test: full.Test + "; at 95 % load and at the load of the run", Effect: atFull.Ratio("cuckoo / bloom at 95 % load"),
		Pairs: []claim.Pair{
			{A: cuckoo, B: bloom, Metric: QueryFull, At: full.At}, {A: cuckoo, B: bloom, Metric: metric.Query, At: usual.At},
		},
		Holds: full.Pooled[0].Value < 0 && usual.Pooled[0].Value < 0,
		Detail: fmt.Sprintf("at the load of the run the ratio is %.3f; in the means cuckoo is slower at %d of %d ε at 95 %% load",
			math.Exp(usual.Pooled[0].Value), full.Count(claim.Slower), len(full.Each)),
	}
	o.Supports, o.Opposes = claim.All(atFull, atUsual)
	return o
}
