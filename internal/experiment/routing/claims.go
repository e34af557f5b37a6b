package routing

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// near is how much longer than by exact tables a way by filters may be, to be as good.
const near = 0.05

//go:embed claims.txt
var claimTexts string

// claims are those of the thesis, of the article and of the linear filter's paper about
// routes, in the order of display. Other results of the paper are judged by run fbl.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"RT1": claim.By(Wrong, onlyFalsePositives),
		"RT2": same("messages / by exact lists", func(r ran, compare compare) {
			compare(scheme{tree, ored, last(r.bits), 0}, scheme{scene: tree, method: exact})
		}),
		"RT3": claim.By(Advert, advantage),
		"RT4": same("messages / by exact lists", func(r ran, compare compare) {
			for _, times := range r.times {
				compare(scheme{quadtree, ored, last(r.bits), 0}, scheme{scene: quadtree, method: exact}, Times.At(times))
			}
		}),
		"RT5": ratio("messages, bits kept / made anew", claim.Above(0), func(r ran, compare compare) {
			if times := last(r.times); times > 0 {
				for _, bits := range r.bits {
					compare(scheme{quadtree, kept, bits, 0}, scheme{quadtree, ored, bits, 0}, Times.At(times))
				}
			}
		}),
		"RT6":  claim.By(Found, discovers),
		"RT7":  claim.By(Fill, saturation(false)),
		"RT8":  claim.By(Fill, saturation(true)),
		"RT9":  same("messages of a lookup, attenuated / exact tables", farthest(attenuated)),
		"RT10": claim.By(Message, constantSize),
		"RT11": claim.By(Hops, equalSize),
		"RT12": claim.By(Distance, tellsDistance),
		"RT13": same("messages of a lookup, linear / exact tables", farthest(confident)),
		"RT14": ratio("messages of a lookup, linear / attenuated", claim.Below(0), func(r ran, compare compare) {
			for _, bits := range r.bits {
				oneSize(compare, bits, last(r.depths))
			}
		}),
		"RT15": ratio("messages of a lookup, full filter / walk", claim.Above(math.Log(0.9)), saturated),
	})
}

// ran is a run with the values of its axes, ascending.
type ran struct {
	*claim.Data
	bits, depths, times []int
}

func read(d *claim.Data) ran {
	return ran{d, d.Meta.Counts(string(Bits)), d.Meta.Counts(string(Depth)), d.Meta.Counts(string(Times))}
}

// at is the cell of a scheme at these places beside its own.
func (r ran) at(s scheme, m runfolder.Metric, more ...axis.Place) claim.Cell {
	return r.Cell(s.method, m, append(s.places(), more...)...)
}

// each calls f with the sizes and depths of the run.
func (r ran) each(f func(bits, depth int)) {
	for _, bits := range r.bits {
		for _, depth := range r.depths {
			f(bits, depth)
		}
	}
}

// compare takes the messages of a lookup with one scheme and with another, in one place.
type compare func(a, b scheme, at ...axis.Place)

// hops are the pairs of messages that a claim compares.
func (r ran) hops(pairs func(ran, compare)) (p claim.Pairs) {
	pairs(r, func(a, b scheme, at ...axis.Place) { p.Add(r.at(a, Hops, at...), r.at(b, Hops, at...)) })
	return p
}

// ratio is a claim that the ratio of messages is in a region, at every place.
func ratio(name string, claimed claim.Region, pairs func(ran, compare)) claim.Claim {
	return claim.By(Hops, func(d *claim.Data) claim.Outcome {
		return read(d).hops(pairs).Everywhere(d, claimed, "mean ratio", name)
	})
}

// same is a claim that there are as many messages, at every place.
func same(name string, pairs func(ran, compare)) claim.Claim {
	return claim.By(Hops, func(d *claim.Data) claim.Outcome {
		return read(d).hops(pairs).SameEverywhere(d, near, "mean ratio", name)
	})
}

// farthest compares a method at the largest filters and the greatest depth with exact tables.
func farthest(method string) func(ran, compare) {
	return func(r ran, compare compare) {
		compare(scheme{graph, method, last(r.bits), last(r.depths)}, scheme{scene: graph, method: exact})
	}
}

