package stream

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// mostlyRecent tests the share of the window in what is remembered.
func mostlyRecent(d *claim.Data) claim.Outcome {
	list := cells(d, Recent, stable, oneRoom)
	if len(list) == 0 {
		return d.Missing(Recent, stable)
	}
	var parts []claim.Tested
	least := math.Inf(1)
	var smallest stats.Estimate
	for _, c := range list {
		e, err := stats.MeanEstimate(d.Sample(c))
		if err != nil {
			return claim.Untested(err.Error())
		}
		parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Above(0.5)})
		if e.Value < least {
			least, smallest = e.Value, e
		}
	}
	o := claim.Outcome{Test: fmt.Sprintf("shares at %d places: t over rounds, each for itself", len(list)),
		Effect: plainEffect("smallest share", "%", 100, smallest), Holds: least > 0.5}
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}

// lives tests the time for which a stable filter remembers.
func lives(d *claim.Data) claim.Outcome {
	const factor = 1.5
	a, b := as(d, cells(d, Lifetime, stable, everywhere), stable, LifetimeTheory)
	if len(a) == 0 {
		return d.Missing(Lifetime, stable)
	}
	return pooledRatio(d, a, b, claim.Within(math.Log(factor)), "half-life / c·N/s")
}

// againstBound are the cells of errors with their distance from the article's bound.
type againstBound struct {
	cell  runfolder.Cell
	above stats.Estimate
	bound float64
}

// judgedLimits are those of the small filters, at all looks where the bound says
// something.
func judgedLimits(d *claim.Data, names ...string) (list []againstBound) {
	for _, name := range names {
		for _, c := range cells(d, Errors, name, everywhere) {
			bounds := []runfolder.Cell{{Filter: name, Metric: Bound, Point: c.Point}}
			e, _, err := differences(d, []runfolder.Cell{c}, bounds)
			if bound := d.Mean(bounds[0]); err == nil && bound > 0 {
				list = append(list, againstBound{c, e, bound})
			}
		}
	}
	return list
}

// outcome is that of "none is below": each is tested for itself.
func outcome(list []againstBound) claim.Outcome {
	var parts []claim.Tested
	lowest := list[0]
	below := map[string]bool{}
	for _, j := range list {
		parts = append(parts, claim.Tested{Estimates: []stats.Estimate{j.above}, Claimed: claim.Above(0)})
		if j.above.Value < lowest.above.Value {
			lowest = j
		}
		if j.above.Value < 0 {
			below[j.cell.Filter] = true
		}
	}
	o := claim.Outcome{
		Test:   fmt.Sprintf("FP + FN − bound at %d places: t over rounds, each for itself", len(list)),
		Effect: plainEffect("least distance from the bound", "points", 100, lowest.above),
		Holds:  lowest.above.Value >= 0,
		Detail: fmt.Sprintf("nearest is %s with FP + FN = %.3f where the bound is %.3f; %d filters fall below it", lowest.cell.Filter, lowest.bound+lowest.above.Value, lowest.bound, len(below)),
	}
	o.Supports, o.Opposes = claim.All(parts...)
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

// nearChance looks at the longest stream of the filters that run over all of it.
func nearChance(d *claim.Data) claim.Outcome {
	const chance = 0.99
	var parts []claim.Tested
	least, who := math.Inf(1), ""
	var lowest stats.Estimate
	for _, name := range []string{rollCallName, trackedName} {
		list := cells(d, Errors, name, everywhere)
		if len(list) == 0 {
			return d.Missing(Errors, name)
		}
		e, err := stats.MeanEstimate(d.Sample(list[len(list)-1]))
		if err != nil {
			return claim.Untested(err.Error())
		}
		parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Above(chance)})
		if e.Value < least {
			least, lowest, who = e.Value, e, name
		}
	}
	o := claim.Outcome{Test: "FP + FN: t over rounds, each filter for itself", Effect: plainEffect("least FP + FN", "%", 100, lowest), Holds: least > chance, Detail: "of " + who}
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}

// aboveInWindow holds the structures of fewer bits than a window, and the small filter
// with a window, against the bound.
func aboveInWindow(d *claim.Data) claim.Outcome {
	list := judgedLimits(d, clearedName)
	for _, k := range kinds() {
		for _, c := range cells(d, Errors, k.name, func(at place) bool { return at.stream == streamUniform }) {
			at := placeOf(c.Point)
			bits := d.Mean(runfolder.Cell{Filter: c.Filter, Metric: BitsPerElement, Point: c.Point})
			w := float64(at.window)
			bound := articleBound(bits*w, w, w*universeOf(d.Meta))
			e, err := stats.MeanEstimate(d.Sample(c))
			if err != nil || !(bound > 0) {
				continue
			}
			e.Value -= bound
			list = append(list, againstBound{c, e, bound})
		}
	}
	if len(list) == 0 {
		return d.Missing(Errors, clearedName)
	}
	return outcome(list)
}
