package reconcile

import (
	"testing"

	"hyphbench/internal/report/figure"
)

// The cheapest is the first of equal ones, and pale where the next is nearly as cheap.
func TestCheapest(t *testing.T) {
	of := figure.RegionsOf{X: [2]float64{1, 100}, Y: [2]float64{1, 100}}
	fillCheapest(&of, func(x, y float64) []float64 { return []float64{x, y, 2 * x} })
	last := mapCells - 1
	for _, c := range []struct {
		row, column, who int
		pale             bool
	}{{0, 0, 0, true}, {last, last, 0, true}, {last, 0, 0, false}, {0, last, 1, false}, {9, 10, 1, true}, {8, 10, 1, false}, {10, 9, 0, true}, {13, 10, 0, false}} {
		if who, pale := of.Number[c.row][c.column], of.Pale[c.row][c.column]; who != c.who || pale != c.pale {
			t.Errorf("row %d, column %d: %d, %v", c.row, c.column, who, pale)
		}
	}
}
