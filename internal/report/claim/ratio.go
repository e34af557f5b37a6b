package claim

import (
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/stats"
)

// ratios compare two filters, a/b, at the same rates.
type ratios struct {
	at     []axis.Rate
	each   []float64        // of the plain means, rate by rate
	pooled []stats.Estimate // of the mean logarithm over all rates
	test   string
}

// findRatios estimates the pooled ratio twice, with the same value: with the
// error that the repetitions show, paired by rounds where the design pairs
// them, and with the one that the spread of the rates shows, which is what
// tells the blocks of a sequential design from its repetitions.
func findRatios(d *Data, a, b, metric string) (ratios, bool) {
	at := d.Epsilons(metric, a, b)
	if len(at) == 0 {
		return ratios{}, false
	}
	n := len(at)
	cells := append(series(a, metric, at), series(b, metric, at)...)
	columns := d.columns(cells)
	plain, ok := means(columns)
	if !ok {
		return ratios{}, false
	}
	columns, ok = logs(columns)
	if !ok {
		return ratios{}, false
	}
	weights := make([]float64, 2*n)
	for i := range n {
		weights[i], weights[n+i] = 1/float64(n), -1/float64(n)
	}
	repeated, how, err := d.contrast(columns, weights)
	if err != nil {
		return ratios{}, false
	}
	r := ratios{at: at, pooled: []stats.Estimate{repeated}, test: "pooled ratio: t over " + how}
	level, _ := means(columns)
	differences := make([]float64, n)
	for i := range n {
		r.each = append(r.each, plain[i]/plain[n+i])
		differences[i] = level[i] - level[n+i]
	}
	if n > 1 {
		spread, err := stats.MeanEstimate(differences)
		if err != nil {
			return ratios{}, false
		}
		r.pooled = append(r.pooled, spread)
		r.test += fmt.Sprintf(" and over the %d ε", n)
	}
	return r, true
}

// count is at how many rates ok accepts the ratio of the means.
func (r ratios) count(ok func(ratio float64) bool) int {
	n := 0
	for _, v := range r.each {
		if ok(v) {
			n++
		}
	}
	return n
}

func slower(ratio float64) bool { return ratio > 1 }

// slowerForMost is the outcome of "with a it is slower than with b for most
// ε": the pooled ratio is tested, the rates are counted, and a verdict needs
// both.
func slowerForMost(d *Data, a, b, metric string) Outcome {
	r, ok := findRatios(d, a, b, metric)
	if !ok {
		return missing(metric, a, b)
	}
	test := tested{r.pooled, above(0)}
	n := r.count(slower)
	o := Outcome{
		Test: r.test, Effect: test.ratio(a + " / " + b), Holds: 2*n > len(r.each),
		Detail: fmt.Sprintf("in the means %s is slower at %d of %d ε", a, n, len(r.each)),
	}
	o.Supports, o.Opposes = test.p()
	return o
}
