package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// The text counts the codes of k bits; n elements have as many different ones
// if the hash function is chosen for them, but it is a random one.
func t17() claim.Claim {
	return claim.Claim{
		ID: "T17", Section: "2.1.3", Metric: metric.FalsePositives,
		Statement: "compressed to k ≥ log2 n bits, n elements do not collide",
		Margin:    "no collision: with a probability of 99 % or more",
		Test:      codesDoNotCollide,
	}
}

// codesDoNotCollide judges by the formula, at the fewest bits of the claim and
// the number of keys of the run: hash compaction is not a structure of the run.
func codesDoNotCollide(d *claim.Data) claim.Outcome {
	n, bits, ok := codesOfKeys(d)
	if !ok {
		return claim.Untested("the run does not say how many keys it has")
	}
	p := allDistinct(n, bits)
	return claim.Counted(p >= 1-leastEffect, "arithmetic, for the keys of the run", "probability that no two codes are equal", "", p,
		fmt.Sprintf("of %.0f random codes of %d bits %.4g pairs are equal on average", n, bits, n*(n-1)/2/math.Exp2(float64(bits))))
}

// codesOfKeys are the number n of the keys of the run and ⌈log2 n⌉.
func codesOfKeys(d *claim.Data) (n float64, bits int, ok bool) {
	n = float64(d.Meta.Expect["keys"])
	if n < 1 {
		return 0, 0, false
	}
	return n, int(math.Ceil(math.Log2(n))), true
}

// allDistinct is the probability that n random codes are all different.
func allDistinct(n float64, bits int) float64 {
	log := 0.0
	for i := 1.0; i < n; i++ {
		log += math.Log1p(-i / math.Exp2(float64(bits)))
	}
	return math.Exp(log)
}
