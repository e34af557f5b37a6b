package fbl

import (
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

func l2() claim.Claim {
	return claim.Claim{
		ID: "L2", Section: "4", Metric: MSE,
		Statement: "k ≈ 7 is best for n = 100 and b = 4, by k = (m/n)·ln 2",
		Margin:    "the formula rounds to 7",
		Test:      bestK,
	}
}

// bestK is the arithmetic, with the k of least error at the point that the
// paper compares it with.
func bestK(d *claim.Data) claim.Outcome {
	bits, err := strconv.ParseFloat(d.Run.Meta.Parameters["bits"], 64)
	if err != nil {
		return claim.Untested("the run does not say how many bits its filters have")
	}
	k := bits / 4 / 100 * math.Ln2
	f := newNumbers(d.Summary)
	best, least := 0, math.Inf(1)
	for try := 2; try <= 16; try++ {
		mse := f.get(key{metric: MSE, n: 70, b: 8, k: try, quantisation: linear.Floor.String()})
		if mse.Value < least {
			best, least = try, mse.Value
		}
	}
	detail := f.missing
	if detail == "" {
		detail = fmt.Sprintf("at b = 8 and n = 70 the mean squared error is least at k = %d, where the formula gives %.1f: it is right for the false positives of a Bloom filter, not for the error of an estimate", best, bits/8/70*math.Ln2)
	}
	return claim.Counted(math.Round(k) == 7, "arithmetic", "k", "", k, detail)
}
