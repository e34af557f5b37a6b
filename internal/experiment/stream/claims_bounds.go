package stream

import (
	"cmp"
	"fmt"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// againstBound are the errors of a filter with their distance from the article's bound.
type againstBound struct {
	method string
	above  stats.Estimate
	bound  float64
}

// judgedLimits are those of the small filters, at all looks where the bound says
// something.
func judgedLimits(d *claim.Data, names ...string) (list []againstBound) {
	for _, name := range names {
		for _, c := range d.Cells(Errors, name) {
			bound := c.Of(Bound)
			e, err := stats.MeanEstimate(differences(d, pairs([]claim.Cell{c}, func(claim.Cell) claim.Cell { return bound })))
			if err == nil && bound.Mean() > 0 {
				list = append(list, againstBound{name, e, bound.Mean()})
			}
		}
	}
	return list
}

// outcome is that of "none is below": each is tested for itself.
func outcome(list []againstBound) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(0)}
	below := map[string]bool{}
	for _, j := range list {
		parts.Add(j.method, j.above)
		if j.above.Value < 0 {
			below[j.method] = true
		}
	}
	o := parts.Outcome(fmt.Sprintf("FP + FN − bound at %d places: t over rounds, each for itself", len(list)),
		"least distance from the bound", "points", 100)
	lowest := slices.MinFunc(list, func(a, b againstBound) int { return cmp.Compare(a.above.Value, b.above.Value) })
	o.Holds = len(below) == 0
	o.Detail = fmt.Sprintf("nearest is %s with FP + FN = %.3f where the bound is %.3f; %d filters fall below it",
		lowest.method, lowest.bound+lowest.above.Value, lowest.bound, len(below))
	return o
}

func aboveBound(names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := judgedLimits(d, names...)
		if len(list) == 0 {
			return d.Missing(Errors, names...)
		}
		return outcome(list)
	}
}

// aboveInWindow holds the structures of fewer bits than a window, and the small filter
// with a window, against the bound.
func aboveInWindow(d *claim.Data) claim.Outcome {
	list := judgedLimits(d, clearedName)
	for _, name := range kindNames() {
		for _, c := range cells(d, Errors, name, in(streamUniform)) {
			w := float64(c.Int(axisWindow))
			bound := articleBound(c.Of(BitsPerElement).Mean()*w, w, w*float64(c.Parameter(parameterUniverse)))
			e, err := stats.MeanEstimate(c.Values())
			if err != nil || !(bound > 0) {
				continue
			}
			e.Value -= bound
			list = append(list, againstBound{name, e, bound})
		}
	}
	if len(list) == 0 {
		return d.Missing(Errors, clearedName)
	}
	return outcome(list)
}

// nearChance looks at the longest stream of the filters that run over all of it.
func nearChance(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(0.99)}
	for _, name := range []string{rollCallName, trackedName} {
		list := d.Cells(Errors, name)
		if len(list) == 0 {
			return d.Missing(Errors, name)
		}
		parts.AddMean(name, list[len(list)-1].Values())
	}
	o := parts.Outcome("FP + FN: t over rounds, each filter for itself", "least FP + FN", "%", 100)
	worst, _ := parts.Worst()
	o.Detail = "of " + worst
	return o
}

// aboveLeast tests that bits are at least those of the two rates.
func aboveLeast(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Below(1)}
	for _, name := range kindNames() {
		for _, c := range d.Cells(LeastBits, name) {
			bits := c.Of(BitsPerElement).Mean()
			if e, err := stats.MeanEstimate(c.Values()); err == nil && bits > 0 {
				parts.Add(name, e.Scaled(1/bits))
			}
		}
	}
	if parts.Len() == 0 {
		return d.Missing(LeastBits, stable)
	}
	o := parts.Outcome(fmt.Sprintf("least bits / bits at %d places: t over rounds, each for itself", parts.Len()),
		"largest least bits / bits", "×", 1)
	worst, _ := parts.Worst()
	o.Detail = "of " + worst
	return o
}
