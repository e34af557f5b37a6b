package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// The reason that section 5.3 gives for T6.
func t38() claim.Claim {
	return claim.Claim{
		ID: "T38", Section: "5.3", Metric: metric.Build,
		Statement: "insertion is more complex with cuckoo than with Bloom: its construction takes longer",
		Margin:    "by 1 %",
		Test:      takesLongerToBuild,
	}
}

func takesLongerToBuild(d *claim.Data) claim.Outcome {
	r, ok := claim.FindRatios(d, cuckoo, bloom, metric.Build)
	if !ok {
		return d.Missing(metric.Build, cuckoo, bloom)
	}
	t := claim.Tested{Estimates: r.Pooled, Claimed: slower()}
	o := claim.Outcome{
		Test: r.Test, Effect: t.Ratio("cuckoo / bloom"), Holds: t.Claimed.Contains(r.Pooled[0].Value),
		Detail: fmt.Sprintf("%s cuckoo takes longer at %d of %d %s", d.InMeans(), r.Count(claim.Slower), len(r.Each), r.Symbol),
	}
	o.Supports, o.Opposes = t.P()
	return o
}
