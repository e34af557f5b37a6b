package thesis

import (
	"fmt"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func t13() claim.Claim {
	return claim.Claim{
		ID: "T13", Section: "4.3.2", Metric: metric.FalseNegatives,
		Statement: "a cuckoo filter has no false negatives",
		Margin:    "none, after the deletion of half of the keys either",
		Test:      losesNoKeys,
	}
}

// losesNoKeys adds up the false negatives of every filter that was built. Those
// of the filters as they were built ("fn") end the run that finds one; those
// after deletions are recorded, so that the claim can fail.
func losesNoKeys(d *claim.Data) claim.Outcome {
	lost, built := falseNegatives(d, metric.FalseNegatives)
	more, deleted := falseNegatives(d, AfterDeletions)
	lost += more
	switch {
	case built+deleted == 0:
		return claim.Untested("the run asked no cuckoo filter for its keys")
	case deleted == 0 && lost == 0:
		return claim.Untested(fmt.Sprintf("the run has no %s: the count of 0 in %d filters as they were built is no test, since a run that loses a key ends; want a new run",
			AfterDeletions, built))
	}
	asked := "every key"
	if keys := d.Run.Meta.Expect["keys"]; keys > 0 {
		asked = fmt.Sprintf("each of %d keys", keys)
	}
	return claim.Counted(lost == 0, "exact count", "false negatives", "keys", lost,
		fmt.Sprintf("%s was asked of %d filters, each with a hash function of its own; of %d a half of the keys was deleted and the other half asked", asked, built, deleted))
}

// falseNegatives adds up a metric of the cuckoo filters, and counts these.
func falseNegatives(d *claim.Data, name runfolder.Metric) (lost float64, filters int) {
	for _, c := range d.Samples.Cells(name) {
		if c.Filter != cuckoo {
			continue
		}
		for _, v := range c.Values() {
			lost += v
		}
		filters += c.Len()
	}
	return lost, filters
}
