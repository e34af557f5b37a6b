package space

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// estimate is the share of the true number that an estimate has, of the three shares
// of set bits: of the keys, of as many others of which half are the same, of both.
// A share X/m stands for n* = −(m/k)·ln(1 − X/m) keys.
// Source: Swamidass and Baldi 2007, as the article has it.
type estimate struct {
	metrics []runfolder.Metric
	truth   func(n int) float64
	of      func(keys []float64) float64 // keys by the shares of the metrics
}

// first is the estimate of one filter alone.
func first(keys []float64) float64 { return keys[0] }

// estimates is the test that the mean of the estimates over hash functions is within
// a share of the true number. Beside it stands how far off a single one is.
func estimates(e estimate, margin float64) func(*claim.Data) claim.Outcome {
	last := e.metrics[len(e.metrics)-1]
	mean := func(c claim.Cell) float64 {
		v, err := stats.Mean(e.ratios(c))
		if err != nil {
			return math.NaN()
		}
		return v
	}
	return func(d *claim.Data) claim.Outcome {
		list := d.CellsIn(e.metrics[0], func(c claim.Cell) bool { return anywhere(c) && c.Int(N) >= 1000 && !math.IsNaN(mean(c)) }, bloom)
		if len(list) == 0 {
			return claim.Lacks(last, bloom)
		}
		furthest, where := 0.0, list[0]
		for _, c := range list {
			for _, one := range e.ratios(c) {
				if off := math.Abs(one - 1); off >= furthest {
					furthest, where = off, c
				}
			}
		}
		o := within{low: 1 - margin, high: 1 + margin, name: "mean estimate / true number", unit: "×", of: mean}.among(list)
		o.Detail += fmt.Sprintf("; a single one is up to %.2g %% off, at %s", 100*furthest, where.Place())
		return o
	}
}

// ratios are the estimates over the true number, over hash functions; none where a
// metric lacks some.
func (e estimate) ratios(c claim.Cell) (list []float64) {
	m, k := shape(c)
	if math.IsNaN(m) {
		return nil
	}
	var keys [][]float64
	for _, name := range e.metrics {
		var row []float64
		for _, share := range c.Of(name).Values() {
			row = append(row, -m/k*math.Log1p(-share))
		}
		keys = append(keys, row)
	}
	for i := range keys[0] {
		var each []float64
		for _, row := range keys {
			if len(row) != len(keys[0]) {
				return nil
			}
			each = append(each, row[i])
		}
		list = append(list, e.of(each)/e.truth(c.Int(N)))
	}
	return list
}

// leastFilters is the number of filters that a share of one in a hundred needs.
const leastFilters = 20

// concentrated compares how far the numbers of zeros are from their mean with what
// Azuma and Hoeffding allow: λ or more with a probability of 2·e^(−2λ²/(kn)) at
// most, at those λ where that is a half, a tenth and a hundredth.
// Source: Mitzenmacher and Upfal 2005, as the article cites them.
func concentrated(d *claim.Data) claim.Outcome {
	var deviations []float64 // λ²/(kn)
	for _, c := range d.CellsIn(BitsSet, anywhere, bloom) {
		m, k := shape(c)
		if math.IsNaN(m) {
			continue
		}
		throws := k * float64(c.Int(N))
		zeros := math.Exp(throws * math.Log1p(-1/m))
		for _, share := range c.Values() {
			lambda := m * (1 - share - zeros)
			deviations = append(deviations, lambda*lambda/throws)
		}
	}
	n := len(deviations)
	if n < leastFilters {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of %d Bloom filters", BitsSet, leastFilters))
	}
	furthest, holds := 0.0, true
	var list []string
	for _, bound := range []float64{0.5, 0.1, 0.01} {
		beyond := 0
		for _, v := range deviations {
			furthest = max(furthest, v)
			if 2*math.Exp(-2*v) < bound {
				beyond++
			}
		}
		// So many or more come by chance with this probability.
		chance := distuv.Binomial{N: float64(n), P: bound}
		if beyond > 0 && chance.Survival(float64(beyond-1)) <= 0.01 {
			holds = false
		}
		list = append(list, fmt.Sprintf("%d than one in %.0f may be", beyond, 1/bound))
	}
	return claim.Counted(holds, fmt.Sprintf("counted, of %d filters, at three probabilities", n),
		"furthest from the mean, over √(kn)", "", math.Sqrt(furthest),
		fmt.Sprintf("of %d filters are further off %s; as far as the furthest may be one in %.3g", n, strings.Join(list, ", "), max(1, math.Exp(2*furthest)/2)))
}
