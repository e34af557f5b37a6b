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
