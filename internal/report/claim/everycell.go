package claim

import (
	"cmp"
	"fmt"
	"math"

	"hyphbench/internal/runfolder"
)

// Tolerance says whether a number at a cell is as claimed, and how far it is off: of two
// cells the larger is further from it.
type Tolerance func(c Cell, v float64) (holds bool, off float64)

// Under claims less than a number.
func Under(bound float64) Tolerance {
	return func(_ Cell, v float64) (bool, float64) { return v < bound, v / bound }
}

// Over claims more than a number, which may depend on the cell.
func Over(bound func(Cell) float64) Tolerance {
	return func(c Cell, v float64) (bool, float64) { return v > bound(c), bound(c) / v }
}

// Near claims a ratio of 1, up to a share.
func Near(share float64) Tolerance {
	return func(_ Cell, v float64) (bool, float64) { return math.Abs(v-1) <= share, math.Abs(v - 1) }
}

// NearCount claims of a ratio of counted events to those that are expected what Near does, or
// that it is 1 up to three standard errors of such a count.
func NearCount(share float64, expected func(Cell) float64) Tolerance {
	return func(c Cell, v float64) (bool, float64) {
		return math.Abs(v-1) <= max(share, 3/math.Sqrt(expected(c))), math.Abs(v - 1)
	}
}

// Everywhere is a claim about every cell of some methods, by means of counts. The cells
// at which it holds are counted, and the effect is that of the one furthest off.
type Everywhere struct {
	Metric  runfolder.Metric
	Methods []string
	At      Where
	Name    string             // of the number: "two rounds / one"
	Unit    string             // "×" where it is empty
	Of      func(Cell) float64 // the number at a cell; NaN where the claim says nothing of it
	Is      Tolerance
	Without string // why the claim cannot be tested without such a cell; empty: the run lacks the metric

	How    string             // what is tested, with a verb for the number of places; empty: means of counts
	Detail func(Tally) string // nil: at how many places it holds, and the worst
}

// To is a metric of a cell as a ratio to another one in the same place.
func To(other runfolder.Metric) func(Cell) float64 {
	return func(c Cell) float64 { return c.Mean() / c.Of(other).Mean() }
}

// ToThat is a metric of a cell as a ratio to that of another method in the same place.
func ToThat(method string) func(Cell) float64 {
	return func(c Cell) float64 { return c.Mean() / c.By(method).Mean() }
}

// Test is the test of the claim.
func (e Everywhere) Test(d *Data) Outcome {
	var t Tally
	for _, method := range e.Methods {
		for _, c := range e.At.Find(d, e.Metric, method) {
			if v := e.Of(c); !math.IsNaN(v) {
				holds, off := e.Is(c, v)
				t.Add(c.Place(), holds, v, off)
			}
		}
	}
	switch {
	case t.Places == 0 && e.Without != "":
		return Untested(e.Without)
	case t.Places == 0:
		return Lacks(e.Metric, e.Methods...)
	}
	detail := fmt.Sprintf("it holds at %d of %d points; the worst is %.4g at %s", t.Held, t.Places, t.Worst, t.At)
	if e.Detail != nil {
		detail = e.Detail(t)
	}
	how := fmt.Sprintf(cmp.Or(e.How, "means of counts, at %d points"), t.Places)
	return t.Counted(t.All(), how, e.Name, cmp.Or(e.Unit, "×"), detail)
}
