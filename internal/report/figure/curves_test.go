package figure

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/stats"
)

// Whole numbers may have names, and a curve without a label is drawn beside those of
// the legend.
func TestCurvePanel(t *testing.T) {
	p := CurvePanel{From: 1, To: 3, Names: []string{"1/2", "1/4", "1/8"}, Curves: []Curve{
		{Label: bilingual.Text{EN: "with", PT: "com"}, X: []float64{1, 3}, Points: []CurvePoint{{Value: 2}, {Value: 1}}},
		{Look: Look{Bare: true}, X: []float64{1, 3}, Points: []CurvePoint{{Value: 3}, {Value: 3}}},
	}}
	if list := p.legend(bilingual.English); len(list) != 1 {
		t.Errorf("%d entries in the legend, want that of the curve with a label", len(list))
	}
	marks := p.plane(bilingual.English).xMarks
	if len(marks) != 3 || marks[0].Value != 1 || marks[0].Label != "1/2" || marks[2].Value != 3 || marks[2].Label != "1/8" {
		t.Errorf("marks %+v, want the names", marks)
	}
	p.Names = nil
	if marks = p.plane(bilingual.English).xMarks; len(marks) != 2 || marks[1].Label != "3" {
		t.Errorf("marks %+v, want the two places", marks)
	}
	p.Round, p.From, p.To = true, 0, 40
	p.Curves[0].X = []float64{9.3312, 33.7}
	if marks = p.plane(bilingual.English).xMarks; len(marks) != 9 || marks[1].Label != "5" || marks[8].Value != 40 {
		t.Errorf("marks %+v, want round numbers", marks)
	}
}

// A logarithmic x axis has a label at each power of ten, at its place on it.
func TestCurvePanelLogX(t *testing.T) {
	p := CurvePanel{From: 0.01, To: 10, LogX: true, Curves: []Curve{{X: []float64{0.01, 10}, Points: []CurvePoint{{Value: 1}, {Value: 2}}}}}
	plane := p.plane(bilingual.Portuguese)
	labels := map[float64]string{}
	for _, m := range plane.xMarks {
		if m.Label != "" {
			labels[m.Value] = m.Label
		}
	}
	if len(labels) != 4 || labels[0.01] != "0,01" || labels[1] != "1" || labels[10] != "10" || plane.x.low > 0.01 || plane.x.high < 10 {
		t.Errorf("%v from %v to %v", labels, plane.x.low, plane.x.high)
	}
	p.From = 1
	if marks := p.plane(bilingual.English).xMarks; len(marks) < 8 {
		t.Errorf("%+v", marks)
	}
}

