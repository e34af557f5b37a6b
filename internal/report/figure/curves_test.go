package figure

import "testing"

// Whole numbers may have names, and a curve without a label is drawn beside those of
// the legend.
func TestCurvePanel(t *testing.T) {
	p := CurvePanel{From: 1, To: 3, Names: []string{"1/2", "1/4", "1/8"}, Curves: []Curve{
		{Label: Text{"with", "com"}, X: []float64{1, 3}, Points: []CurvePoint{{Value: 2}, {Value: 1}}},
		{Look: Look{Bare: true}, X: []float64{1, 3}, Points: []CurvePoint{{Value: 3}, {Value: 3}}},
	}}
	if list := p.legend(English); len(list) != 1 {
		t.Errorf("%d entries in the legend, want that of the curve with a label", len(list))
	}
	marks := p.plane(English).xMarks
	if len(marks) != 3 || marks[0].Value != 1 || marks[0].Label != "1/2" || marks[2].Value != 3 || marks[2].Label != "1/8" {
		t.Errorf("marks %+v, want the names", marks)
	}
	p.Names = nil
	if marks = p.plane(English).xMarks; len(marks) != 2 || marks[1].Label != "3" {
		t.Errorf("marks %+v, want the two places", marks)
	}
	p.Round, p.From, p.To = true, 0, 40
	p.Curves[0].X = []float64{9.3312, 33.7}
	if marks = p.plane(English).xMarks; len(marks) != 9 || marks[1].Label != "5" || marks[8].Value != 40 {
		t.Errorf("marks %+v, want round numbers", marks)
	}
}

// A logarithmic x axis has a label at each power of ten, at its place on it.
func TestCurvePanelLogX(t *testing.T) {
	p := CurvePanel{From: 0.01, To: 10, LogX: true, Curves: []Curve{{X: []float64{0.01, 10}, Points: []CurvePoint{{Value: 1}, {Value: 2}}}}}
	plane := p.plane(Portuguese)
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
	if marks := p.plane(English).xMarks; len(marks) < 8 {
		t.Errorf("%+v", marks)
	}
}
