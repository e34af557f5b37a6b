package claim

import (
	"fmt"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Ratios compare two filters, a/b, at the same points.
type Ratios struct {
	At     []runfolder.Point
	Each   []float64        // of the plain means, point by point
	Pooled []stats.Estimate // of the mean logarithm over all points
	Test   string
	Symbol string // of the axis that is swept
}

// FindRatios estimates the pooled ratio twice, with the same value: with its
// error over repetitions, paired by rounds where the design pairs them, and with
// its error over points, which contains the differences between the blocks of a
// sequential design.
func FindRatios(d *Data, a, b string, metric runfolder.Metric) (Ratios, bool) {
	at := d.Points(metric, a, b)
	if len(at) == 0 {
		return Ratios{}, false
	}
	n := len(at)
	cells := append(Cells(a, metric, at), Cells(b, metric, at)...)
	columns := d.Columns(cells)
	plain, ok := Means(columns)
	if !ok {
		return Ratios{}, false
	}
	columns, ok = Logs(columns)
	if !ok {
		return Ratios{}, false
	}
	weights := make([]float64, 2*n)
	for i := range n {
		weights[i], weights[n+i] = 1/float64(n), -1/float64(n)
	}
	repeated, how, err := d.Contrast(columns, weights)
	if err != nil {
		return Ratios{}, false
	}
	_, symbol := d.Sweep(at)
	r := Ratios{Symbol: symbol, At: at, Pooled: []stats.Estimate{repeated}, Test: "pooled ratio: t over " + how}
	level, _ := Means(columns)
	differences := make([]float64, n)
	for i := range n {
		r.Each = append(r.Each, plain[i]/plain[n+i])
		differences[i] = level[i] - level[n+i]
	}
	if n > 1 {
		spread, err := stats.MeanEstimate(differences)
		if err != nil {
			return Ratios{}, false
		}
		r.Pooled = append(r.Pooled, spread)
		r.Test += fmt.Sprintf(" and over the %d %s", n, r.Symbol)
	}
	return r, true
}

// Count is the number of points at which ok admits the ratio of the means.
func (r Ratios) Count(ok func(ratio float64) bool) int {
	n := 0
	for _, v := range r.Each {
		if ok(v) {
			n++
		}
	}
	return n
}

func Slower(ratio float64) bool { return ratio > 1 }

// SlowerForMost is the outcome of "with a it is slower than with b for most
// ε": the pooled ratio is tested, the points are counted, and a verdict needs
// both.
func SlowerForMost(d *Data, a, b string, metric runfolder.Metric) Outcome {
	r, ok := FindRatios(d, a, b, metric)
	if !ok {
		return d.Missing(metric, a, b)
	}
	test := Tested{r.Pooled, Above(0)}
	n := r.Count(Slower)
	o := Outcome{
		Test: r.Test, Effect: test.Ratio(a + " / " + b), Holds: 2*n > len(r.Each),
		Detail: fmt.Sprintf("in the means %s is slower at %d of %d %s", a, n, len(r.Each), r.Symbol),
	}
	o.Supports, o.Opposes = test.P()
	return o
}
