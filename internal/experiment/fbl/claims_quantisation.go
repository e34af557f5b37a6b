package fbl

import (
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// quantisationClaims are those about codes, with or without a filter.
func quantisationClaims() []claim.Claim {
	return []claim.Claim{
		ownClaim(claim.Claim{ID: "L1", Quote: claim.Says("linear-bloom-filter-paper.txt:123-125",
			"por uma operação de arredondamento pode ser convertido num inteiro, assumindo um erro máximo absoluto de quantização (FBL_{ERR}) dado pela Eq.(4). […] = ± 1/(2^b − 1)"),
			Section: "3.3, equation 4", Metric: QuantisationError, Statement: "quantisation errs by no more than 1/(2^b − 1)"}.
			Constructed("a number rounded down is less than one code above it"),
			false, func(f *numbers, r reading) []part {
				return over(widths(), func(b int) part {
					bound := math.Nextafter(1/float64(linear.TopCode(b)), 2) // the end belongs to the claim
					return f.part(r.at(QuantisationError, 0, b, 0), claim.Below(bound))
				})
			}),
		claim.About(UnlikeBloom, "L16", "3.2", "with c = 1 for all elements the filter is a Bloom filter",
			"", isBloom).From(claim.Says("linear-bloom-filter-paper.txt:81",
			"Caso seja usado c = 1 para todos os elementos inseridos, então o FBL comporta-se como um FB tradicional.")).
			Constructed("of cells that are all ones or 0 the maximum and the minimum are the OR and AND of a Bloom filter's bits"),
		// The reason that the paper gives for rounding down.
		ownClaim(claim.Claim{ID: "L17", Quote: claim.Says("linear-bloom-filter-paper.txt:127",
			`se existir uma atenuação, por mais pequena que seja, a representação binária nunca terá todos os bits a "1"`),
			Section: "3.3", Metric: QuantisationError, Statement: "after any attenuation, however small, not all bits of a cell are 1",
			Margin: "the code of the largest c below 1 of the experiment is not that of 1, for every b"}.
			Constructed("rounded down, c below 1 has a code below the largest"),
			false, func(_ *numbers, r reading) []part {
				return over(widths(), func(b int) part {
					code := r.quantisation.Code(float64(unit-1)/unit, b)
					return certain(fmt.Sprintf("code / top code at b = %d", b), linear.Value(code, b), claim.Below(1))
				})
			}),
		ownClaim(claim.Claim{ID: "L18", Quote: claim.Says("linear-bloom-filter-paper.txt:121",
			"à medida que b aumenta o erro de quantização diminui"),
			Section: "3.3", Metric: QuantisationError, Statement: "the error of quantisation falls as b grows",
			Margin: "the largest error, from each b to the next"}.
			Constructed("rounded down to b bits a number is off by less than a step, and steps halve with each bit"),
			false, func(f *numbers, r reading) []part {
				at := func(b int) []term { return one(r.at(QuantisationError, 0, b, 0)) }
				return over(axis.Span(2, largestB), func(b int) part {
					return f.quotient(fmt.Sprintf("error at b = %d / at %d", b, b-1), at(b), at(b-1), claim.Below(1))
				})
			}),
		// The paper attenuates by 0.9 in its example of use.
		ownClaim(claim.Claim{ID: "L19", Quote: claim.Says("linear-bloom-filter-paper.txt:115",
			"O efeito é reduzir o grau de confiança associado a todos os elementos presentes no filtro, que no limite se aproxima de 0."),
			Section: "3.2", Metric: QuantisationError, Statement: "attenuated again and again, all confidences approach 0",
			Margin: "from 1 to 0 by the factor 0.9, for every b"}.
			Constructed("rounded down, a code times 0.9 is another one below it until it is 0"),
			false, func(_ *numbers, r reading) []part {
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
