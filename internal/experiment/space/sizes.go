package space

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// place is a point as numbers.
type place struct {
	at      runfolder.Point
	n       int
	epsilon float64 // asked for, as a share; 0 of exact structures
}

// String is the point in words: "n = 10,000, ε = 1 %".
func (p place) String() string {
	text := "n = " + axis.Grouped(p.n)
	if p.epsilon > 0 {
		text += fmt.Sprintf(", ε = %.4g %%", 100*p.epsilon)
	}
	return text
}

// region chooses points.
type region func(place) bool

// atRate are the points of an ε at which sizes have grown out of rounding.
func atRate(epsilon float64) region {
	return func(p place) bool { return math.Abs(p.epsilon-epsilon) < 1e-9 && p.n >= 10_000 }
}

// anyRate are those points of every ε.
func anyRate(p place) bool { return p.epsilon > 0 && p.n >= 10_000 }

// anywhere are all points with an ε, those of small sets too.
func anywhere(p place) bool { return p.epsilon > 0 }

// places are the points in the region at which all of the structures have the
// metric.
func places(d *claim.Data, m runfolder.Metric, in region, filters ...string) (list []place) {
	n, epsilon := d.Meta.Axis(axisN), d.Meta.Axis(axis.Epsilon)
	if n < 0 || epsilon < 0 {
		return nil
	}
	for _, at := range d.Samples.Points(m, filters...) {
		p := place{at: at}
		count, err := axis.ParseCount(at.Value(n))
		if err != nil {
			continue
		}
		p.n = count
		if text := at.Value(epsilon); text != "" {
			p.epsilon = d.Meta.Axes[epsilon].X(text) / 100
		}
		if in(p) {
			list = append(list, p)
		}
	}
	return list
}

// mean is that of a metric of a structure at a point, NaN where there is none.
func mean(d *claim.Data, filter string, m runfolder.Metric, at place) float64 {
	v, err := stats.Mean(d.Sample(runfolder.Cell{Filter: filter, Metric: m, Point: at.at}))
	if err != nil {
		return math.NaN()
	}
	return v
}

// missing is the outcome of a claim about structures that the run lacks.
func missing(m runfolder.Metric, filters ...string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold %s of %s at a point that the claim is about", m, strings.Join(filters, " and ")))
}

// within counts the points at which a number is from low to high. The effect is the
// number that is furthest out, or nearest to an end.
func within(d *claim.Data, list []place, low, high float64, name, unit string, number func(place) float64) claim.Outcome {
	inside, worst, margin, at := 0, math.NaN(), math.Inf(1), place{}
	for _, p := range list {
		v := number(p)
		if low <= v && v <= high {
			inside++
		}
		if m := min(v-low, high-v); m < margin || math.IsNaN(m) {
			worst, margin, at = v, m, p
		}
	}
	return claim.Counted(inside == len(list), fmt.Sprintf("counted, at %d points", len(list)), name, unit, worst,
		fmt.Sprintf("so at %d of %d points; nearest to the edge, or furthest beyond it, at %s", inside, len(list), at))
}

// ratioWithin is the test "a takes from low to high times the bits a key of b".
func ratioWithin(a, b string, in region, low, high float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := places(d, BitsPerKey, in, a, b)
		if len(list) == 0 {
			return missing(BitsPerKey, a, b)
		}
		return within(d, list, low, high, a+" / "+b, "×", func(p place) float64 {
			return mean(d, a, BitsPerKey, p) / mean(d, b, BitsPerKey, p)
		})
	}
}

// smaller is the test "a takes fewer bits a key than b".
func smaller(a, b string, in region) func(*claim.Data) claim.Outcome {
	return ratioWithin(a, b, in, 0, math.Nextafter(1, 0))
}

// sizeWithin is the test "a takes from low to high bits a key".
func sizeWithin(filter string, in region, low, high float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := places(d, BitsPerKey, in, filter)
		if len(list) == 0 {
			return missing(BitsPerKey, filter)
		}
		return within(d, list, low, high, filter, "bits", func(p place) float64 { return mean(d, filter, BitsPerKey, p) })
	}
}

// overheadWithin is the test "a takes from low to high, as shares, more than
// log2(1/ε) bits a key of the rate that it has".
func overheadWithin(filter string, in region, low, high float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := places(d, Overhead, in, filter)
		if len(list) == 0 {
			return missing(Overhead, filter)
		}
		o := within(d, list, low, high, "overhead of "+filter, "%", func(p place) float64 { return mean(d, filter, Overhead, p) })
		o.Effect.Value *= 100
		return o
	}
}
