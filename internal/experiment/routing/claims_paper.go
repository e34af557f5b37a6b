package routing

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// paperClaims are those of the linear filter's paper about what it is made for; its
// results are judged by run fbl.
func paperClaims() []claim.Claim {
	return claim.Of("paper routing",
		claim.Claim{ID: "RT10", Section: "Resumo, 2", Metric: Hops,
			Statement: "messages of linear filters keep one size where those of attenuated ones grow with the reach, and requests take the same ways",
			Margin:    "as many messages of a lookup within 5 %, in the mean over depths above 4: attenuated levels of a fourth of the linear filter each", Test: constant},
		claim.Claim{ID: "RT11", Section: "2, 5", Metric: Hops,
			Statement: "in messages of one size linear filters lead as well as attenuated ones",
			Margin:    "at every depth above 1 no more than 5 % more messages of a lookup, in the mean over all sizes", Test: equalSize},
		claim.Claim{ID: "RT12", Section: "1", Metric: Distance,
			Statement: "the confidence of a resource tells how far away it is",
			Margin:    "at the largest filters and every depth, rightly in more than 95 % of the lookups within reach", Test: tellsDistance},
		claim.Claim{ID: "RT13", Section: "3.2", Metric: Hops,
			Statement: "filters of neighbours, attenuated when they are received, make gradients towards resources",
			Margin:    "at the largest filters and the greatest depth, as many messages of a lookup as with exact tables, within 5 %", Test: gradient},
		claim.Claim{ID: "RT14", Section: "2", Metric: Hops,
			Statement: "attenuated filters ask too much of small nodes, since they grow with the diameter of the network",
			Margin:    "in messages of one size, at the greatest depth and in the mean over all sizes, more messages of a lookup than with linear filters", Test: farthest},
		claim.Claim{ID: "RT15", Section: "3.1", Metric: Hops,
			Statement: "a Bloom filter that is saturated is of no use",
			Margin:    "one filter of all within reach, nine tenths of its bits set: at least nine tenths of the messages of a walk without filters", Test: useless},
	)
}

// constant compares at depths where the messages of attenuated filters are larger: levels
// have a bit for each cell of the linear filter.
func constant(d *claim.Data) claim.Outcome {
	r := read(d)
	var p pairs
	for _, bits := range r.bits {
		for _, depth := range r.depths {
			if larger := bits / cellBits * depth; depth > cellBits && slices.Contains(r.bits, larger) {
				p.add(r, visit{graph, confident, bits, depth}.cell(Hops, -1), visit{graph, attenuated, larger, depth}.cell(Hops, -1))
			}
		}
	}
	return r.same(p, near, "messages of a lookup, linear / attenuated")
}

func equalSize(d *claim.Data) claim.Outcome {
	r := read(d)
	var parts []part
	for _, depth := range r.depths {
		if depth < 2 {
			continue
		}
		var p pairs
		for _, bits := range r.bits {
			p.add(r, visit{graph, confident, bits, depth}.cell(Hops, -1), visit{graph, attenuated, bits, depth}.cell(Hops, -1))
		}
		t, _, err := r.ratio(p, claim.Below(math.Log1p(near)))
		if err != nil {
			return claim.Untested(err.Error())
		}
		parts = append(parts, part{fmt.Sprintf("messages of a lookup, linear / attenuated, at depth %d", depth), t})
	}
	return every(parts)
}

func tellsDistance(d *claim.Data) claim.Outcome {
	r := read(d)
	var parts []claim.Tested
	least, holds, at := math.Inf(1), true, 0
	for _, depth := range r.depths {
		e, err := stats.MeanEstimate(r.Sample(visit{graph, confident, last(r.bits), depth}.cell(Distance, -1)))
		if err != nil {
			return claim.Untested("the run does not hold two rounds of linear filters of every depth")
		}
		parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Above(0.95)})
		holds = holds && e.Value > 0.95
		if e.Value < least {
			least, at = e.Value, len(parts)-1
		}
	}
	if len(parts) == 0 {
		return claim.Untested("the run has no linear filters")
	}
	o := claim.Outcome{
		Test:   fmt.Sprintf("%d shares, t over rounds each", len(parts)),
		Effect: parts[at].Percent(fmt.Sprintf("distances told rightly, depth %d", r.depths[at])), Holds: holds,
	}
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}

func gradient(d *claim.Data) claim.Outcome {
	r := read(d)
	var p pairs
	p.add(r, visit{graph, confident, last(r.bits), last(r.depths)}.cell(Hops, -1), visit{scene: graph, way: exact}.cell(Hops, -1))
	return r.same(p, near, "messages of a lookup, linear / exact tables")
}

// farthest compares in messages of one size, where the reach is the greatest.
func farthest(d *claim.Data) claim.Outcome {
	r := read(d)
	var p pairs
	for _, bits := range r.bits {
		p.add(r, visit{graph, confident, bits, last(r.depths)}.cell(Hops, -1), visit{graph, attenuated, bits, last(r.depths)}.cell(Hops, -1))
	}
	return r.compared(p, claim.Below(0), "messages of a lookup, linear / attenuated")
}

// useless compares filters that are nearly full with a walk.
func useless(d *claim.Data) claim.Outcome {
	const full, walked = 0.9, 0.9
	r := read(d)
	var p pairs
	for _, bits := range r.bits {
		for _, depth := range r.depths {
			if v := (visit{graph, flat, bits, depth}); r.Mean(fillOf(v, depth)) >= full {
				p.add(r, v.cell(Hops, -1), visit{scene: graph, way: walk}.cell(Hops, -1))
			}
		}
	}
	if len(p.a) == 0 {
		return claim.Untested("no filter of all within reach is full to nine tenths")
	}
	return r.compared(p, claim.Above(math.Log(walked)), "messages of a lookup, full filter / walk")
}
