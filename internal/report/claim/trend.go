package claim

import (
	"fmt"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Trend is the rise of a filter's metric over the points measured.
type Trend struct {
	Sweep  []stats.Estimate // as a share of the mean
	Line   stats.Line       // over the plain means, as the thesis fits it
	Test   string
	Tables string // Data.Tables of the structure; may be empty
}

// FindTrend estimates the slope twice, with the same value, that of the line
// over the trimmed means. One error is from the residuals of the cells, as that
// of the thesis's line. The other is from the repetitions: in an interleaved run
// each round has a slope of its own, independent of the speed of the round, and
// Student's t is over rounds; in other designs the error is from the spread
// within each cell. A verdict needs both: the first alone takes a bend or a
// staircase of the truth for noise, the second alone takes an outlying cell for
// a trend.
func FindTrend(d *Data, filter string, metric runfolder.Metric) (Trend, bool) {
	at := d.Points(metric, filter)
	if len(at) < 3 {
		return Trend{}, false
	}
	x := make([]float64, len(at))
	along, symbol := d.Sweep(at)
	for i, p := range at {
		x[i] = d.Meta.Axes[along].X(p.Value(along))
	}
	cells := Cells(filter, metric, at)
	plain, ok := d.Plain(cells)
	if !ok {
		return Trend{}, false
	}
	published, err := stats.OLS(x, plain)
	if err != nil {
		return Trend{}, false
	}
	columns := d.Columns(cells)
	y, ok := d.levels(columns)
	if !ok {
		return Trend{}, false
	}
	line, err := stats.OLS(x, y)
	if err != nil {
		return Trend{}, false
	}
	repeated, how, err := d.Contrast(columns, slopeWeights(x))
	if err != nil {
		return Trend{}, false
	}
	level, err := stats.Mean(y)
	if err != nil || level == 0 {
		return Trend{}, false
	}
	span := (x[len(x)-1] - x[0]) / level
	return Trend{
		Sweep:  []stats.Estimate{line.SlopeEstimate().Scaled(span), repeated.Scaled(span)},
		Line:   published,
		Test:   fmt.Sprintf("slope over %s: t over the %d trimmed means and over %s", symbol, len(at), how),
		Tables: d.Tables(filter, metric),
	}, true
}

// levels are the trimmed means of columns, a round's own speed taken off first
// where the design has rounds.
func (d *Data) levels(columns [][]float64) ([]float64, bool) {
	common := 0.0
	if d.Meta.Paired() && len(columns[0]) > 0 {
		whole, ok := Means(columns)
		if !ok {
			return nil, false
		}
		columns = stats.Centred(columns)
		rest, _ := Means(columns)
		common = whole[0] - rest[0]
	}
	list := make([]float64, len(columns))
	for i, x := range columns {
		mean, err := d.mean(x)
		if err != nil {
			return nil, false
		}
		list[i] = mean + common
	}
	return list, true
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

// Falls is the outcome of "the time falls as ε grows".
func Falls(d *Data, filter string, metric runfolder.Metric) Outcome {
	t, ok := FindTrend(d, filter, metric)
	if !ok {
		return d.Missing(metric, filter)
	}
	test := Tested{t.Sweep, Below(0)}
	o := Outcome{Test: t.Test, Effect: test.Percent("change over the sweep"), Holds: t.Line.Slope < 0, Detail: t.Tables}
	o.Supports, o.Opposes = test.P()
	return o
}
