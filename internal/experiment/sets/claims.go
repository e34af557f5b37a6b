package sets

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// claims are those of the texts and papers, each source a family of its own.
func claims() []claim.Claim {
	return slices.Concat(sizeClaims(), manyClaims(), countClaims(), otherClaims())
}

// values are those of a cell, over rounds.
func values(d *claim.Data, filter string, m runfolder.Metric, at runfolder.Point) []float64 {
	return d.Sample(runfolder.Cell{Filter: filter, Metric: m, Point: at})
}

// placesOf are the points of a metric of a filter on just these axes, in their order.
func placesOf(d *claim.Data, filter string, m runfolder.Metric, names ...string) (list []runfolder.Point) {
	for _, p := range d.Samples.Points(m, filter) {
		exactly := true
		for i, name := range axes() {
			exactly = exactly && (p.Value(i) != "") == slices.Contains(names, name)
		}
		if exactly {
			list = append(list, p)
		}
	}
	return list
}

// x is the value of a point on an axis, NaN where it has none.
func x(p runfolder.Point, name string) float64 {
	v, err := strconv.ParseFloat(p.Value(slices.Index(axes(), name)), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// named is a place in words.
func named(p runfolder.Point) string {
	text := ""
	for i, name := range axes() {
		if v := p.Value(i); v != "" {
			if text != "" {
				text += ", "
			}
			text += name + " = " + v
		}
	}
	return text
}

// lacks is the outcome of a claim about what the run does not hold.
func lacks(m runfolder.Metric, filter string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s at the places of the claim", m, filter))
}

// part is an estimate that a claim wants in a region.
type part struct {
	where string
	claim.Tested
}

// mean is the part that the mean of values lies in a region; false without two values.
func mean(where string, list []float64, region claim.Region) (part, bool) {
	e, err := stats.MeanEstimate(list)
	return part{where, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: region}}, err == nil
}

// whole is the outcome of parts that all have to hold. Its effect is the part that is the
// deepest outside of its region or the nearest to its bound, in units of factor.
func whole(parts []part, test, name, unit string, factor float64) claim.Outcome {
	worst, room, holds := parts[0], math.Inf(1), true
	var tested []claim.Tested
	for _, p := range parts {
		v := p.Estimates[0].Value
		holds = holds && p.Claimed.Contains(v)
		if left := min(v-p.Claimed.Low, p.Claimed.High-v); left < room {
			worst, room = p, left
		}
		tested = append(tested, p.Tested)
	}
	ci := worst.CI()
	o := claim.Outcome{
		Test: test, Holds: holds, Detail: fmt.Sprintf("%d places; worst at %s", len(parts), worst.where),
		Effect: claim.Effect{Name: name, Unit: unit, Value: factor * worst.Estimates[0].Value, CI: stats.Interval{Low: factor * ci.Low, High: factor * ci.High}},
	}
	if len(parts) == 1 {
		o.Detail = "at " + worst.where
	}
	o.Supports, o.Opposes = claim.All(tested...)
	return o
}

// pairs are the differences of two samples of the same rounds; nil where these differ in
// number.
func pairs(a, b []float64) []float64 {
	if len(a) != len(b) {
		return nil
	}
	list := make([]float64, len(a))
	for i := range a {
		list[i] = a[i] - b[i]
	}
	return list
}

// rate is a rate that was counted in every round, and its theory.
type rate struct {
	measured, theory float64 // means over rounds
	deviations       float64 // how far off it is, in standard errors
	off              bool
}

// against compares a rate with its theory over rounds of so many questions. It is off
// where it lies outside of a 99.9 % interval over rounds, by more than a share of the
// theory, and by more than the counting of rare cases gives: rounds without any have no
// spread. False without two rounds.
func against(measured, theory []float64, questions int, share float64) (r rate, ok bool) {
	differences := pairs(measured, theory)
	e, err := stats.MeanEstimate(differences)
	if err != nil {
		return rate{}, false
	}
	for i := range measured {
		r.measured += measured[i] / float64(len(measured))
		r.theory += theory[i] / float64(len(measured))
	}
	const level, normal = 0.0005, 3.3 // on each side
	asked := float64(questions * len(measured))
	off := math.Abs(r.measured - r.theory)
	counting := math.Sqrt(r.theory / asked)
	r.deviations = off / max(e.SE, counting, 1/asked)
	r.off = min(e.Above(0), e.Below(0)) < level && off > share*r.theory && off > normal*counting+1/asked
	return r, true
}

// follows is the test that a rate is that of its theory at every place.
func follows(filter string, m, theory runfolder.Metric, questions int, names ...string) func(*claim.Data) claim.Outcome {
	const share = 0.05
	return func(d *claim.Data) claim.Outcome {
		return againstAll(d, placesOf(d, filter, m, names...), filter, m, theory, questions, share)
	}
}

// againstAll compares a rate with its theory at places.
func againstAll(d *claim.Data, at []runfolder.Point, filter string, m, theory runfolder.Metric, questions int, share float64) claim.Outcome {
	places, off, worst, where := 0, 0, rate{}, ""
	for _, p := range at {
		r, ok := against(values(d, filter, m, p), values(d, filter, theory, p), questions, share)
		if !ok {
			continue
		}
		places++
		if r.off {
			off++
		}
		if where == "" || r.off && !worst.off || r.off == worst.off && r.deviations > worst.deviations {
			worst, where = r, named(p)
		}
	}
	if places == 0 {
		return lacks(m, filter)
	}
	return claim.Counted(off == 0, "99.9 % interval over hash functions", "measured / theory, where it is furthest off", "×", worst.measured/worst.theory,
		fmt.Sprintf("off at %d of %d places; furthest at %s, %.3g %% where theory has %.3g", off, places, where, 100*worst.measured, 100*worst.theory))
}

// sumOf is that of all values of a metric of a filter; how many there are.
func sumOf(d *claim.Data, filter string, m runfolder.Metric, at ...runfolder.Point) (sum float64, n int) {
	for _, p := range at {
		for _, v := range values(d, filter, m, p) {
			sum += v
			n++
		}
	}
	return sum, n
}
