package claim

import (
	"math"

	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/filter/linear"
)

func l1() Claim {
	return fblClaim(Claim{
		ID: "L1", Source: "3.3, equation 4", Metric: fbl.MetricQuantisation,
		Statement: "quantisation errs by no more than 1/(2^b − 1)",
	}, false, func(f *fblData, r reading) []part {
		var list []part
		for b := 1; b <= 16; b++ {
			bound := math.Nextafter(1/float64(linear.TopCode(b)), 2) // the end belongs to the claim
			list = append(list, f.part(fblKey{metric: fbl.MetricQuantisation, b: b, quantisation: r.quantisation.String()}, below(bound)))
		}
		return list
	})
}
