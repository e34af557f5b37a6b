package figure

import (
	"math"
	"testing"
)

type sample []float64

func (s sample) Values() []float64 { return s }

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
	text := Text{"%s keys, %s words", "%s chaves, %s palavras"}.WithCounts(1000, 2_000_000)
	if text.EN != "1,000 keys, 2,000,000 words" || text.PT != "1.000 chaves, 2.000.000 palavras" {
		t.Errorf("%q", text)
	}
	if got := (Text{"means", "médias"}).WithIntervals(Portuguese); got != "médias; intervalos de 95% onde são maiores que os pontos" {
		t.Error(got)
	}
}
