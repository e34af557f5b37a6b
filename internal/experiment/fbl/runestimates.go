package fbl

import (
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// structure is the name of the filter in every row.
const structure = "linear"

// key is a number of a run: a metric at a point. n, b and k are 0 where the
// metric has none.
type key struct {
	metric       runfolder.Metric
	n, b, k      int
	quantisation string
	occupancy    string
}

func (k key) cell() runfolder.Cell {
	text := func(v int) string {
		if v == 0 {
			return ""
		}
		return strconv.Itoa(v)
	}
	return runfolder.Cell{Filter: structure, Metric: k.metric,
		Point: runfolder.At(text(k.n), text(k.b), text(k.k), k.quantisation, k.occupancy)}
}

// numbers finds the numbers of a run, for claims and figures.
type numbers struct {
	summary     *report.Summary
	iterations  int
	repetitions int    // of Figure 4
	missing     string // the last number that the run lacks
}

func newNumbers(s *report.Summary) *numbers {
	f := &numbers{summary: s}
	f.iterations, _ = strconv.Atoi(s.Meta.Parameters["iterations"]) // written by the experiment
	f.repetitions, _ = strconv.Atoi(s.Meta.Parameters["capacity_repetitions"])
	return f
}

// find returns a number with its standard error, NaN where the run has none:
// over batches of iterations or, for Figure 4, over repetitions. Without one
// there is no degree of freedom either.
func (f *numbers) find(k key) (stats.Estimate, bool) {
	c := f.summary.Samples.Cell(k.cell())
	if c == nil {
		return stats.Estimate{}, false
	}
	row := c.Row(0)
	e := stats.Estimate{Value: row.Value, SE: math.NaN()}
	if se, err := strconv.ParseFloat(f.summary.Run.Column(columnSE)(row), 64); err == nil {
		e.SE, e.DF = se, float64(f.iterations/batch-1)
		if k.occupancy != "" {
			e.DF = float64(f.repetitions - 1)
		}
		if k.quantisation == unquantised {
			e.DF = float64(f.iterations*k.n - 1)
		}
	}
	return e, true
}

// get returns a number, and records a missing one.
func (f *numbers) get(k key) stats.Estimate {
	e, ok := f.find(k)
	if !ok && f.missing == "" {
		f.missing = fmt.Sprintf("the run holds no %s for n = %d, b = %d, k = %d, %s", k.metric, k.n, k.b, k.k, k.quantisation)
		if k.occupancy != "" {
			f.missing = fmt.Sprintf("no filter of b = %d, %s, reaches an occupancy of %s in the run (%s)", k.b, k.quantisation, k.occupancy, k.metric)
		}
	}
	return e
}

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

// exactRegion is the claim that a number is v, of numbers known without error.
func exactRegion(v float64) claim.Region {
	const rounding = 1e-9
	return claim.Region{Low: v - rounding, High: v + rounding}
}
