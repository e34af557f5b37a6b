package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Section 3.1 states it both ways; its next paragraph, and the word "filter" in
// place of "set", admit false positives.
func t22() claim.Claim {
	return claim.Claim{
		ID: "T22", Section: "3.1", Metric: metric.FalsePositives,
		Statement: "a Bloom filter has a 0 at a bit examined if and only if the word is not in the set",
		Test:      zeroIffStranger,
	}
}

// zeroIffStranger adds up the wrong answers of either kind.
func zeroIffStranger(d *claim.Data) claim.Outcome {
	if !plainKeys(d) {
		return claim.Untested("the filters of the run hold other strings than are asked")
	}
	admitted, filters := total(d, metric.FalsePositives, bloom)
	denied, asked := total(d, metric.FalseNegatives, bloom)
	if filters == 0 || asked == 0 {
		return claim.Untested("the run does not hold the false positives and negatives of a Bloom filter")
	}
	return claim.Counted(admitted == 0 && denied == 0, "exact count", "wrong answers", "words", admitted+denied,
		fmt.Sprintf("%.0f words that are no keys have no 0, %.0f keys have one, of %d filters; that every stranger has a 0 is what a filter gives up", admitted, denied, filters))
}

// total adds up a count over all filters of a structure that were built.
func total(d *claim.Data, name runfolder.Metric, filter string) (sum float64, filters int) {
	for _, c := range d.Samples.Cells(name) {
		if c.Filter != filter {
			continue
		}
		for _, v := range c.Values() {
			sum += v
			filters++
		}
	}
	return sum, filters
}

// plainKeys reports whether the filters of the run hold the words that are
// asked of them.
func plainKeys(d *claim.Data) bool { return d.Meta.Parameters["filter_keys"] != keysHyphenated }