// oneSize compares linear filters with attenuated ones in messages of one size.
func oneSize(compare compare, bits, depth int) {
	compare(scheme{graph, confident, bits, depth}, scheme{graph, attenuated, bits, depth})
}

// saturated is where filters are nearly full.
func saturated(r ran, compare compare) {
	const full = 0.9
	r.each(func(bits, depth int) {
		if s := (scheme{graph, flat, bits, depth}); r.at(s, Fill, Level.At(depth)).Mean() >= full {
			compare(s, scheme{scene: graph, method: walk})
		}
	})
}

// onlyFalsePositives counts wrong turns: that no lookup ends without its resource is the run's
// own condition.
func onlyFalsePositives(d *claim.Data) claim.Outcome {
	r := read(d)
	most, at := 0.0, 0
	for _, bits := range r.bits {
		if wrong := r.at(scheme{tree, ored, bits, 0}, Wrong).Mean(); wrong > most {
			most, at = wrong, bits
		}
	}
	if at == 0 {
		return claim.Untested("the run does not hold two rounds of the tree with filters so small that a lookup takes a wrong turn")
	}
	return claim.Counted(true, "counted", "wrong turns of a lookup", "", most,
		fmt.Sprintf("with filters of %d bits; no lookup ended without its resource", at))
}

// advantage compares the bytes told at the smallest filters that lead as exact lists do.
func advantage(d *claim.Data) claim.Outcome {
	r := read(d)
	holds, most, detail := true, 0.0, ""
	for _, in := range []struct {
		scene string
		times int
	}{{tree, -1}, {quadtree, 0}} {
		mean := func(s scheme, m runfolder.Metric) float64 { return r.at(s, m, moved(in.times)...).Mean() }
		lists := scheme{scene: in.scene, method: exact}
		if !r.at(lists, Hops, moved(in.times)...).Has() {
			return claim.Untested("the run does not hold two rounds of exact lists in tree and quadtree")
		}
		i := slices.IndexFunc(r.bits, func(bits int) bool {
			return mean(scheme{in.scene, ored, bits, 0}, Hops) <= (1+near)*mean(lists, Hops)
		})
		if i < 0 {
			holds = false
			detail += in.scene + ": no filters lead as exact lists do; "
			continue
		}
		share := mean(scheme{in.scene, ored, r.bits[i], 0}, Advert) / mean(lists, Advert)
		holds, most = holds && share < 1, max(most, share)
		detail += fmt.Sprintf("%s: %d bits, %.2f of the bytes; ", in.scene, r.bits[i], share)
	}
	return claim.Counted(holds, "counted", "bytes told / by exact lists", "×", most, detail[:len(detail)-2])
}

// discovers looks for a depth that finds no more than the one before it.
func discovers(d *claim.Data) claim.Outcome {
	r := read(d)
	var shares []float64
	for _, depth := range r.depths {
		c := r.at(scheme{graph, attenuated, last(r.bits), depth}, Found)
		if !c.Has() {
			return claim.Untested("the run does not hold two rounds of attenuated filters of every depth")
		}
		shares = append(shares, c.Mean())
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
		var tally claim.Tally
		r.each(func(bits, depth int) {
			one := bits
			if ofEach {
				one = bits / depth
			}
			if depth < 2 || ofEach && (bits%depth != 0 || !slices.Contains(r.bits, one)) {
				return
			}
			whole, fullest := r.at(scheme{graph, flat, one, depth}, Fill, Level.At(depth)).Mean(), 0.0
			for level := 1; level <= depth; level++ {
				fullest = max(fullest, r.at(scheme{graph, attenuated, bits, depth}, Fill, Level.At(level)).Mean())
			}
			if !(whole > 0 && fullest > 0) {
				return
			}
			ratio := fullest / whole
			tally.Add(fmt.Sprintf("largest at depth %d in %d bits: %.0f %% against %.0f %%", depth, bits, 100*fullest, 100*whole),
				ratio < 1 || ofEach && ratio == 1, ratio, ratio)
		})
		if tally.Places == 0 {
			return claim.Untested("the run does not hold two rounds of attenuated filters and of those to compare with")
		}
		return tally.Counted(tally.All(), "counted", "bits set, fullest level / one filter", "×",
			fmt.Sprintf("less full at %d of %d places; %s", tally.Held, tally.Places, tally.At))
	}
}

