package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// The text has the probability of one equal code; a stranger meets n of them.
func t18() claim.Claim {
	return claim.Claim{
		ID: "T18", Section: "2.1.3", Metric: metric.FalsePositives,
		Statement: "the false-positive rate of hash compaction to k bits is at most 2^−k",
		Margin:    "1 % of 2^−k",
		Test:      compactionRate,
	}
}

// compactionRate judges by the formula, for the keys of the run at k = ⌈log2 n⌉.
func compactionRate(d *claim.Data) claim.Outcome {
	n, bits, ok := codesOfKeys(d)
	if !ok {
		return claim.Untested("the run does not say how many keys it has")
	}
	bound := math.Exp2(-float64(bits))
	rate := strangerMeets(n, bits)
	return claim.Counted(rate <= bound*(1+leastEffect), "arithmetic, for the keys of the run", "rate / 2^−k", "×", rate/bound,
		fmt.Sprintf("a random code of %d bits is that of one of %.0f keys with the probability %.4g; the bound is %.4g", bits, n, rate, bound))
}

// strangerMeets is the probability that a random code is one of n random ones.
func strangerMeets(n float64, bits int) float64 {
	if bits == 0 {
		return 1
	}
	return -math.Expm1(n * math.Log1p(-math.Exp2(-float64(bits))))
}
