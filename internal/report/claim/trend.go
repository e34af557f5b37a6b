package claim

import (
	"fmt"

	"hyphbench/internal/report/stats"
)

// trend is the rise of a filter's metric over the ε measured.
type trend struct {
	sweep    []stats.Estimate // as a share of the mean, line over all ε
	line     stats.Line       // over the means, as the thesis fits it
	epsilons int
	tables   string // what to say of a structure with few tables; may be empty
	test     string
}

// findTrend estimates the slope twice, with the same value. The thesis's line
// over the means takes its error from how far the cells lie off the line. The
// other takes it from the repetitions: in an interleaved run each round has a
// slope of its own, free of what slowed the whole round, and Student's t is
// over rounds; otherwise from the spread inside each cell. A verdict needs
// both.
func findTrend(d *Data, filter, metric string) (trend, bool) {
	at := d.Epsilons(metric, filter)
	if len(at) < 3 {
		return trend{}, false
	}
	cells := series(filter, metric, at)
	x, means := make([]float64, len(at)), make([]float64, len(at))
	var level float64
	for i, cell := range cells {
		x[i] = 100 * at[i].Float()
		s, err := stats.Describe(d.Sample(cell))
		if err != nil {
			return trend{}, false
		}
		means[i] = s.Mean
		level += s.Mean / float64(len(at))
	}
	line, err := stats.OLS(x, means)
	if err != nil || level == 0 {
		return trend{}, false
	}
	span := (x[len(x)-1] - x[0]) / level
	weights := slopeWeights(x)
	repeated, how, err := d.contrast(cells, weights, nil)
	if err != nil {
		return trend{}, false
	}
	t := trend{
		sweep: []stats.Estimate{line.SlopeEstimate().Scaled(span), repeated.Scaled(span)},
		line:  line, epsilons: len(at), tables: d.tables(filter, metric),
		test: fmt.Sprintf("least-squares slope over the %d means, and over %s; t", len(at), how),
	}
	return t, true
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

// falls is the outcome of "the time falls as ε grows".
func falls(d *Data, filter, metric string) Outcome {
	t, ok := findTrend(d, filter, metric)
	if !ok {
		return missing(metric, filter)
	}
	test := tested{t.sweep, below(0)}
	o := Outcome{Test: t.test, Effect: test.percent("change over the sweep"), Holds: t.line.Slope < 0, Detail: t.tables}
	o.Supports, o.Opposes = test.p()
	return o
}
