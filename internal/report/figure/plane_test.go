package figure

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/report"
)

// madeCosts has three lines: x itself, 10 + x/100, and 30 + x/10,000.
func madeCosts(s *report.Summary, _ Lang) (CostsOf, error) {
	straight := func(fixed, share float64) func(float64) float64 {
		return func(x float64) float64 { return fixed + share*x }
	}
	return CostsOf{
		Notes: []Text{{"a note", "uma nota"}}, XLabel: Text{"Time of a miss", "Tempo"}, YLabel: Text{"Cost", "Custo"}, From: 1, To: 1e6,
		Lines: []CostLine{{Name: Text{"nothing", "nada"}, At: straight(0, 1)}, {Name: Text{"fast", "fast"}, At: straight(10, 0.01), Dots: []CostDot{{100, 11}}}, {Name: Text{"sharp", "sharp"}, At: straight(30, 0.0001)}},
		Marks: []Mark{{100, "store"}, {110, "another store"}}, Cells: s.Metrics[0].Cells[:1],
	}, nil
}

func TestCosts(t *testing.T) {
	s := summarize(t, crowd(2))
	got := texts(drawn(t, s, Costs("costs", Text{"What it costs", "Quanto custa"}, madeCosts), Portuguese))
	for _, want := range []string{"Quanto custa", "uma nota", "Tempo, eixo logarítmico", "Custo", "another store"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, name := range []string{"nada", "fast", "sharp"} { // in the legend, and in the band
		if strings.Count(got, name) != 2 {
			t.Errorf("%s is not named twice in\n%s", name, got)
		}
	}
	of, _ := madeCosts(s, English)
	f := &costs{of, English, scale{extent{1, 1e6}, true}, scale{nothing(), true}}
	for x, want := range map[float64]int{1: 0, 10: 0, 11: 1, 2000: 1, 2100: 2} {
		if got := f.cheapest(x); got != want {
			t.Errorf("at %v line %d is the cheapest, want %d", x, got, want)
		}
	}
	f.fit()
	if f.y.low > 1 || f.y.high < 130 || math.IsInf(f.y.high, 0) {
		t.Errorf("the y axis is %+v", f.y)
	}
}

func TestRegions(t *testing.T) {
	s := summarize(t, crowd(2))
	const size = 60
	of := RegionsOf{
		XLabel: Text{"Keys", "Chaves"}, YLabel: Text{"Time", "Tempo"}, X: [2]float64{1e3, 1e7}, Y: [2]float64{1, 1e6},
		Names:  []Text{{"nothing", "nada"}, {"wide", "wide"}, {"a name that is far too long for this", "longo"}, {"absent", "ausente"}},
		XMarks: []Mark{{1e5, "L2"}, {1e9, "beyond"}}, YMarks: []Mark{{50, "store"}}, Cells: s.Metrics[0].Cells[:1],
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
	read := func(*report.Summary, Lang) (RegionsOf, error) { return of, nil }
	got := texts(drawn(t, s, Regions("map", Text{"A map", "Um mapa"}, read), English))
	for name, times := range map[string]int{"nothing": 2, "wide": 2, "far too long": 1, "absent": 0, "L2": 1, "beyond": 0, "store": 1, "Keys, logarithmic axis": 1} {
		if strings.Count(got, name) != times {
			t.Errorf("%q is not there %d times in\n%s", name, times, got)
		}
	}
	f := &regions{of, English}
	if row, from, to := f.widest(0, 3); from != 0 || to != 56 || row < 10 || row > 17 {
		t.Errorf("the widest stretch is in row %d from %d to %d", row, from, to)
	}
	if _, from, to := f.widest(3, 3); from != to {
		t.Errorf("an absent region reaches from %d to %d", from, to)
	}
	of.Cells = nil
	if _, err := Regions("map", Text{"A map", "Um mapa"}, read).Draw(s, English); !isNoData(err) {
		t.Errorf("without a measurement: %v", err)
	}
}
