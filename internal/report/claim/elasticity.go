package claim

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Proportional is the outcome of "the time is proportional to x": the claimed
// region is one of the elasticity, the slope of the logarithm of the time on
// that of x, 1 where it is proportional and 0 where it is constant. x has a
// value at each point. Points of the same x count as one, so that a structure
// of few sizes is a staircase of as many steps. The error is estimated twice:
// over the repetitions, paired by rounds where the design pairs them, and by the
// residuals of the line over the distinct x.
func Proportional(d *Data, filter string, metric runfolder.Metric, at []runfolder.Point, x []float64, symbol string, claimed Region) Outcome {
	distinct := slices.Compact(slices.Sorted(slices.Values(x)))
	if len(distinct) < 3 {
		return Untested(fmt.Sprintf("the run has %s values of %s, of three that a slope with an error needs", numeral(len(distinct)), symbol))
	}
	columns, ok := Logs(d.Columns(Cells(filter, metric, at)))
	if !ok {
		return d.Missing(metric, filter)
	}
	level, ok := Means(columns)
	if !ok {
		return d.Missing(metric, filter)
	}
	logs, means := make([]float64, len(distinct)), make([]float64, len(distinct))
	members := make([]float64, len(distinct))
	for i, v := range x {
		g := slices.Index(distinct, v)
		logs[g] = math.Log(v)
		members[g]++
		means[g] += level[i]
	}
	for g := range means {
		means[g] /= members[g]
	}
	line, err := stats.OLS(logs, means)
	if err != nil {
		return d.Missing(metric, filter)
	}
	slope := slopeWeights(logs)
	weights := make([]float64, len(x))
	for i, v := range x {
		g := slices.Index(distinct, v)
		weights[i] = slope[g] / members[g]
	}
	repeated, how, err := d.Contrast(columns, weights)
	if err != nil {
		return d.Missing(metric, filter)
	}
	t := Tested{Estimates: []stats.Estimate{repeated, line.SlopeEstimate()}, Claimed: claimed}
	first, last := 0, len(distinct)-1
	o := Outcome{
		Test:   fmt.Sprintf("slope of log time on log %s: t over %s and over the %d values of %s; equivalence", symbol, how, len(distinct), symbol),
		Effect: Effect{Name: "elasticity in " + symbol, Value: repeated.Value, CI: t.CI()},
		Holds:  claimed.Contains(line.Slope),
		Detail: fmt.Sprintf("from %s = %g to %g the time of %s changes by the factor %.3f", symbol, distinct[first], distinct[last], filter, math.Exp(means[last]-means[first])),
	}
	o.Supports, o.Opposes = t.P()
	return o
}

// slopeWeights makes a slope of values at x: Σ weight·y.
func slopeWeights(x []float64) []float64 {
	var mean, sxx float64
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sxx += (v - mean) * (v - mean)
	}
	w := make([]float64, len(x))
	for i, v := range x {
		w[i] = (v - mean) / sxx
	}
	return w
}
