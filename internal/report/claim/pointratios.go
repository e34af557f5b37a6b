package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Each are the ratios a/b of two filters, point by point, each with its own
// error over repetitions.
type Each struct {
	At    []runfolder.Point
	Log   []stats.Estimate // of the logarithm
	Plain []float64        // of the plain means; over machines the estimates, as ratios
	How   string           // over what the errors are: "30 rounds (paired)"
}

// EachRatio estimates the ratio a/b at every point of a sweep.
func EachRatio(d *Data, a, b string, metric runfolder.Metric) (Each, bool) {
	r := Each{At: d.Points(metric, a, b)}
	if len(r.At) == 0 {
		return Each{}, false
	}
	for i := range r.At {
		cells := append(Cells(a, metric, r.At[i:i+1]), Cells(b, metric, r.At[i:i+1])...)
		e, plain, how, ok := d.LogContrast(cells, []float64{1, -1})
		if !ok {
			return Each{}, false
		}
		ratio := plain[0] / plain[1]
		if d.trace.over() {
			ratio = math.Exp(e.Value)
		}
		r.Log, r.Plain, r.How = append(r.Log, e), append(r.Plain, ratio), how
	}
	return r, true
}

// Count is the number of points at which the ratio of the plain means, as a
// logarithm, is in the region.
func (e Each) Count(claimed Region) int {
	n := 0
	for _, v := range e.Plain {
		if claimed.Contains(math.Log(v)) {
			n++
		}
	}
	return n
}

// Most tests "more than half of the estimates are in the region": each for
// itself, and how many by partial conjunction (Benjamini and Heller 2008), which
// holds whatever their dependence. A mean over them would not do: it may lie in
// the region while most of them lie outside of it. The interval is that of the
// number of estimates in the region.
func Most(estimates []stats.Estimate, claimed Region) (supports, opposes float64, number stats.Interval) {
	return AtLeast(len(estimates)/2+1, estimates, claimed)
}

// Of how many places something is claimed.
func Some(int) int          { return 1 }
func MostOf(places int) int { return places/2 + 1 }
func AllOf(places int) int  { return places }

// AtLeast is Most of so many of the estimates: 1 of what can be, all of what always is.
func AtLeast(wanted int, estimates []stats.Estimate, claimed Region) (supports, opposes float64, number stats.Interval) {
	n := len(estimates)
	inside, outside := make([]float64, n), make([]float64, n)
	for i, e := range estimates {
		inside[i], outside[i] = Tested{Estimates: []stats.Estimate{e}, Claimed: claimed}.P()
	}
	const side = (1 - stats.Level) / 2
	return stats.PartialConjunction(inside, wanted), stats.PartialConjunction(outside, n-wanted+1),
		stats.Interval{Low: float64(stats.AtLeast(inside, side)), High: float64(n - stats.AtLeast(outside, side))}
}

// SlowerForMost is the outcome of "with a it is slower than with b for most ε",
// slower being by a share of more than smallest. The points are counted; the
// pooled ratio stands beside.
func SlowerForMost(d *Data, a, b string, metric runfolder.Metric, smallest float64) Outcome {
	r, ok := EachRatio(d, a, b, metric)
	pooled, all := FindRatios(d, a, b, metric)
	if !ok || !all {
		return d.Missing(metric, a, b)
	}
	n := len(r.At)
	slower := r.Count(slowerBy(smallest))
	o := Outcome{
		Test:    fmt.Sprintf("ratio at each of %d %s: t over %s; at how many it is above %g, by partial conjunction", n, pooled.Symbol, r.How, 1+smallest),
		Effect:  Effect{Name: fmt.Sprintf("%s at which %s is slower", pooled.Symbol, a), Unit: fmt.Sprintf("of %d", n), Value: float64(slower)},
		Holds:   2*slower > n,
		Pairs:   []Pair{{A: a, B: b, Metric: metric, At: r.At}},
		PerCell: true,
		Detail: fmt.Sprintf("%s %s is slower at %d of %d %s; pooled ratio %s", d.InMeans(), a, r.Count(Above(0)), n, pooled.Symbol,
			Tested{Estimates: pooled.Pooled}.Ratio("")),
		Vary: Margin{Name: "smallest difference", Value: smallest, At: func(smallest float64) (float64, float64) {
			s, o, _ := Most(r.Log, slowerBy(smallest))
			return s, o
		}},
	}
	o.Supports, o.Opposes, o.Effect.CI = Most(r.Log, slowerBy(smallest))
	o.Parts, o.Wanted = slowerBy(smallest).Each(r.Log), n/2+1
	return o
}

// slowerBy is the region of the logarithm of a ratio above 1 + smallest, and
// FasterBy that of its inverse.
func slowerBy(smallest float64) Region { return Above(math.Log1p(smallest)) }

// FasterBy is the region of the logarithm of a ratio below 1/(1 + smallest).
func FasterBy(smallest float64) Region { return Below(-math.Log1p(smallest)) }
