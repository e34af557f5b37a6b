package stream

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// universeOf is how many elements there are in a universe for each of the window.
func universeOf(m *runfolder.Meta) float64 {
	n, err := strconv.ParseFloat(m.Parameters[parameterUniverse], 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

// emptiesAsTheory tests the empty cells at the end of a stream against their limit.
func emptiesAsTheory(stream string) func(*claim.Data) claim.Outcome {
	const margin = 0.02
	return func(d *claim.Data) claim.Outcome {
		list := cells(d, Empty, stable, func(at place) bool { return at.stream == stream })
		if len(list) == 0 {
			return claim.Untested("the run does not hold two repetitions of the empty cells of " + stable + " along the stream " + stream)
		}
		last := list[len(list)-1:]
		limit := []runfolder.Cell{{Filter: stable, Metric: EmptyTheory, Point: last[0].Point.With(2, 5, "")}}
		o := pooledRatio(d, last, limit, claim.Within(math.Log1p(margin)), "empty cells / by theory")
		if o.NotTested == "" && len(list) > 1 {
			change := d.Mean(last[0])/d.Mean(list[len(list)-2]) - 1
			o.Detail = fmt.Sprintf("in the second half of the stream they change by %.1f %%", 100*change)
		}
		return o
	}
}

// withinAsked tests that a rate stays at the one asked for, in every stream.
func withinAsked(filter string) func(*claim.Data) claim.Outcome {
	const more = 0.02
	return func(d *claim.Data) claim.Outcome {
		var parts []claim.Tested
		worst, where := math.Inf(-1), ""
		var largest claim.Tested
		for _, stream := range streamNames() {
			list := cells(d, RateNew, filter, func(at place) bool { return at.stream == stream })
			var values []float64
			for _, c := range list {
				of := slices.Clone(d.Sample(c))
				for round := range of {
					of[round] /= placeOf(c.Point).eps.Float() * float64(len(list))
				}
				values = added(values, of)
			}
			e, err := stats.MeanEstimate(values)
			if err != nil {
				continue
			}
			t := claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Below(1 + more)}
			parts = append(parts, t)
			if e.Value > worst {
				worst, where, largest = e.Value, stream, t
			}
		}
		if len(parts) == 0 {
			return d.Missing(RateNew, filter)
		}
		o := claim.Outcome{Test: fmt.Sprintf("rate / asked, mean over the places of each of %d streams: t over rounds", len(parts)),
			Effect: plainEffect("largest rate / asked", "×", 1, largest.Estimates[0]), Holds: worst < 1+more, Detail: "largest in the stream " + where}
		o.Supports, o.Opposes = claim.All(parts...)
		return o
	}
}

// acceptable are rates that one would ask for.
func acceptable(rate axis.Rate) bool { return rate == axis.Per/100 || rate == axis.Per/10 }

// fewer tests that a filter makes fewer errors of a kind than another one for the same
// rate asked for, in every stream.
func fewer(m runfolder.Metric, filter, than string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var parts []claim.Tested
		worst, where := math.Inf(-1), ""
		var largest stats.Estimate
		for _, stream := range streamNames() {
			a, b := as(d, cells(d, m, filter, func(at place) bool { return at.stream == stream && at.room == 1 && acceptable(at.eps) }), than, m)
			e, _, err := differences(d, a, b)
			if err != nil {
				continue
			}
			parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Below(0)})
			if e.Value > worst {
				worst, where, largest = e.Value, stream, e
			}
		}
		if len(parts) == 0 {
			return d.Missing(m, filter, than)
		}
		o := claim.Outcome{Test: fmt.Sprintf("differences in each of %d streams: t over rounds", len(parts)),
			Effect: plainEffect("largest difference, "+filter+" − "+than, "points", 100, largest), Holds: worst < 0, Detail: "largest in the stream " + where}
		o.Supports, o.Opposes = claim.All(parts...)
		return o
	}
}

// fasterThanBuffer compares times.
func fasterThanBuffer(d *claim.Data) claim.Outcome {
	a, b := as(d, cells(d, metric.Query, stable, oneRoom), bufferName, metric.Query)
	if len(a) == 0 {
		return d.Missing(metric.Query, stable, bufferName)
	}
	return pooledRatio(d, a, b, claim.Below(0), "stable / buffer")
}

// smaller tests that a filter takes fewer bits than another one at every place, and
// that both hold the rate asked for.
func smaller(filter, than string) func(*claim.Data) claim.Outcome {
	const held = 1.05
	return func(d *claim.Data) claim.Outcome {
		a, b := as(d, cells(d, BitsPerElement, filter, func(at place) bool { return at.stream == streamUniform }), than, BitsPerElement)
		if len(a) == 0 {
			return d.Missing(BitsPerElement, filter, than)
		}
		fewer, within, largest := 0, 0, 0.0
		var more []string
		for i := range a {
			ratio := d.Mean(a[i]) / d.Mean(b[i])
			if at := placeOf(a[i].Point); ratio < 1 {
				fewer++
			} else if text := at.eps.Percent() + " %"; !slices.Contains(more, text) {
				more = append(more, text)
			}
			largest = max(largest, ratio)
			asked := placeOf(a[i].Point).eps.Float()
			if d.Mean(runfolder.Cell{Filter: filter, Metric: RateNew, Point: a[i].Point}) <= held*asked &&
				d.Mean(runfolder.Cell{Filter: than, Metric: RateNew, Point: a[i].Point}) <= held*asked {
				within++
			}
		}
		detail := fmt.Sprintf("fewer bits at %d places; both hold the rate at %d", fewer, within)
		if len(more) > 0 {
			detail += "; not fewer at ε = " + strings.Join(more, ", ")
		}
		return claim.Counted(fewer == len(a) && within == len(a), fmt.Sprintf("counted, at %d places", len(a)), "largest "+filter+" / "+than, "×", largest, detail)
	}
}