// constantSize compares the largest messages over the depths.
func constantSize(d *claim.Data) claim.Outcome {
	r := read(d)
	var tally claim.Tally
	for _, bits := range r.bits {
		var sizes []float64
		for _, depth := range r.depths {
			if c := r.at(scheme{graph, confident, bits, depth}, Message); c.Has() {
				sizes = append(sizes, c.Mean())
			}
		}
		if len(sizes) > 1 {
			ratio := slices.Max(sizes) / slices.Min(sizes)
			tally.Add(fmt.Sprintf("%d bits", bits), ratio == 1, ratio, ratio)
		}
	}
	if tally.Places == 0 {
		return claim.Untested("the run does not hold two rounds of linear filters of two depths")
	}
	return claim.Counted(tally.All(), "counted", "largest message over the depths / smallest", "×", tally.Worst,
		fmt.Sprintf("so at %d of %d sizes", tally.Held, tally.Places))
}

// equalSize tests each depth at each size. The effect is the largest ratio at the size that
// speaks most for the claim.
func equalSize(d *claim.Data) claim.Outcome {
	r := read(d)
	var supports, opposes []float64
	best, name, serve := stats.Estimate{Value: math.Inf(1)}, "", 0
	for _, bits := range r.bits {
		parts := claim.Parts{Claimed: claim.Below(math.Log1p(near))}
		for _, depth := range r.depths {
			if depth < 2 {
				continue
			}
			t, _, err := r.hops(func(_ ran, compare compare) { oneSize(compare, bits, depth) }).Ratio(d, parts.Claimed)
			if err != nil {
				return claim.Untested(err.Error())
			}
			parts.Add(fmt.Sprintf("messages of a lookup, linear / attenuated, in %d bits at depth %d", bits, depth), t.Estimates[0])
		}
		if parts.Len() == 0 {
			return claim.Untested("the run has no depth above 1")
		}
		of, worst := parts.Worst()
		if worst.Value < best.Value {
			best, name = worst, of
		}
		if parts.Claimed.Contains(worst.Value) {
			serve++
		}
		s, o := parts.Within(parts.Claimed)
		supports, opposes = append(supports, s), append(opposes, o)
	}
	if len(supports) == 0 {
		return claim.Untested("the run has no filters")
	}
	return claim.Outcome{
		Test:     fmt.Sprintf("ratios at each depth and each of %d sizes, t over rounds each; at one size or more by partial conjunction", len(supports)),
		Effect:   claim.Tested{Estimates: []stats.Estimate{best}}.Ratio(name),
		Supports: stats.PartialConjunction(supports, 1), Opposes: stats.PartialConjunction(opposes, len(opposes)),
		Holds: serve > 0, Detail: fmt.Sprintf("they serve at %d of %d sizes", serve, len(supports)),
	}
}

// tellsDistance tests each depth; the effect is the least share.
func tellsDistance(d *claim.Data) claim.Outcome {
	r := read(d)
	parts := claim.Parts{Claimed: claim.Above(0.95)}
	for _, depth := range r.depths {
		c := r.at(scheme{graph, confident, last(r.bits), depth}, Distance)
		if !c.Has() {
			return claim.Untested("the run does not hold two rounds of linear filters of every depth")
		}
		parts.AddMean(fmt.Sprintf("distances told rightly, depth %d", depth), c.Values())
	}
	if parts.Len() == 0 {
		return claim.Untested("the run has no linear filters")
	}
	name, _ := parts.Worst()
	o := parts.Outcome(fmt.Sprintf("%d shares, t over rounds each", parts.Len()), name, "%", 100)
	small := r.at(scheme{graph, confident, r.bits[0], last(r.depths)}, Distance)
	o.Detail = fmt.Sprintf("with filters of %d bits; %.0f %% with %d bits at depth %d", last(r.bits), 100*small.Mean(), r.bits[0], last(r.depths))
	return o
}
