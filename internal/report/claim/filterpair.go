package claim

import (
	"fmt"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Pair is two filters whose ratio, pooled over points, is tested.
type Pair struct {
	A, B   string
	Metric runfolder.Metric
	At     []runfolder.Point
}

// Ratios compare two filters, a/b, at the same points.
type Ratios struct {
	At     []runfolder.Point
	Each   []float64        // of the plain means, point by point
	Pooled []stats.Estimate // of the mean logarithm over all points
	Test   string
	Symbol string // of the axis that is swept
}

// FindRatios pools the ratios of two filters over the points of one sweep.
func FindRatios(d *Data, a, b string, metric runfolder.Metric) (Ratios, bool) {
	at := d.Points(metric, a, b)
	if len(at) == 0 {
		return Ratios{}, false
	}
	p, err := d.Pool(Cells(a, metric, at), Cells(b, metric, at))
	if err != nil {
		return Ratios{}, false
	}
	_, symbol := d.Sweep(at)
	r := Ratios{At: at, Each: p.Each, Pooled: p.Estimates, Test: "pooled ratio: t over " + p.How, Symbol: symbol}
	switch n := len(at); {
	case len(p.Estimates) > 1:
		r.Test += fmt.Sprintf(" and over the %d %s", n, symbol)
	case n > 1:
		r.Test = fmt.Sprintf("ratio pooled over %d %s: t over %s", n, symbol, p.How)
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
