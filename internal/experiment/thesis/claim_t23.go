package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// Section 3.3 chooses m for a share of false positives of no more than ε.
func t23() claim.Claim {
	return claim.Claim{
		ID: "T23", Section: "3.3", Metric: metric.FalsePositives,
		Statement: "a Bloom filter admits at most a share ε of the other words",
		Margin:    "no more than 1 % of ε above it, at every ε",
		Test:      atMostEpsilon,
	}
}

// atMostEpsilon tests the rate at each ε over the hash functions there.
func atMostEpsilon(d *claim.Data) claim.Outcome {
	negatives := float64(d.Meta.Expect["negatives"])
	at := d.Points(metric.FalsePositives, bloom)
	if negatives == 0 || len(at) == 0 {
		return d.Missing(metric.FalsePositives, bloom)
	}
	var rates overHashes
	worst, above, clearly := 0, 0, 0
	for i, cell := range claim.Cells(bloom, metric.FalsePositives, at) {
		var excess []float64 // of the rate over ε, a share of ε
		for _, fp := range d.Sample(cell) {
			excess = append(excess, fp/negatives/d.Meta.Epsilon(cell.Point).Float()-1)
		}
		if err := rates.add(excess, claim.Below(leastEffect)); err != nil {
			return d.Missing(metric.FalsePositives, bloom)
		}
		e := rates.parts[i].Estimates[0]
		if e.Value > rates.parts[worst].Estimates[0].Value {
			worst = i
		}
		if e.Value > 0 {
			above++
		}
		if e.CI().Low > 0 && !rates.unknown[i] {
			clearly++
		}
	}
	largest := rates.parts[worst]
	o := claim.Outcome{
		Test:   fmt.Sprintf("rate over ε: t over the hash functions, at each of %d ε", len(at)),
		Effect: rates.percent(worst, fmt.Sprintf("largest excess, at ε = %s %%", d.Meta.Epsilon(at[worst]).Percent())),
		Holds:  largest.Claimed.Contains(largest.Estimates[0].Value),
		Detail: fmt.Sprintf("the mean rate is above ε at %d of %d ε, at %d of them with its whole interval; k is rounded down", above, len(at), clearly),
	}
	o.Supports, o.Opposes = rates.test()
	return o
}
