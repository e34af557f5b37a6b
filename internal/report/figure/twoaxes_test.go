package figure

import (
	"strings"
	"testing"

	"hyphbench/internal/report"
)

// Lines in place of joined points, marks and named stretches below the curves are drawn.
func TestFoot(t *testing.T) {
	s := summarize(t, crowd(2))
	panel := CurvePanel{
		XLabel: Text{"Time of a miss", "Tempo"}, YLabel: Text{"Cost", "Custo"}, From: 1, To: 1e6, LogX: true, Log: true,
		Marks: []Mark{{100, "store"}, {110, "another store"}}, Foot: []Stretch{{1, 1e3, Text{"fast", "fast"}, 0}, {1e3, 1.1e3, Text{"no room", "no room"}, 1}, {1.1e3, 1e6, Text{"sharp", "sharp"}, 2}},
		Curves: []Curve{
			{Label: Text{"fast", "fast"}, Line: []XY{{1, 10}, {1e6, 1e5}}, X: []float64{100}, Points: []CurvePoint{{Value: 11}}},
			{Label: Text{"sharp", "sharp"}, Line: []XY{{1, 100}, {1e6, 1e3}}},
		},
	}
	f := Curves("costs", Text{"What it costs", "Quanto custa"}, func(s *report.Summary, _ Lang) (CurvesOf, error) {
		return CurvesOf{Note: Text{"a note", "uma nota"}, Panels: []CurvePanel{panel}, Cells: s.Metrics[0].Cells[:1]}, nil
	})
	got := texts(drawn(t, s, f, Portuguese))
	for _, want := range []string{"Quanto custa", "uma nota", "Tempo, eixo logarítmico", "Custo", "another store", "valores por ponto"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for name, times := range map[string]int{"fast": 2, "sharp": 2, "no room": 0} { // in the legend, and at the foot
		if strings.Count(got, name) != times {
			t.Errorf("%s is not named %d times in\n%s", name, times, got)
		}
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
