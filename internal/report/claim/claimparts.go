package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/stats"
)

// Parts are numbers that a claim is about one by one: it is supported if all are as
// claimed, and contradicted if one is not (All).
type Parts struct {
	Claimed Region
	list    []part
}

type part struct {
	of string
	e  stats.Estimate
}

// Add adds the estimate of what is named so.
func (p *Parts) Add(of string, e stats.Estimate) { p.list = append(p.list, part{of, e}) }

// AddMean adds the mean of values, if there are two.
func (p *Parts) AddMean(of string, values []float64) {
	if e, err := stats.MeanEstimate(values); err == nil {
		p.Add(of, e)
	}
}

// Len is how many they are.
func (p *Parts) Len() int { return len(p.list) }

// Worst is the one that is the least within the region, or the furthest outside.
func (p *Parts) Worst() (of string, e stats.Estimate) {
	off := math.Inf(-1)
	for _, x := range p.list {
		if by := max(p.Claimed.Low-x.e.Value, x.e.Value-p.Claimed.High); by > off {
			off, of, e = by, x.of, x.e
		}
	}
	return of, e
}

// Where says at which of them the worst is.
func (p *Parts) Where() string {
	of, _ := p.Worst()
	if len(p.list) == 1 {
		return "at " + of
	}
	return fmt.Sprintf("%d places; worst at %s", len(p.list), of)
}

// Range is from the least of them to the largest.
func (p *Parts) Range() stats.Interval {
	r := stats.Interval{Low: math.Inf(1), High: math.Inf(-1)}
	for _, x := range p.list {
		r.Low, r.High = min(r.Low, x.e.Value), max(r.High, x.e.Value)
	}
	return r
}

// Within tests the parts against another region.
func (p *Parts) Within(claimed Region) (supports, opposes float64) {
	var tests []Tested
	for _, x := range p.list {
		tests = append(tests, claimed.Of(x.e))
	}
	return All(tests...)
}

// Outcome is that of one part or more. The effect is that of the worst, times a factor.
func (p *Parts) Outcome(test, effect, unit string, factor float64) Outcome {
	_, worst := p.Worst()
	ci := worst.CI()
	o := Outcome{
		Test: test, Holds: p.Claimed.Contains(worst.Value),
		Effect: Effect{Name: effect, Unit: unit, Value: factor * worst.Value, CI: stats.Interval{Low: factor * ci.Low, High: factor * ci.High}},
	}
	o.Supports, o.Opposes = p.Within(p.Claimed)
	return o
}
