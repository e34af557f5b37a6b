package fbl

import (
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

// occupancyClaims are those about how full a filter is, and how many elements it holds.
func occupancyClaims() claim.Tests {
	return claim.Tests{
		"L3": varied(CellCapacity, claim.Margin{Name: "margin", Value: 0.1}, true, func(f *numbers, r reading, margin float64) []part {
			low, high := 100*(1-margin), 100*(1+margin)
			return []part{f.part(capacityAt(r, 4, "0.5"), claim.Region{Low: low, High: high}), f.part(capacityAt(r, 5, "0.5"), claim.Below(low))}
		}),
		"L8": ownClaim(reading{}.occupancy(), true, func(f *numbers, r reading) []part {
			return each(axis.Span(13, 16), func(n, b int) part { return f.part(r.at(r.occupancy(), n, b, 7), claim.Above(0.5)) })
		}),
		"L20": ownClaim(CellCapacity, true, func(f *numbers, r reading) []part {
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
		"L21": ownClaim(CellCapacity, true, func(f *numbers, r reading) []part {
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
		"L26": ownClaim(reading{}.occupancy(), true, func(f *numbers, r reading) []part {
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
