package fbl

import (
	"fmt"
	"math"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// The paper attenuates by 0.9 in its example of use.
func l19() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L19", Section: "3.2", Metric: QuantisationError,
		Statement: "attenuated again and again, all confidences approach 0",
		Margin:    "from 1 to 0 by the factor 0.9, for every b",
	}, false, func(_ *numbers, r reading) []part {
		var list []part
		for b := 1; b <= largestB; b++ {
			list = append(list, certain(fmt.Sprintf("confidence left at b = %d", b), attenuated(r.quantisation, b), exactRegion(0)))
		}
		return list
	})
}

// attenuated is what is left of the confidence 1 when attenuation by 0.9 changes
// it no more; NaN where the structure refuses.
func attenuated(q linear.Quantisation, b int) float64 {
	const element = "0"
	l, err := linear.New(linear.Config{Cells: 64, CellBits: b, Hashes: paperK, Quantisation: q})
	if err != nil || l.Add(element, 1) != nil {
		return math.NaN()
	}
	for before := -1.0; l.Confidence(element) != before; {
		before = l.Confidence(element)
		if l.Attenuate(0.9) != nil {
			return math.NaN()
		}
	}
	return l.Confidence(element)
}
