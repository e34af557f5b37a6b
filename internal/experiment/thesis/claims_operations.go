package thesis

import (
	"fmt"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// fillsTo95 tests the load at each ε over the hash functions there.
func fillsTo95(d *claim.Data) claim.Outcome {
	filters, below := 0, 0
	filter := byLetter(d, LoadLimit, literalCuckoo, cuckoo)
	loads, ok := findOverHashes(d, LoadLimit, filter, claim.Above(fullLoad), func(load, _ float64) float64 {
		filters++
		if load < fullLoad {
			below++
		}
		return load
	})
	if !ok {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of a cuckoo filter, the load at which an insertion fails", LoadLimit))
	}
	return loads.outcome(d, "load at the first failure", "least mean load", fmt.Sprintf("measured: %s; %d of %d filters fail before 95 %%", filter, below, filters))
}

// removesKeys tests at each ε whether removed keys are negatives again.
func removesKeys(d *claim.Data) claim.Outcome {
	removed := float64(removals(int(d.Meta.Expect["keys"])))
	filter := byLetter(d, RemovedAdmitted, literalCuckoo, cuckoo)
	excess, ok := findOverHashes(d, RemovedAdmitted, filter, claim.Below(0), func(v, epsilon float64) float64 { return v/removed/epsilon - 1 })
	if !ok || removed == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of a cuckoo filter, the removed keys that it still admits", RemovedAdmitted))
	}
	return excess.outcome(d, "share of removed keys admitted", "share admitted against ε", fmt.Sprintf("measured: %s; %.0f keys were removed from each filter, in place", filter, removed))
}

// losesOthers looks for a filter that denies a key once words were deleted that were not
// inserted: that it can happen is shown by one. The effect is the range over the filters.
func losesOthers(d *claim.Data) claim.Outcome {
	var t claim.Tally
	for _, c := range d.Samples.Cells(AfterForeign) {
		if slices.Contains(cuckoos(), c.Filter) {
			for _, v := range c.Values() {
				t.Add("", v > 0, v, v)
			}
		}
	}
	if t.Places == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of a cuckoo filter, the keys denied after words were deleted that are none", AfterForeign))
	}
	return t.Counted(t.Held > 0, "exact count", "keys lost by a filter", "keys",
		fmt.Sprintf("%d of %d filters lose one or more, each by as many deletions as it has keys", t.Held, t.Places))
}

// takesLongerToBuild compares Algorithm 3 with Algorithm 1, of the filters that have them to
// the letter.
func takesLongerToBuild(d *claim.Data) claim.Outcome {
	r, ok := claim.FindRatios(d, literalCuckoo, literalBloom, metric.Build)
	if !ok {
		return d.Missing(metric.Build, literalCuckoo, literalBloom)
	}
	t := slower().Of(r.Pooled...)
	o := claim.Every(r.Test, t)
	o.Effect = t.Ratio("cuckoo / Bloom")
	o.Detail = fmt.Sprintf("%s cuckoo takes longer at %d of %d %s", d.InMeans(), r.Count(claim.Slower), len(r.Each), r.Symbol)
	return o
}
