package fbl

import (
	"fmt"
	"hyphbench/internal/report/claim"
	"math"
)

func l12() claim.Claim {
	return claim.Claim{
		ID: "L12", Section: "4.2", Metric: Mean,
		Statement: "the mean of c itself is 0.5005",
		Margin:    "±0.001, twice as far as the paper's mean is from 0.5",
		Test:      meanOfC,
	}
}

func meanOfC(d *claim.Data) claim.Outcome {
	f := newNumbers(d.Summary)
	p := f.part(key{metric: Mean, n: 70, quantisation: unquantised}, claim.Region{Low: 0.4995, High: 0.5015})
	if f.missing != "" {
		return claim.Untested(f.missing)
	}
	o := outcomeOf([]part{p})
	o.Test = "t over all confidences; equivalence"
	// The paper has 100,000 iterations, for n = 30 at the fewest.
	o.Detail = fmt.Sprintf("the paper's own mean, of 3,000,000 values or more, is %.1f standard errors or more from the 0.5 of a uniform distribution", 0.0005*math.Sqrt(12*3e6))
	return o
}
