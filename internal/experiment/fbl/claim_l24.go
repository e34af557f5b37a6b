package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func l24() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L24", Section: "4.3", Metric: SD,
		Statement: "the standard deviation of the estimates is practically constant over k (n = 70, b = 8)",
		Margin:    "±1 % of the average over k = 2 … 16, at each k",
	}, false, func(f *numbers, r reading) []part { return constantOverK(f, SD, r) })
}

// constantOverK compares a metric at each k with its average over k.
func constantOverK(f *numbers, metric runfolder.Metric, r reading) []part {
	at := func(k int) key {
		return key{metric: metric, n: largestN, b: paperB, k: k, quantisation: r.quantisation.String()}
	}
	var average []term
	for k := 2; k <= largestK; k++ {
		average = append(average, term{1.0 / (largestK - 1), at(k)})
	}
	var list []part
	for k := 2; k <= largestK; k++ {
		list = append(list, f.quotient(fmt.Sprintf("%s at k = %d / average", metric, k), one(at(k)), average, claim.Region{Low: 0.99, High: 1.01}))
	}
	return list
}
