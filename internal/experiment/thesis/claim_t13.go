package thesis

import (
	"fmt"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t13() claim.Claim {
	return claim.Claim{
		ID: "T13", Section: "4.3.2", Metric: metric.FalseNegatives,
		Statement: "a cuckoo filter has no false negatives",
		Test:      losesNoKeys,
	}
}

// losesNoKeys adds up the false negatives of every filter that was built.
func losesNoKeys(d *claim.Data) claim.Outcome {
	var lost float64
	filters := 0
	for _, c := range d.Samples.Cells(metric.FalseNegatives) {
		if c.Filter != cuckoo {
			continue
		}
		for _, v := range c.Values() {
			lost += v
		}
		filters += len(c.Rows)
	}
	if filters == 0 {
		return claim.Untested("the run asked no cuckoo filter for its keys")
	}
	asked := "every key"
	if keys := d.Run.Meta.Expect["keys"]; keys > 0 {
		asked = fmt.Sprintf("each of %d keys", keys)
	}
	return claim.Counted(lost == 0, "exact count", "false negatives", "keys", lost,
		fmt.Sprintf("%s was asked of %d filters, each with a hash function of its own", asked, filters))
}
