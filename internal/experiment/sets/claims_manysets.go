package sets

import (
	"cmp"
	"fmt"
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// earlierIsWorse compares the rate of each set with that of the next.
func earlierIsWorse() claim.Claim {
	return each(Rate, spatial, orderedSets-1, claim.Above(0), "difference of the rates: paired t", "earlier − next", "percentage points", 100, func(d *claim.Data, parts *claim.Parts) {
		rate := func(set int) []float64 { return d.Cell(spatial, Rate, Set.At(set)).Values() }
		for set := 1; set < orderedSets; set++ {
			parts.AddMean(fmt.Sprintf("sets %d and %d", set, set+1), pairs(rate(set), rate(set+1)))
		}
	})
}

// lastIsRight counts the keys of the last set with a wrong one, and of the first.
func lastIsRight(d *claim.Data) claim.Outcome {
	last, n := sumOf(d.Cell(spatial, WrongSets, Set.At(orderedSets)))
	first, m := sumOf(d.Cell(spatial, WrongSets, Set.At(1)))
	if n == 0 || m == 0 {
		return lacks(WrongSets, spatial)
	}
	return claim.Counted(last == 0, "counted, over all rounds", "keys of the last set with another", "%", 100*last/float64(n),
		fmt.Sprintf("of the first set %.3g %% have a later one", 100*first/float64(m)))
}

// faster is the claim that a structure answers faster than a filter for each set, at each
// number of sets.
func faster(name string) claim.Claim {
	return claim.By(metric.Query, func(d *claim.Data) claim.Outcome {
		parts := claim.Parts{Claimed: claim.Below(0)}
		for _, c := range append(on(d, name, metric.Query, Sets), d.Cell(name, metric.Query)) {
			if c.On(Sets) == "1" { // of one set there is one filter
				continue
			}
			if pooled, err := d.Pool([]runfolder.Cell{c.Cell}, []runfolder.Cell{beside(c, separate).Cell}); err == nil {
				parts.Add(cmp.Or(named(c), "the languages"), pooled.Estimates[0])
			}
		}
		if parts.Len() == 0 {
			return lacks(metric.Query, name)
		}
		o := whole(parts, "ratio of the times at each number of sets: t", "", "", 1)
		_, worst := parts.Worst()
		o.Effect = parts.Claimed.Of(worst).Ratio(name + " / a filter for each")
		o.Effect.Range = stats.Interval{Low: math.Exp(parts.Range().Low), High: math.Exp(parts.Range().High)}
		return o
	})
}

// bitsRatio is the claim that a structure takes so many times the bits of a filter for
// each set.
func bitsRatio(name string, where func(claim.Cell) bool, want func(claim.Cell) float64) claim.Claim {
	const margin = 0.01
	return claim.By(BitsPerKey, func(d *claim.Data) claim.Outcome {
		places, holds, worst, at := 0, true, 1.0, ""
		for _, c := range on(d, name, BitsPerKey, Sets) {
			ratio := c.Mean() / beside(c, separate).Mean() / want(c)
			if !where(c) || math.IsNaN(ratio) {
				continue
			}
			places++
			holds = holds && math.Abs(ratio-1) <= margin
			if math.Abs(ratio-1) >= math.Abs(worst-1) {
				worst, at = ratio, named(c)
			}
		}
		if places == 0 {
			return lacks(BitsPerKey, name)
		}
		return claim.Counted(holds, fmt.Sprintf("exact count, %d places", places), "bits / those said", "×", worst, "the furthest at "+at)
	})
}

// bankOfLanguages compares the bits for the exceptions of the languages.
func bankOfLanguages(d *claim.Data) claim.Outcome {
	languages := d.Cell(bank, BitsPerKey)
	ratio := languages.Mean() / beside(languages, separate).Mean()
	if math.IsNaN(ratio) {
		return claim.Untested("the run has no exceptions of two languages: no patterns of hyph-utf8 were installed")
	}
	return claim.Counted(ratio >= 2, "exact count", "bank / a filter for each", "×", ratio, "for the exceptions of "+d.Meta.Parameters["languages"])
}
