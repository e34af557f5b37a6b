package fbl

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
)

// The paper's mean of c is that of 100,000 iterations of n confidences, for n = 30
// at the fewest, and printed with four digits. Half the width of its interval is
// thus at most that of 3,000,000 uniform values, and half of the last digit.
const (
	paperMeanOfC   = 0.5005
	paperMeanCount = 3_000_000
	paperLastDigit = 0.0001
)

// paperMeanHalfWidth is 0.00038.
func paperMeanHalfWidth() float64 { return 1.959964/math.Sqrt(12*paperMeanCount) + paperLastDigit/2 }

func l12() claim.Claim {
	return claim.Claim{
		ID: "L12", Section: "4.2", Metric: Mean,
		Statement: "the mean of c itself is 0.5005",
		Margin:    "±0.00038, the paper's own 95 % interval: of 3,000,000 uniform values, and of rounding to four digits",
		Test:      meanOfC,
	}
}

func meanOfC(d *claim.Data) claim.Outcome {
	f := newNumbers(d.Summary)
	of := func(half float64) part {
		return f.part(key{metric: Mean, n: 70, quantisation: unquantised}, claim.Region{Low: paperMeanOfC - half, High: paperMeanOfC + half})
	}
	p := of(paperMeanHalfWidth())
	if f.missing != "" {
		return claim.Untested(f.missing)
	}
	o := outcomeOf([]part{p})
	o.Test = "t over all confidences; equivalence"
	o.Detail = fmt.Sprintf("the paper's mean is %.1f standard errors or more from the 0.5 of a uniform distribution, which its interval excludes",
		(paperMeanOfC-0.5)*math.Sqrt(12*paperMeanCount))
	o.Vary = claim.Margin{Name: "half-width", Value: paperMeanHalfWidth(), Absolute: true, At: func(half float64) (float64, float64) { return of(half).P() }}
	return o
}
