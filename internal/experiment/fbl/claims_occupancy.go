package fbl

import (
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

// occupancyClaims are those about how full a filter is, and how many elements it holds.
func occupancyClaims() []claim.Claim {
	return []claim.Claim{
		varied(claim.Claim{ID: "L3", Quote: claim.Says("linear-bloom-filter-paper.txt:195",
			"Para armazenar cerca de 100 elementos no FBL e manter uma taxa de ocupação de 50% (Figura 4), o número máximo de bits para a quantização não deve ultrapassar os 4 bits por célula."),
			Section: "4.1, Figure 4", Metric: CellCapacity, Statement: "at an occupancy of 50 % about 100 elements fit only up to b = 4 (k = 7)",
			Margin: "about: ±10 %; at b = 5 fewer than that"},
			claim.Margin{Name: "margin", Value: 0.1}, true, func(f *numbers, r reading, margin float64) []part {
				low, high := 100*(1-margin), 100*(1+margin)
				return []part{f.part(capacityAt(r, 4, "0.5"), claim.Region{Low: low, High: high}), f.part(capacityAt(r, 5, "0.5"), claim.Below(low))}
			}),
		ownClaim(claim.Claim{ID: "L8", Quote: claim.Says("linear-bloom-filter-paper.txt:210",
			"quando b é superior a 12 […] a taxa de ocupação do filtro é superior a 50%, aproximando-se claramente da zona de saturação"),
			Section: "4.2, Figure 5d", Metric: reading{}.occupancy(), Statement: "beyond b = 12 the occupancy is above 50 % (k = 7, every n)"},
			true, func(f *numbers, r reading) []part {
				return each(axis.Span(13, 16), func(n, b int) part { return f.part(r.at(r.occupancy(), n, b, 7), claim.Above(0.5)) })
			}),
		ownClaim(claim.Claim{ID: "L20", Quote: claim.Says("linear-bloom-filter-paper.txt:195",
			"o diferencial entre taxas de ocupação é atenuado à medida que os elementos aumentam a sua precisão"),
			Section: "4.1, Figure 4", Metric: CellCapacity, Statement: "the capacities at 30 and 70 % of occupancy draw nearer as b grows (k = 7)",
			Margin: "their difference shrinks from each b to the next, of those b that reach 70 %"},
			true, func(f *numbers, r reading) []part {
				var list []part
				for b := 2; b <= largestB; b++ {
					now, before := spreadAt(r, b), spreadAt(r, b-1)
					if !f.reached(now) || !f.reached(before) {
						continue
					}
					list = append(list, f.quotient(fmt.Sprintf("difference at b = %d / at %d", b, b-1), now, before, claim.Below(1)))
				}
				return f.enough(list, "an occupancy of 70 %")
			}),
		ownClaim(claim.Claim{ID: "L21", Quote: claim.Says("linear-bloom-filter-paper.txt:195",
			"O número de bits por célula tem um grande impacto na capacidade de armazenamento de dados num FBL de dimensão fixa, em especial na fase inicial do aumento da precisão."),
			Section: "4.1, Figure 4", Metric: CellCapacity, Statement: "the first bits of a cell cost the most capacity (k = 7, 50 % of occupancy)",
			Margin: "every later bit costs less than the first that can be compared"},
			true, func(f *numbers, r reading) []part {
				loss := func(b int) []term { return minus(capacityAt(r, b-1, "0.5"), capacityAt(r, b, "0.5")) }
				var list []part
				first := 0
				for b := 2; b <= largestB; b++ {
					switch {
					case !f.reached(loss(b)):
					case first == 0:
						first = b
					default:
						list = append(list, f.quotient(fmt.Sprintf("loss at b = %d / at %d", b, first), loss(b), loss(first), claim.Below(1)))
					}
				}
				return f.enough(list, "an occupancy of 50 %")
			}),
		ownClaim(claim.Claim{ID: "L26", Quote: claim.Says("linear-bloom-filter-paper.txt:221",
			"quando k > 12 o filtro aproxima-se do modo de saturação"),
			Section: "4.3, Figure 6b", Metric: reading{}.occupancy(), Statement: "beyond k = 12 the filter nears saturation (b = 8, every n)",
			Margin: "an occupancy above 50 %, the paper's own of section 4.2"},
			true, func(f *numbers, r reading) []part {
				return each(axis.Span(13, largestK), func(n, k int) part { return f.part(r.at(r.occupancy(), n, paperB, k), claim.Above(0.5)) })
			}),
	}
}

// spreadAt is the difference of the capacities at the ends of Figure 4.
func spreadAt(r reading, b int) []term {
	return minus(capacityAt(r, b, "0.7"), capacityAt(r, b, "0.3"))
}

func capacityAt(r reading, b int, occupancy string) key {
	return key{metric: r.capacity(), b: b, k: paperK, quantisation: r.quantisation.String(), occupancy: occupancy}
}

// reached reports whether the run holds all numbers of a sum: an occupancy that
// no filter of a shape reaches has no capacity.
func (f *numbers) reached(terms []term) bool {
	for _, t := range terms {
		if _, ok := f.find(t.key); !ok {
			return false
		}
	}
	return true
}

// enough records that the run holds none of the numbers of a claim.
func (f *numbers) enough(list []part, what string) []part {
	if len(list) == 0 && f.missing == "" {
		f.missing = fmt.Sprintf("the run holds no capacities at %s to compare", what)
	}
	return list
}
