package claim

import (
	"fmt"

	"hyphbench/internal/stats"
)

// trend is the rise of a filter's metric over the ε measured.
type trend struct {
	sweep  []stats.Estimate // as a share of the mean
	line   stats.Line       // over the means, as the thesis fits it
	test   string
	tables string // what to say of a structure with few tables; may be empty
}

// findTrend estimates the slope twice, with the same value. The thesis's line
// over the means takes its error from how far the cells lie off the line. The
// other takes it from the repetitions: in an interleaved run each round has a
// slope of its own, free of what slowed the whole round, and Student's t is
// over rounds; otherwise from the spread inside each cell. A verdict needs
// both: the first alone takes a bend or a staircase of the truth for noise,
// the second alone takes an accident of one cell for a trend.
func findTrend(d *Data, filter, metric string) (trend, bool) {
	at := d.Epsilons(metric, filter)
	if len(at) < 3 {
		return trend{}, false
	}
	x := make([]float64, len(at))
	for i, e := range at {
		x[i] = 100 * e.Float()
	}
	columns := d.columns(series(filter, metric, at))
	y, ok := means(columns)
	if !ok {
		return trend{}, false
	}
	line, err := stats.OLS(x, y)
	if err != nil {
		return trend{}, false
	}
	repeated, how, err := d.contrast(columns, slopeWeights(x))
	if err != nil {
		return trend{}, false
	}
	level, err := stats.Mean(y)
	if err != nil || level == 0 {
		return trend{}, false
	}
	span := (x[len(x)-1] - x[0]) / level
	return trend{
		sweep:  []stats.Estimate{line.SlopeEstimate().Scaled(span), repeated.Scaled(span)},
		line:   line,
		test:   fmt.Sprintf("slope over ε: t over the %d means and over %s", len(at), how),
		tables: d.tables(filter, metric),
	}, true
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
