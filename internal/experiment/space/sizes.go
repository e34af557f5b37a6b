package space

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
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

// grown is the number of keys from which sizes have grown out of rounding.
const grown = 10_000

// tiny is less than the difference of any two rates.
const tiny = 1e-9

// nothing is the lower end of what may be as small as it likes.
var nothing = math.Inf(-1)

// near are the points of an ε.
func near(epsilon float64) region {
	return func(p place) bool { return math.Abs(p.epsilon-epsilon) < tiny }
}

// atRate are those of them that have grown.
func atRate(epsilon float64) region {
	return func(p place) bool { return near(epsilon)(p) && p.n >= grown }
}

// anyRate are those of every ε.
func anyRate(p place) bool { return p.epsilon > 0 && p.n >= grown }

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
	return d.Mean(runfolder.Cell{Filter: filter, Metric: m, Point: at.at})
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

// lean is how many bits a key a structure takes for each of log2(1/ε), of the rate
// that it has.
func lean(d *claim.Data, filter string, p place) float64 { return 1 + mean(d, filter, Overhead, p) }

// leanWithin is the test "a takes from low to high times the space of b, each at
// the rate that it has".
func leanWithin(a, b string, in region, low, high float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := places(d, Overhead, in, a, b)
		if len(list) == 0 {
			return missing(Overhead, a, b)
		}
		o := within(d, list, low, high, a+" / "+b, "×", func(p place) float64 { return lean(d, a, p) / lean(d, b, p) })
		fewer := 0
		for _, p := range list {
			if mean(d, a, BitsPerKey, p) < mean(d, b, BitsPerKey, p) {
				fewer++
			}
		}
		o.Detail += fmt.Sprintf("; %s has fewer bits a key for the rate asked for at %d of %d", a, fewer, len(list))
		return o
	}
}

// leanerBy is the test "a takes less than a share of the space of b, each at the
// rate that it has".
func leanerBy(a, b string, in region, share float64) func(*claim.Data) claim.Outcome {
	return leanWithin(a, b, in, nothing, math.Nextafter(share, 0))
}

// leaner is the test "a takes less space than b, each at the rate that it has".
func leaner(a, b string, in region) func(*claim.Data) claim.Outcome { return leanerBy(a, b, in, 1) }

// sometimes is the test "a takes more space than b at a point, each at the rate
// that it has".
func sometimes(a, b string, in region) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := places(d, Overhead, in, a, b)
		if len(list) == 0 {
			return missing(Overhead, a, b)
		}
		more, largest, at := 0, 0.0, list[0]
		for _, p := range list {
			v := lean(d, a, p) / lean(d, b, p)
			if v > 1 {
				more++
			}
			if v > largest {
				largest, at = v, p
			}
		}
		return claim.Counted(more > 0, fmt.Sprintf("counted, at %d points", len(list)), "largest "+a+" / "+b, "×", largest,
			fmt.Sprintf("more at %d of %d points; largest at %s", more, len(list), at))
	}
}

// manyShare is the margin of "many": more than this share of the points.
const manyShare = 0.25

// often is the test "a takes fewer bits a key than b at many points". Beside it
// stands where a table of a power of two spoils it: where a would be smaller if the
// table were as full as it may be.
func often(a, b string, in region) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := places(d, BitsPerKey, in, a, b)
		if len(list) == 0 {
			return missing(BitsPerKey, a, b)
		}
		fewer := 0
		var spoilt []string
		for _, p := range list {
			other := mean(d, b, BitsPerKey, p)
			if mean(d, a, BitsPerKey, p) < other {
				fewer++
			} else if full, ok := bitsWhenFull(a, p); ok && full < other {
				spoilt = append(spoilt, p.String())
			}
		}
		detail := fmt.Sprintf("no power of two spoils it: %s is larger in full tables too", a)
		if fewer == len(list) {
			detail = "at all of them"
		} else if len(spoilt) > 0 {
			detail = "a power of two spoils it at " + strings.Join(spoilt, "; ")
		}
		return claim.Counted(float64(fewer) > manyShare*float64(len(list)), fmt.Sprintf("counted, at %d points", len(list)),
			"points at which "+a+" is smaller", fmt.Sprintf("of %d", len(list)), float64(fewer), detail)
	}
}

// bitsWhenFull is what a structure takes a key when it has as many as it has room
// for; false where it has no bound.
func bitsWhenFull(name string, p place) (float64, bool) {
	s, err := all.ByName(name)
	if err != nil {
		return 0, false
	}
	plan, err := s.Plan(p.n, filter.Config{Epsilon: p.epsilon})
	if err != nil || plan.Capacity == 0 {
		return 0, false
	}
	return float64(plan.Bits) / (fullLoad * float64(plan.Capacity)), true
}

// fullLoad is the load up to which cuckoo tables are sized.
const fullLoad = 0.94

// bloomOverhead is 1/ln 2 − 1, what a Bloom filter takes over log2(1/ε).
const bloomOverhead = 1/math.Ln2 - 1

// noneBelow is the test "no approximate structure takes less than a share over
// log2(1/ε measured)".
func noneBelow(low float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		least, where, points, below := math.Inf(1), "", 0, 0
		for _, f := range d.Meta.Filters {
			for _, p := range places(d, Overhead, anyRate, f) {
				v := mean(d, f, Overhead, p)
				points++
				if v < low {
					below++
				}
				if v < least {
					least, where = v, fmt.Sprintf("%s, %s", f, p)
				}
			}
		}
		if points == 0 {
			return missing(Overhead, "an approximate structure")
		}
		return claim.Counted(below == 0, fmt.Sprintf("counted, at %d points", points), "least overhead", "%", 100*least,
			fmt.Sprintf("below at %d of %d points; least of %s", below, points, where))
	}
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
