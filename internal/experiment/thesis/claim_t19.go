package thesis

import (
	"fmt"
	"strings"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// Chapter 3: less space at no more time of rejection, which is the mean time to
// find that an element is not in the set.
func t19() claim.Claim {
	return claim.Claim{
		ID: "T19", Section: "3", Metric: metric.Query,
		Statement: "a Bloom filter rejects a word no more slowly than the exact store",
		Margin:    "1 %",
		Test: func(d *claim.Data) claim.Outcome {
			o := againstStore(d, metric.Query, noSlower(), bloom)
			words, negatives := d.Meta.Expect["words"], d.Meta.Expect["negatives"]
			if o.NotTested == "" && words > 0 {
				o.Detail = strings.Join(claim.NonEmpty(o.Detail, fmt.Sprintf("%.1f %% of the words asked are to be rejected", 100*float64(negatives)/float64(words))), "; ")
			}
			return o
		},
	}
}
