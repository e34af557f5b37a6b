package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// Chapters 3 and 5 put the filter before the store to avoid needless accesses.
func t21() claim.Claim {
	return claim.Claim{
		ID: "T21", Section: "3, 5", Metric: metric.FalsePositives,
		Statement: "the filters avoid most accesses to the store",
		Margin:    "more than half of all words, at every ε",
		Test:      avoidsAccesses,
	}
}

// avoidsAccesses counts the words that are not asked of the store. The store
// alone is asked for every word.
func avoidsAccesses(d *claim.Data) claim.Outcome {
	words, negatives := float64(d.Meta.Expect["words"]), float64(d.Meta.Expect["negatives"])
	if !(words > 0 && negatives > 0) {
		return claim.Untested("the run does not say how many words it asks")
	}
	n, most, least, at := 0, 0, math.Inf(1), ""
	for _, filter := range []string{bloom, cuckoo} {
		points := d.Points(metric.FalsePositives, filter)
		if len(points) == 0 {
			return d.Missing(metric.FalsePositives, filter)
		}
		for _, cell := range claim.Cells(filter, metric.FalsePositives, points) {
			fp, err := stats.Mean(d.Sample(cell))
			if err != nil {
				return d.Missing(metric.FalsePositives, filter)
			}
			avoided := (negatives - fp) / words
			n++
			if avoided > 0.5 {
				most++
			}
			if avoided < least {
				least, at = avoided, fmt.Sprintf("%s at %s %%", filter, d.Meta.Epsilon(cell.Point).Percent())
			}
		}
	}
	return claim.Counted(most == n, "exact count, ε by ε", "fewest accesses avoided", "%", 100*least,
		fmt.Sprintf("most are avoided at %d of %d, fewest by %s; %.1f %% of the words have no exception", most, n, at, 100*negatives/words))
}
