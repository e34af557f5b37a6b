package claim

import (
	"fmt"
	"hyphbench/internal/experiment/thesis"
)

func t13() Claim {
	return Claim{
		ID: "T13", Experiment: thesisName, Source: "4.3.2", Metric: thesis.MetricFN,
		Statement: "a cuckoo filter has no false negatives",
		Test:      losesNoKeys,
	}
}

// losesNoKeys adds up the false negatives of every filter that was built.
func losesNoKeys(d *Data) Outcome {
	var lost float64
	filters := 0
	for cell, list := range d.byCell {
		if cell.Metric != thesis.MetricFN || cell.Filter != cuckoo {
			continue
		}
		for _, o := range list {
			lost += o.value
		}
		filters += len(list)
	}
	if filters == 0 {
		return Untested("the run asked no cuckoo filter for its keys")
	}
	asked := "every key"
	if keys := d.Run.Meta.Expect["keys"]; keys > 0 {
		asked = fmt.Sprintf("each of %d keys", keys)
	}
	return Counted(lost == 0, "exact count", "false negatives", "keys", lost,
		fmt.Sprintf("%s was asked of %d filters, each with a hash function of its own", asked, filters))
}
