package fbl

import (
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// term is a number of a run with its weight in a sum.
type term struct {
	weight float64
	key
}

// one is a sum of one number.
func one(k key) []term { return []term{{1, k}} }

// minus is a difference of two numbers.
func minus(a, b key) []term { return []term{{1, a}, {-1, b}} }

// quotient is the part that a sum of numbers over another one makes. The points
// share their elements; the sum of the relative standard errors is no less than
// that of the quotient.
func (f *numbers) quotient(label string, over, under []term, claimed claim.Region) part {
	a, b := f.sum(over), f.sum(under)
	e := stats.Estimate{Value: a.Value / b.Value, DF: min(a.DF, b.DF)}
	e.SE = math.Abs(e.Value) * (a.SE/math.Abs(a.Value) + b.SE/math.Abs(b.Value))
	return part{label, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claimed}}
}

// sum adds numbers up, their standard errors too.
func (f *numbers) sum(terms []term) stats.Estimate {
	e := stats.Estimate{DF: math.Inf(1)}
	for _, t := range terms {
		x := f.get(t.key)
		e.Value += t.weight * x.Value
		e.SE += math.Abs(t.weight) * x.SE
		e.DF = min(e.DF, x.DF)
	}
	return e
}

// certain is a part known without error, such as what arithmetic gives.
func certain(label string, v float64, claimed claim.Region) part {
	return part{label, claim.Tested{Estimates: []stats.Estimate{{Value: v, DF: 1}}, Claimed: claimed}}
}
