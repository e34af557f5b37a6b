package fbl

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/report/claim"
)

// The rule of thumb for a plain Bloom filter.
func l14() claim.Claim {
	return claim.Claim{
		ID: "L14", Section: "3.1", Metric: Mean,
		Statement: "a Bloom filter of m ≈ 10 n bits has less than 1 % of false positives, with k = 7",
		Margin:    "the exact rate at every n of the run; (m/n)·ln 2 rounds to 7",
		Test:      ruleOfThumb,
	}
}

// ruleOfThumb is arithmetic, at the numbers of elements of the run.
func ruleOfThumb(d *claim.Data) claim.Outcome {
	var elements []int
	for _, c := range d.Samples.Cells(Mean) {
		if n, err := strconv.Atoi(c.Point.Value(0)); err == nil && !slices.Contains(elements, n) {
			elements = append(elements, n)
		}
	}
	if len(elements) == 0 {
		return claim.Untested("the run holds no number of elements")
	}
	const bitsPerElement, k, rate = 10, 7, 0.01
	worst, at := 0.0, 0
	for _, n := range elements {
		if f := bloom.OccupancyMoment(uint64(bitsPerElement*n), k*n, k); f > worst {
			worst, at = f, n
		}
	}
	return claim.Counted(worst < rate && math.Round(bitsPerElement*math.Ln2) == k, "arithmetic", "largest rate", "%", 100*worst,
		fmt.Sprintf("at n = %d; by the formula (1 − e^(−kn/m))^k it is %.3f %%", at, 100*math.Pow(-math.Expm1(-float64(k)/bitsPerElement), k)))
}