// Lines in place of joined points, marks and named stretches below the curves are drawn.
func TestFoot(t *testing.T) {
	s := summarize(t, crowd(2))
	panel := CurvePanel{
		XLabel: bilingual.Text{EN: "Time of a miss", PT: "Tempo"}, YLabel: bilingual.Text{EN: "Cost", PT: "Custo"}, From: 1, To: 1e6, LogX: true, Log: true,
		Marks: []Mark{{100, "store"}, {110, "another store"}}, Foot: []Stretch{{1, 1e3, bilingual.Text{EN: "fast", PT: "fast"}, 0}, {1e3, 1.1e3, bilingual.Text{EN: "no room", PT: "no room"}, 1}, {1.1e3, 1e6, bilingual.Text{EN: "sharp", PT: "sharp"}, 2}},
		Curves: []Curve{
			{Label: bilingual.Text{EN: "fast", PT: "fast"}, Line: []XY{{1, 10}, {1e6, 1e5}}, X: []float64{100}, Points: []CurvePoint{{Value: 11}}},
			{Label: bilingual.Text{EN: "sharp", PT: "sharp"}, Line: []XY{{1, 100}, {1e6, 1e3}}},
		},
	}
	f := Curves("costs", bilingual.Text{EN: "What it costs", PT: "Quanto custa"}, func(s *report.Summary, _ bilingual.Lang) (CurvesOf, error) {
		return CurvesOf{Note: bilingual.Text{EN: "a note", PT: "uma nota"}, Panels: []CurvePanel{panel}, Cells: s.Metrics[0].Cells[:1]}, nil
	})
	got := texts(drawn(t, s, f, bilingual.Portuguese))
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

type sample []float64

func (s sample) Describe() (stats.Description, error) { return stats.Describe(s) }

// A panel takes curves with points alone; texts have the numbers of each language.
func TestParts(t *testing.T) {
	var panel CurvePanel
	var curve, none Curve
	curve.Add(3, CurvePoint{Value: 4})
	curve.Add(5, CurvePoint{Value: 6, Half: 1})
	if panel.Add(none, curve); len(panel.Curves) != 1 || len(panel.Curves[0].X) != 2 || panel.Curves[0].Points[1].Half != 1 {
		t.Errorf("%+v", panel.Curves)
	}
	if panel.Fit(); panel.From != 3 || panel.To != 5 {
		t.Errorf("from %v to %v", panel.From, panel.To)
	}
	panel.Log = true
	place := func(s sample) float64 {
		if s[0] == 5 {
			return math.NaN()
		}
		return s[0]
	}
	through := Through(Curve{}, []sample{{1, 3}, {2}, {0, 0}, {4, 4}, {5, 5}}, 10, place)
	if panel.Add(through, none); len(through.X) != 3 || through.X[2] != 4 || through.Points[2].Value != 40 {
		t.Errorf("%+v", through)
	}
	if len(panel.Curves) != 2 || len(panel.Curves[1].X) != 2 {
		t.Errorf("on a logarithmic axis %+v", panel.Curves)
	}
	of := CurvesOf{Panels: []CurvePanel{panel, panel}}
	if got, err := of.Or("none"); err != nil || len(got.Panels) != 2 {
		t.Errorf("%d panels, %v", len(got.Panels), err)
	}
	of.Panels[1].Curves = nil
	if _, err := of.Or("no curves"); err != NoData("no curves") {
		t.Errorf("a panel without curves: %v", err)
	}
	text := bilingual.Text{EN: "%s keys, %s words", PT: "%s chaves, %s palavras"}.With(bilingual.Grouped(1000), bilingual.Grouped(2_000_000))
	if text.EN != "1,000 keys, 2,000,000 words" || text.PT != "1.000 chaves, 2.000.000 palavras" {
		t.Errorf("%q", text)
	}
	if got := WithIntervals(bilingual.Text{EN: "means", PT: "médias"}, bilingual.Portuguese); got != "médias; barras de erro: intervalos de 95%, onde são maiores que os pontos" {
		t.Error(got)
	}
}

// Points beside each other stay within half a step, so that those of two places do not meet.
func TestRoomAside(t *testing.T) {
	curves := []Curve{{X: []float64{1, 2, 4}, shift: -10}, {X: []float64{1, 2, 4}}, {X: []float64{1, 4}, shift: 10}}
	for width, want := range map[vg.Length]vg.Length{12: 0.3, 40: 1, 100: 1} {
		if got := roomAside(curves, func(x float64) vg.Length { return vg.Length(x) * width }); got != want {
			t.Errorf("steps of %v pt: shifts times %v, want %v", width, got, want)
		}
	}
}

// Points beside a place, so that they do not cover each other, lie within the axis.
func TestPlacesBeside(t *testing.T) {
	p := CurvePanel{From: 1, To: 2, Names: []string{"old", "new"}, Curves: []Curve{{X: []float64{0.9, 1.9}}, {X: []float64{1.1, 2.1}}}}
	if xs, _ := p.places(bilingual.English); xs.low >= 0.9 || xs.high <= 2.1 {
		t.Errorf("an axis from %v to %v", xs.low, xs.high)
	}
}
