package reconcile

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// claims are in the order of display: those of the thesis, of the article, of the papers,
// and what follows from the lengths of keys and cells.
func claims() []claim.Claim {
	return slices.Concat(thesisClaims(), articleClaims(), paperClaims())
}

// bloom is the filter that the texts are about.
const bloom = "bloom"

// eightBits is the rate at which a Bloom filter takes 8 bits a key.
const eightBits = "0.02"

// place is a point of a run in numbers.
type place struct {
	point   runfolder.Point
	task    string
	d, n    int
	epsilon string
}

// onlyA is how many keys A alone has: what B wants.
func (p place) onlyA() float64 { return float64(p.d - p.d/2) }

// places are those at which a method has two values of a metric, as far as they are kept.
func places(d *claim.Data, m runfolder.Metric, name string, keep func(place) bool) (list []place) {
	task, differ, keys, epsilon := d.Meta.Axis(axisTask), d.Meta.Axis(axisD), d.Meta.Axis(axisN), d.Meta.Axis(axis.Epsilon)
	for _, point := range d.Samples.Points(m, name) {
		of, err1 := axis.ParseCount(point.Value(differ))
		n, err2 := axis.ParseCount(point.Value(keys))
		if err1 != nil || err2 != nil && point.Value(keys) != "" { // a trial has no n
			continue
		}
		if p := (place{point, point.Value(task), of, n, point.Value(epsilon)}); keep(p) {
			list = append(list, p)
		}
	}
	return list
}

// cells are those of a method at the places. All keys have no ε: they stand at each of
// those of a filter.
func cells(d *claim.Data, name string, m runfolder.Metric, at []place) (list []runfolder.Cell) {
	for _, p := range at {
		point := p.point
		if name == allKeys {
			point = point.With(d.Meta.Axis(axis.Epsilon), len(d.Meta.Axes), "")
		}
		list = append(list, runfolder.Cell{Filter: name, Metric: m, Point: point})
	}
	return list
}

// untested says what the run lacks.
func untested(m runfolder.Metric, name string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s where the claim is about them", m, name))
}

// fewer counts the places at which a sends fewer bytes than b, in the means.
func fewer(a, b string, keep func(place) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		at := places(d, Bytes, a, keep)
		left, ok := d.Plain(cells(d, a, Bytes, at))
		right, all := d.Plain(cells(d, b, Bytes, at))
		if !ok || !all || len(at) == 0 {
			return untested(Bytes, a+" and "+b)
		}
		count, worst := 0, 0.0
		var where place
		for i := range at {
			if left[i] < right[i] {
				count++
			}
			if ratio := left[i] / right[i]; ratio > worst {
				worst, where = ratio, at[i]
			}
		}
		return claim.Counted(count == len(at), fmt.Sprintf("counted, means at %d places", len(at)), a+" / "+b+", at most", "×", worst,
			fmt.Sprintf("%s sends fewer bytes at %d of %d; the most at n = %s, d = %s", a, count, len(at), axis.Grouped(where.n), axis.Grouped(where.d)))
	}
}

// found tests the share of the difference that a method finds, over all places together,
// each round for itself.
func found(name string, claimed claim.Region, keep func(place) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		at := places(d, Missing, name, keep)
		columns := d.Columns(cells(d, name, Missing, at))
		if len(columns) == 0 || len(columns[0]) < 2 {
			return untested(Missing, name)
		}
		wanted := 0.0
		for _, p := range at {
			wanted += p.onlyA()
		}
		var shares []float64
		for round := range columns[0] {
			missing := 0.0
			for _, c := range columns {
				missing += c[round]
			}
			shares = append(shares, 1-missing/wanted)
		}
		e, err := stats.MeanEstimate(shares)
		if err != nil {
			return untested(Missing, name)
		}
		tested := claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claimed}
		o := claim.Outcome{
			Test:   fmt.Sprintf("share of all that is to be found at %d places: t over %d rounds", len(at), len(shares)),
			Effect: tested.Percent("found"), Holds: claimed.Contains(e.Value),
			Detail: fmt.Sprintf("of %.0f keys in a round", wanted),
		}
		o.Supports, o.Opposes = tested.P()
		return o
	}
}

// byTheory compares keys that are missing, or sent in vain, with the rate of the filter:
// over all rounds of a place, where some tens are expected.
func byTheory(m runfolder.Metric) func(*claim.Data) claim.Outcome {
	const least, share = 20, 0.10
	return func(d *claim.Data) claim.Outcome {
		counted, expected, worst := 0.0, 0.0, 0.0
		within, all := 0, 0
		for _, p := range places(d, m, bloom, func(place) bool { return true }) {
			rate, err := axis.ParseRate(p.epsilon)
			values := d.Sample(runfolder.Cell{Filter: bloom, Metric: m, Point: p.point})
			theory := rate.Float() * p.onlyA() * float64(len(values))
			if err != nil || theory < least {
				continue
			}
			sum := 0.0
			for _, v := range values {
				sum += v
			}
			off := math.Abs(sum - theory)
			all++
			if off <= max(share*theory, 3*math.Sqrt(theory)) {
				within++
			}
			counted, expected, worst = counted+sum, expected+theory, max(worst, off/theory)
		}
		if all == 0 {
			return claim.Untested("the run has no place at which some tens of keys are expected")
		}
		return claim.Counted(within == all, fmt.Sprintf("counted, at %d places", all), "counted / expected", "×", counted/expected,
			fmt.Sprintf("%.0f keys, %.0f by ε; furthest off by %.0f %%", counted, expected, 100*worst))
	}
}

// everywhere tests the mean of a metric at each place: all must be in the region, one
// outside contradicts it.
func everywhere(name string, m runfolder.Metric, claimed claim.Region, unit string, factor float64, keep func(place) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var parts []claim.Tested
		worst, where := math.Inf(-1), 0
		inside := 0
		at := places(d, m, name, keep)
		for i, p := range at {
			e, err := stats.MeanEstimate(d.Sample(runfolder.Cell{Filter: name, Metric: m, Point: p.point}))
			if err != nil {
				return untested(m, name)
			}
			parts = append(parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claimed})
			if claimed.Contains(e.Value) {
				inside++
			}
			if out := max(claimed.Low-e.Value, e.Value-claimed.High); out > worst {
				worst, where = out, i
			}
		}
		if len(parts) == 0 {
			return untested(m, name)
		}
		e := parts[where].Estimates[0].Scaled(factor)
		o := claim.Outcome{
			Test:   fmt.Sprintf("mean at each of %d places: t over rounds; all must be within (Bonferroni)", len(parts)),
			Effect: claim.Effect{Name: fmt.Sprintf("%s, nearest to a bound or beyond: at d = %s", m, axis.Grouped(at[where].d)), Unit: unit, Value: e.Value, CI: e.CI()},
			Holds:  inside == len(parts),
			Detail: fmt.Sprintf("%d of %d means are within", inside, len(parts)),
		}
		o.Supports, o.Opposes = claim.All(parts...)
		return o
	}
}
