package figure

import (
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
)

func TestRegions(t *testing.T) {
	s := summarize(t, crowd(2))
	const size = 60
	of := RegionsOf{
		XLabel: bilingual.Text{EN: "Keys", PT: "Chaves"}, YLabel: bilingual.Text{EN: "Time", PT: "Tempo"}, X: [2]float64{1e3, 1e7}, Y: [2]float64{1, 1e6},
		Names: []bilingual.Text{{EN: "nothing", PT: "nada"}, {EN: "wide", PT: "wide"}, {EN: "a name that is far too long for this", PT: "longo"}, {EN: "absent", PT: "ausente"}},
		Cells: s.Metrics[0].Cells[:1],
	}
	for row := range size {
		of.Number, of.Pale = append(of.Number, make([]int, size)), append(of.Pale, make([]bool, size))
		for column := range size {
			switch {
			case row >= 30:
				of.Number[row][column] = 1
			case column >= 56:
				of.Number[row][column] = 2
			}
		}
	}
	read := func(*report.Summary, bilingual.Lang) (RegionsOf, error) { return of, nil }
	got := texts(drawn(t, s, Regions("map", bilingual.Text{EN: "A map", PT: "Um mapa"}, read), bilingual.English))
	for name, times := range map[string]int{"nothing": 2, "wide": 2, "far too long": 1, "absent": 0, "Keys, logarithmic axis": 1} {
		if strings.Count(got, name) != times {
			t.Errorf("%q is not there %d times in\n%s", name, times, got)
		}
	}
	f := &regions{of, bilingual.English}
	if row, from, to := f.widest(0, 3); from != 0 || to != 56 || row < 10 || row > 17 {
		t.Errorf("the widest stretch is in row %d from %d to %d", row, from, to)
	}
	if _, from, to := f.widest(3, 3); from != to {
		t.Errorf("an absent region reaches from %d to %d", from, to)
	}
	of.Cells = nil
	if _, err := Regions("map", bilingual.Text{EN: "A map", PT: "Um mapa"}, read).Draw(s, bilingual.English); !isNoData(err) {
		t.Errorf("without a measurement: %v", err)
	}
}

// The cheapest is the first of equal ones, and pale where the next is nearly as cheap.
func TestCheapest(t *testing.T) {
	of := RegionsOf{X: [2]float64{1, 100}, Y: [2]float64{1, 100}}
	of.Cheapest(func(x float64) func(float64) []float64 {
		return func(y float64) []float64 { return []float64{x, y, 2 * x} }
	})
	last := MapCells - 1
	for _, c := range []struct {
		row, column, who int
		pale             bool
	}{{0, 0, 0, true}, {last, last, 0, true}, {last, 0, 0, false}, {0, last, 1, false}, {9, 10, 1, true}, {8, 10, 1, false}, {10, 9, 0, true}, {13, 10, 0, false}} {
		if who, pale := of.Number[c.row][c.column], of.Pale[c.row][c.column]; who != c.who || pale != c.pale {
			t.Errorf("row %d, column %d: %d, %v", c.row, c.column, who, pale)
		}
	}
}
