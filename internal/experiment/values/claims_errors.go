package values

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// never is the test that a metric of some structures is 0 in every round of every cell.
func never(m runfolder.Metric, names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		looks, found := 0, 0.0
		for _, name := range names {
			for _, c := range d.Cells(m, name) {
				for _, v := range c.Values() {
					looks++
					found += v
				}
			}
		}
		if looks == 0 {
			return claim.Lacks(m, names...)
		}
		return claim.Counted(found == 0, fmt.Sprintf("counted, in %d structures", looks), string(m), "", found, "")
	}
}

// sets15 is never of both metrics.
func sets15(d *claim.Data) claim.Outcome {
	if o := never(Missing, compactSet)(d); o.NotTested != "" || !o.Holds {
		return o
	}
	return never(Differing, compactSet)(d)
}

// leastCount is how many events are to be expected of a cell in a round, for its ratio
// to theory to say something.
const leastCount = 50

// Of what a share is one: numbers of a run.
func negativesOfList(d *claim.Data) float64 { return float64(d.Meta.Expect["negatives"]) }

func keysGraded(d *claim.Data) float64 {
	n, err := strconv.Atoi(d.Meta.Parameters[parameterKeys])
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

// setsOfKeys are those that the keys are not in.
func setsOfKeys(d *claim.Data) float64 {
	return keysGraded(d) * (languages - 1 - second*(languages-1)/languages)
}

// Which cells a test is about.
func hyphenations(c claim.Cell) bool { return c.On(Code) != "" }
func inCode(names ...string) func(claim.Cell) bool {
	return func(c claim.Cell) bool { return slices.Contains(names, c.On(Code)) }
}
func linearOnly(c claim.Cell) bool { return c.Filter == linearName }
func anyCell(claim.Cell) bool      { return true }

// events are the share that theory expects of so many, which are counted in a round.
type events struct {
	share runfolder.Metric
	of    func(*claim.Data) float64
}

// follows is the test that a metric is that of theory: the mean over cells of the ratio
// of both, in each round. Cells of which too few events are expected are left out.
func follows(measured, theory runfolder.Metric, margin float64, expect events, about func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var a, b []runfolder.Cell
		for _, name := range d.Meta.Filters {
			for _, c := range d.CellsIn(measured, about, name) {
				expected := c.Of(theory)
				enough := c.Of(expect.share).Mean()*expect.of(d) >= leastCount
				if enough && expected.Mean() > 0 {
					a, b = append(a, c.Cell), append(b, expected.Cell)
				}
			}
		}
		if len(a) == 0 {
			return claim.Untested(fmt.Sprintf("the run has no cell of which theory expects %d events a round (%s)", leastCount, expect.share))
		}
		columns := d.Columns(append(a, b...))
		ratios := make([]float64, len(columns[0]))
		for round := range ratios {
			for i := range a {
				ratios[round] += columns[i][round] / columns[len(a)+i][round] / float64(len(a))
			}
		}
		e, err := stats.MeanEstimate(ratios)
		if err != nil {
			return claim.Untested(err.Error())
		}
		at := func(margin float64) claim.Tested { return claim.Region{Low: 1 - margin, High: 1 + margin}.Of(e) }
		t := at(margin)
		o := claim.Every(fmt.Sprintf("mean ratio over %d cells: t over %d rounds", len(a), len(ratios)), t)
		o.Effect = claim.Effect{Name: "measured / theory", Unit: "×", Value: e.Value, CI: t.CI()}
		o.Vary = claim.Margin{Name: "margin", Value: margin, At: func(v float64) (float64, float64) { return at(v).P() }}
		return o
	}
}

// masksCatchMore compares each rate of masks with that of the table at as many bits.
func masksCatchMore(code string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var list comparisons
		for _, name := range functionNames() {
			var x, y []float64 // bits and the logarithm of the rate, of the table
			for _, c := range d.CellsIn(Wrong, inCode(codeTable), name) {
				if wrong := c.Mean(); wrong > 0 {
					x, y = append(x, c.Of(BitsPerKey).Mean()), append(y, math.Log(wrong))
				}
			}
			for _, c := range d.CellsIn(Wrong, inCode(code), name) {
				list.add(c.Mean(), math.Exp(between(x, y, c.Of(BitsPerKey).Mean())))
			}
		}
		return list.below("masks / table, at most", "the run has no masks of as many bits as tables around them")
	}
}

// between is the line through points of ascending x at a place; NaN outside of them.
func between(x, y []float64, at float64) float64 {
	for i := 1; i < len(x); i++ {
		if x[i-1] <= at && at <= x[i] {
			return y[i-1] + (y[i]-y[i-1])*(at-x[i-1])/(x[i]-x[i-1])
		}
	}
	return math.NaN()
}
