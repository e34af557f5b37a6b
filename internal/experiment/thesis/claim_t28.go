package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t28() claim.Claim {
	return claim.Claim{
		ID: "T28", Section: "3.5.5", Metric: metric.FalseNegatives,
		Statement: "a Bloom filter has no false negatives",
		Test:      bloomDeniesNoKey,
	}
}

// bloomDeniesNoKey adds up the keys denied by every Bloom filter that was built.
func bloomDeniesNoKey(d *claim.Data) claim.Outcome {
	if !plainKeys(d) {
		return claim.Untested("the filters of the run hold other strings than are asked")
	}
	denied, filters := total(d, metric.FalseNegatives, bloom)
	if filters == 0 {
		return claim.Untested("the run asked no Bloom filter for its keys")
	}
	return claim.Counted(denied == 0, "exact count", "false negatives", "keys", denied,
		fmt.Sprintf("of %d filters, each with a hash function of its own", filters))
}
