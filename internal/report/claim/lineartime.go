package claim

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Line is the claim that a time is a + b·x with b above 0, as Θ(x) has it: what each x adds
// is Least of the mean time or more, and the mean time at no x lies further than Straight, a
// share of the mean time, off the line. A constant part is no fault.
type Line struct {
	Symbol          string // of x
	Least, Straight float64
}

// Test reads the times of a filter, with a value of x at each point. Points of the same x
// count as one, so that a structure of few sizes is a staircase of as many steps. The error
// of b is estimated twice: over the repetitions, paired by rounds where the design pairs
// them, and by the residuals of the line over the distinct x.
func (l Line) Test(d *Data, filter string, metric runfolder.Metric, at []runfolder.Point, x []float64) Outcome {
	distinct := slices.Compact(slices.Sorted(slices.Values(x)))
	if len(distinct) < 3 {
		return Untested(fmt.Sprintf("the run has %s values of %s, of three that a line with an error needs", numeral(len(distinct)), l.Symbol))
	}
	columns := d.Columns(Cells(filter, metric, at))
	level, ok := Means(columns)
	if !ok {
		return d.Missing(metric, filter)
	}
	group, members := make([]int, len(x)), make([]float64, len(distinct))
	for i, v := range x {
		group[i] = slices.Index(distinct, v)
		members[group[i]]++
	}
	means := make([]float64, len(distinct))
	for i, v := range level {
		means[group[i]] += v / members[group[i]]
	}
	mean, err := stats.Mean(means)
	if err != nil {
		return d.Missing(metric, filter)
	}
	middle, err := stats.Mean(distinct)
	if err != nil {
		return d.Missing(metric, filter)
	}
	share := make([][]float64, len(columns)) // of the mean time
	for i, column := range columns {
		for _, v := range column {
			share[i] = append(share[i], v/mean)
		}
	}
	for g := range means {
		means[g] /= mean
	}
	line, err := stats.OLS(distinct, means)
	if err != nil {
		return d.Missing(metric, filter)
	}
	// over weighs the points so that each x counts once.
	over := func(weights []float64) []float64 {
		list := make([]float64, len(x))
		for i, g := range group {
			list[i] = weights[g] / members[g]
		}
		return list
	}
	slope := slopeWeights(distinct, middle)
	repeated, how, err := d.Contrast(share, over(slope))
	if err != nil {
		return d.Missing(metric, filter)
	}
	adds := Above(l.Least).Of(repeated, line.SlopeEstimate())
	parts, furthest := []Tested{adds}, 0
	off := make([]float64, len(distinct))
	for g := range distinct {
		weights := make([]float64, len(distinct)) // what x has less the line there
		for h := range weights {
			weights[h] = -1/float64(len(distinct)) - slope[h]*(distinct[g]-middle)
		}
		weights[g]++
		e, _, err := d.Contrast(share, over(weights))
		if err != nil {
			return d.Missing(metric, filter)
		}
		if off[g] = e.Value; math.Abs(off[g]) > math.Abs(off[furthest]) {
			furthest = g
		}
		parts = append(parts, Within(l.Straight).Of(e))
	}
	o := Every(fmt.Sprintf("line over %s: t over %s, of its slope over the %d values of %s too; the times at each %s on the line, equivalence",
		l.Symbol, how, len(distinct), l.Symbol, l.Symbol), parts...)
	o.Effect = adds.Percent("what each " + l.Symbol + " adds, of the mean time")
	first, last := 0, len(distinct)-1
	o.Detail = fmt.Sprintf("from %s = %g to %g the time of %s changes by the factor %.3f; furthest off the line, at %s = %g, it lies %.2g %%",
		l.Symbol, distinct[first], distinct[last], filter, means[last]/means[first], l.Symbol, distinct[furthest], 100*off[furthest])
	return o
}

// slopeWeights makes a slope of values at x, whose mean is middle: Σ weight·y.
func slopeWeights(x []float64, middle float64) []float64 {
	sxx := 0.0
	for _, v := range x {
		sxx += (v - middle) * (v - middle)
	}
	w := make([]float64, len(x))
	for i, v := range x {
		w[i] = (v - middle) / sxx
	}
	return w
}
