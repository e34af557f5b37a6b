package routing

import (
	"fmt"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// articleClaims are those of the article's section on attenuated Bloom filters.
func articleClaims() []claim.Claim {
	const section = "attenuated Bloom filters"
	return claim.Of("article routing",
		claim.Claim{ID: "RT6", Section: section, Metric: Found,
			Statement: "filters of several levels discover services more than one hop away",
			Margin:    "at the largest filters, more lookups end without a random step with each depth", Test: discovers},
		claim.Claim{ID: "RT7", Section: section, Metric: Fill,
			Statement: "levels that are moved on at each hop avoid the saturation of a filter",
			Margin:    "messages of one size: at every size and depth above 1 the fullest level has a smaller share of bits set than one filter of all within reach", Test: saturation(false)},
		claim.Claim{ID: "RT8", Section: section, Metric: Fill,
			Statement: "levels that are moved on at each hop avoid the saturation of a filter",
			Margin:    "each level of the size of the one filter of all within reach: at every size and depth above 1 the fullest is less full", Test: saturation(true)},
		claim.Claim{ID: "RT9", Section: section, Metric: Hops,
			Statement: "the levels show which node is next on the way to a service",
			Margin:    "messages of one size: in the mean over all sizes and depths above 1, fewer messages of a lookup than with one filter of all within reach", Test: nextHop},
	)
}

// discovers looks for a depth that finds no more than the one before it.
func discovers(d *claim.Data) claim.Outcome {
	r := read(d)
	var shares []float64
	for _, depth := range r.depths {
		c := visit{graph, attenuated, last(r.bits), depth}.cell(Found, -1)
		if !r.has(c) {
			return claim.Untested("the run does not hold two rounds of attenuated filters of every depth")
		}
		shares = append(shares, r.Mean(c))
	}
	if len(shares) < 2 {
		return claim.Untested("the run has one depth: want two")
	}
	rising := true
	for i := 1; i < len(shares); i++ {
		rising = rising && (shares[i] > shares[i-1] || shares[i] == 1)
	}
	return claim.Counted(rising, "counted", fmt.Sprintf("found at depth %d", last(r.depths)), "%", 100*shares[len(shares)-1],
		fmt.Sprintf("%.0f %% at depth %d", 100*shares[0], r.depths[0]))
}

// saturation compares the fullest level with one filter: of the bits of all levels, or
// of the bits of each.
func saturation(ofEach bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		r := read(d)
		places, below, worst, where := 0, 0, 0.0, ""
		for _, bits := range r.bits {
			for _, depth := range r.depths {
				one := bits
				if ofEach {
					one = bits / depth
				}
				if depth < 2 || ofEach && (bits%depth != 0 || !slices.Contains(r.bits, one)) {
					continue
				}
				whole := r.Mean(fillOf(visit{graph, flat, one, depth}, depth))
				fullest := 0.0
				for level := 1; level <= depth; level++ {
					fullest = max(fullest, r.Mean(fillOf(visit{graph, attenuated, bits, depth}, level)))
				}
				if !(whole > 0 && fullest > 0) {
					continue
				}
				places++
				if fullest < whole {
					below++
				}
				if fullest/whole > worst {
					worst, where = fullest/whole, fmt.Sprintf("largest at depth %d in %d bits: %.0f %% against %.0f %%", depth, bits, 100*fullest, 100*whole)
				}
			}
		}
		if places == 0 {
			return claim.Untested("the run does not hold two rounds of attenuated filters and of those to compare with")
		}
		return claim.Counted(below == places, "counted", "bits set, fullest level / one filter", "×", worst, fmt.Sprintf("less full at %d of %d places; %s", below, places, where))
	}
}

func fillOf(v visit, level int) runfolder.Cell {
	return runfolder.Cell{Filter: v.way, Metric: Fill, Point: v.at(-1, level)}
}

func nextHop(d *claim.Data) claim.Outcome {
	r := read(d)
	var p pairs
	for _, bits := range r.bits {
		for _, depth := range r.depths {
			if depth > 1 {
				p.add(r, visit{graph, attenuated, bits, depth}.cell(Hops, -1), visit{graph, flat, bits, depth}.cell(Hops, -1))
			}
		}
	}
	return r.compared(p, claim.Below(0), "messages, levels / one filter")
}
