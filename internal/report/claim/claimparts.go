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

// Estimates are those of all parts.
func (p *Parts) Estimates() (list []stats.Estimate) {
	for _, x := range p.list {
		list = append(list, x.e)
	}
	return list
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
		Effect: Effect{Name: effect, Unit: unit, Value: factor * worst.Value, CI: ci.Scaled(factor)},
	}
	o.Supports, o.Opposes = p.Within(p.Claimed)
	return o
}

// Spread is the outcome with the range of all parts, and where the worst of them is.
func (p *Parts) Spread(test, effect, unit string, factor float64) Outcome {
	o := p.Outcome(test, effect, unit, factor)
	o.Effect.Range, o.Detail = p.Range().Scaled(factor), p.Where()
	return o
}

// Together is a claim about a number at unlike places, such as rates and numbers of keys, where
// one of them alone has too few events to decide it. Means over places say whether the number is
// as claimed; that none is a mean of opposites, each place says for itself: one that lies
// outside significantly leaves the means no support.
type Together struct{ Means, Each Parts }

// Within tests the claim that the number lies in a region.
func (t *Together) Within(claimed Region) (supports, opposes float64) {
	supports, opposes = t.Means.Within(claimed)
	_, one := t.Each.Within(claimed)
	if one <= Alpha/2 {
		supports = 1
	}
	return supports, min(opposes, one)
}

// Outcome is that of some places. The effect is from the least of them to the largest, in units
// of factor; a mean is the number of none.
func (t *Together) Outcome(claimed Region, test, effect, unit string, factor float64) Outcome {
	t.Means.Claimed, t.Each.Claimed = claimed, claimed
	o := t.Each.Outcome(fmt.Sprintf("%s, and each of %d places for itself", test, t.Each.Len()), effect, unit, factor)
	of, mean := t.Means.Worst()
	o.Holds = claimed.Contains(mean.Value)
	o.Supports, o.Opposes = t.Within(claimed)
	o.Effect.Range = t.Each.Range().Scaled(factor)
	ci := mean.CI()
	o.Detail = fmt.Sprintf("%s: %.4g [%.4g, %.4g] %s; %s", of, factor*mean.Value, factor*ci.Low, factor*ci.High, unit, t.Each.Where())
	return o
}
