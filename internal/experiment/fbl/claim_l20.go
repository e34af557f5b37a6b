package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func l20() claim.Claim {
	return ownClaim(claim.Claim{
		ID: "L20", Section: "4.1, Figure 4", Metric: BitCapacity,
		Statement: "the capacities at 30 and 70 % of occupancy draw nearer as b grows (k = 7)",
		Margin:    "their difference shrinks from each b to the next, of those b that reach 70 %",
	}, true, func(f *numbers, r reading) []part {
		var list []part
		for b := 2; b <= largestB; b++ {
			now, before := spreadAt(r, b), spreadAt(r, b-1)
			if !f.reached(now) || !f.reached(before) {
				continue
			}
			list = append(list, f.quotient(fmt.Sprintf("difference at b = %d / at %d", b, b-1), now, before, claim.Below(1)))
		}
		return f.enough(list, "an occupancy of 70 %")
	})
}

// spreadAt is the difference of the capacities at the ends of Figure 4.
func spreadAt(r reading, b int) []term {
	return minus(capacityAt(r, b, "0.7"), capacityAt(r, b, "0.3"))
}

func capacityAt(r reading, b int, occupancy string) key {
	return key{metric: r.capacity(), b: b, k: paperK, quantisation: r.quantisation.String(), occupancy: occupancy}
}

// capacity is the metric of the reading.
func (r reading) capacity() runfolder.Metric {
	if r.cells {
		return CellCapacity
	}
	return BitCapacity
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