// bounded tests the rate of the generalised filter in every stream, and says what a
// Bloom filter that never forgets does meanwhile. The sums over places weigh them by how
// many false positives are expected.
func bounded(d *claim.Data) claim.Outcome {
	const more = 1.05
	var parts []claim.Tested
	worst, where := math.Inf(-1), ""
	var largest stats.Estimate
	for _, stream := range streamNames() {
		rates, bounds := as(d, cells(d, RateNew, generalised, func(at place) bool { return at.stream == stream }), generalised, RateBound)
		var list []float64
		total := 0.0
		for i, c := range rates {
			total += d.Mean(bounds[i])
			list = added(list, d.Sample(c))
		}
		e, err := stats.MeanEstimate(list)
		if err != nil || !(total > 0) {
			continue
		}
		e = e.Scaled(1 / total)
		parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Below(more)})
		if e.Value > worst {
			worst, largest, where = e.Value, e, stream
		}
	}
	if len(parts) == 0 {
		return d.Missing(RateNew, generalised)
	}
	o := claim.Outcome{Test: fmt.Sprintf("sum of the rates / of the bounds, in each of %d streams: t over rounds", len(parts)),
		Effect: plainEffect("largest rate / bound", "×", 1, largest), Holds: worst < more, Detail: "largest in the stream " + where}
	most := 0.0
	for _, c := range cells(d, RateAt, bloomName, everywhere) {
		most = max(most, d.Mean(c))
	}
	if most > 0 {
		o.Detail += fmt.Sprintf("; a Bloom filter that never forgets comes to %.0f %%", 100*most)
	}
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}

// added adds values round by round; rounds that one of them lacks are left out.
func added(sums, values []float64) []float64 {
	if sums == nil {
		return slices.Clone(values)
	}
	sums = sums[:min(len(sums), len(values))]
	for i := range sums {
		sums[i] += values[i]
	}
	return sums
}

// asTheory tests both rates of what forgets by chance, structure by structure.
func asTheory(d *claim.Data) claim.Outcome {
	const margin = 0.1
	var parts []claim.Tested
	furthest, which := 0.0, ""
	var effect claim.Effect
	for _, filter := range []string{stable, decaying, generalised} {
		for _, m := range [][2]runfolder.Metric{{RateNew, metric.FPRTheory}, {Missed, MissedTheory}} {
			measured, theory := as(d, cells(d, m[0], filter, func(at place) bool { return at.stream == streamUniform && at.room == 1 }), filter, m[1])
			var ratios []float64
			for i, c := range measured {
				of := slices.Clone(d.Sample(c))
				for round := range of {
					of[round] /= d.Mean(theory[i]) * float64(len(measured))
				}
				ratios = added(ratios, of)
			}
			e, err := stats.MeanEstimate(ratios)
			if err != nil {
				continue
			}
			parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Region{Low: 1 - margin, High: 1 + margin}})
			if off := math.Abs(e.Value - 1); off >= furthest {
				furthest, which, effect = off, fmt.Sprintf("%s of %s", m[0], filter), plainEffect("measured / theory, furthest off", "×", 1, e)
			}
		}
	}
	if len(parts) == 0 {
		return d.Missing(RateNew, stable)
	}
	o := claim.Outcome{Test: fmt.Sprintf("%d mean ratios over ε and windows: t over rounds, each for itself", len(parts)), Effect: effect,
		Holds: furthest < margin, Detail: "furthest off: " + which}
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}

// aboveLeast tests that bits are at least those of the two rates.
func aboveLeast(d *claim.Data) claim.Outcome {
	var parts []claim.Tested
	most, who := math.Inf(-1), ""
	var largest stats.Estimate
	for _, k := range kinds() {
		for _, c := range cells(d, LeastBits, k.name, everywhere) {
			e, err := stats.MeanEstimate(d.Sample(c))
			bits := d.Mean(runfolder.Cell{Filter: c.Filter, Metric: BitsPerElement, Point: c.Point})
			if err != nil || !(bits > 0) {
				continue
			}
			e = e.Scaled(1 / bits)
			parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claim.Below(1)})
			if e.Value > most {
				most, largest, who = e.Value, e, k.name
			}
		}
	}
	if len(parts) == 0 {
		return d.Missing(LeastBits, stable)
	}
	o := claim.Outcome{Test: fmt.Sprintf("least bits / bits at %d places: t over rounds, each for itself", len(parts)),
		Effect: plainEffect("largest least bits / bits", "×", 1, largest), Holds: most < 1, Detail: "of " + who}
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}
