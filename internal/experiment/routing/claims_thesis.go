package routing

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

// near is how much longer than by exact tables a way by filters may be, to be as good.
const near = 0.05

// thesisClaims are those of section 3.5.5.
func thesisClaims() []claim.Claim {
	const within = "as many messages as with exact lists, within 5 %"
	return claim.Of("thesis routing",
		claim.Claim{ID: "RT1", Section: "3.5.5", Metric: Wrong,
			Statement: "the OR of the children's filters stands for their lists: false positives occur, false negatives do not",
			Margin:    "a lookup that does not find its resource ends the run; false positives are wrong turns at the smallest filters", Test: onlyFalsePositives},
		claim.Claim{ID: "RT2", Section: "3.5.5", Metric: Hops,
			Statement: "by the filters a node decides whether a request goes to a child or up a level",
			Margin:    within + ", at the largest filters of the tree", Test: leads},
		claim.Claim{ID: "RT3", Section: "3.5.5", Metric: Advert,
			Statement: "Bloom filters are of special advantage for lists of resources, since they are combined by OR",
			Margin:    "in tree and quadtree, at the smallest filters with " + within + ": fewer bytes told than with these", Test: advantage},
		claim.Claim{ID: "RT4", Section: "3.5.5, geographic routing", Metric: Hops,
			Statement: "a message from any device comes through the squares to its destination by queries to filters, also while devices move",
			Margin:    within + ", at the largest filters after every number of moves", Test: geographic},
		claim.Claim{ID: "RT5", Section: "3.5.5; 4", Metric: Hops,
			Statement: "while devices move, filters from which nothing can be deleted lead worse than filters made anew",
			Margin:    "more messages after the most moves, in the mean over all sizes", Test: stays},
	)
}

// onlyFalsePositives looks for wrong turns: the other half is the run's own condition.
func onlyFalsePositives(d *claim.Data) claim.Outcome {
	r := read(d)
	if len(r.bits) == 0 {
		return claim.Untested("the run has no filters")
	}
	c := visit{tree, ored, r.bits[0], 0}.cell(Wrong, -1)
	if !r.has(c) {
		return claim.Untested("the run does not hold two rounds of the tree")
	}
	turns := r.Mean(c)
	return claim.Counted(turns > 0, "counted", "wrong turns of a lookup", "", turns, fmt.Sprintf("with filters of %d bits; no lookup ended without its resource", r.bits[0]))
}

func leads(d *claim.Data) claim.Outcome {
	r := read(d)
	var p pairs
	p.add(r, visit{tree, ored, last(r.bits), 0}.cell(Hops, -1), visit{scene: tree, way: exact}.cell(Hops, -1))
	return r.same(p, near, "messages / by exact lists")
}

// advantage compares the bytes told at the smallest filters that lead as exact lists do.
func advantage(d *claim.Data) claim.Outcome {
	r := read(d)
	holds, most, detail := true, 0.0, ""
	for _, s := range []struct {
		scene string
		times int
	}{{tree, -1}, {quadtree, 0}} {
		lists := visit{scene: s.scene, way: exact}
		if !r.has(lists.cell(Hops, s.times)) {
			return claim.Untested("the run does not hold two rounds of exact lists in tree and quadtree")
		}
		found := false
		for _, bits := range r.bits {
			v := visit{s.scene, ored, bits, 0}
			if !(r.Mean(v.cell(Hops, s.times)) <= (1+near)*r.Mean(lists.cell(Hops, s.times))) {
				continue
			}
			share := r.Mean(v.cell(Advert, s.times)) / r.Mean(lists.cell(Advert, s.times))
			found, holds, most = true, holds && share < 1, max(most, share)
			detail += fmt.Sprintf("%s: %d bits, %.2f of the bytes; ", s.scene, bits, share)
			break
		}
		if !found {
			holds = false
			detail += s.scene + ": no filters lead as exact lists do; "
		}
	}
	return claim.Counted(holds, "counted", "bytes told / by exact lists", "×", most, detail[:len(detail)-2])
}

func geographic(d *claim.Data) claim.Outcome {
	r := read(d)
	var p pairs
	for _, times := range r.times {
		p.add(r, visit{quadtree, ored, last(r.bits), 0}.cell(Hops, times), visit{scene: quadtree, way: exact}.cell(Hops, times))
	}
	return r.same(p, near, "messages / by exact lists")
}

func stays(d *claim.Data) claim.Outcome {
	r := read(d)
	times := last(r.times)
	if times == 0 {
		return claim.Untested("no device moves in the run")
	}
	var p pairs
	for _, bits := range r.bits {
		p.add(r, visit{quadtree, kept, bits, 0}.cell(Hops, times), visit{quadtree, ored, bits, 0}.cell(Hops, times))
	}
	return r.compared(p, claim.Above(0), "messages, bits kept / made anew")
}
