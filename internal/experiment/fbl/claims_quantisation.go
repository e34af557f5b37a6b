package fbl

import (
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// quantisationClaims are those about codes, with or without a filter.
func quantisationClaims() claim.Tests {
	return claim.Tests{
		"L1": ownClaim(QuantisationError, false, func(f *numbers, r reading) []part {
			return over(widths(), func(b int) part {
				bound := math.Nextafter(1/float64(linear.TopCode(b)), 2) // the end belongs to the claim
				return f.part(r.at(QuantisationError, 0, b, 0), claim.Below(bound))
			})
		}),
		"L16": claim.By(UnlikeBloom, isBloom),
		"L17": ownClaim(QuantisationError, false, func(_ *numbers, r reading) []part {
			return over(widths(), func(b int) part {
				code := r.quantisation.Code(float64(unit-1)/unit, b)
				return certain(fmt.Sprintf("code / top code at b = %d", b), linear.Value(code, b), claim.Below(1))
			})
		}),
		"L18": ownClaim(QuantisationError, false, func(f *numbers, r reading) []part {
			at := func(b int) []term { return one(r.at(QuantisationError, 0, b, 0)) }
			return over(axis.Span(2, largestB), func(b int) part {
				return f.quotient(fmt.Sprintf("error at b = %d / at %d", b, b-1), at(b), at(b-1), claim.Below(1))
			})
		}),
		"L19": ownClaim(QuantisationError, false, func(_ *numbers, r reading) []part {
			return over(widths(), func(b int) part {
				return certain(fmt.Sprintf("confidence left at b = %d", b), attenuated(r.quantisation, b), exactRegion(0))
			})
		}),
	}
}

// isBloom adds up the differences of all shapes.
func isBloom(d *claim.Data) claim.Outcome {
	shapes, differences := 0, 0.0
	for _, l := range layouts() {
		for _, v := range d.Sample(key{metric: UnlikeBloom, b: l.b, k: l.k}.cell()) {
			shapes++
			differences += v
		}
	}
	if shapes == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s, the differences from a Bloom filter", UnlikeBloom))
	}
	return claim.Counted(differences == 0, "exact count", "cells and answers that differ", "", differences,
		fmt.Sprintf("%d shapes, in each every cell and the answers to %d strings", shapes, likeAsked))
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
