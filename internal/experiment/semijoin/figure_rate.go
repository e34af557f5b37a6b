package semijoin

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// byRate draws the bytes of a join against ε, with theory's curve and its least.
func byRate(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	at, _ := middleOf(s.Meta)
	of, ok := sweepOf(d, bloom)
	if !ok {
		return figure.CurvesOf{}, noBytes
	}
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "False-positive rate asked for (%)", PT: "Razão de falsos positivos pedida (%)"},
		YLabel: figure.Text{EN: "Bytes a row of the table", PT: "Bytes por linha da tabela"}, LogX: true,
	}
	add(&panel, d, Bytes, ways(), func(c claim.Cell) (float64, float64, bool) {
		epsilon := c.Float(axis.Eps)
		return 100 * epsilon, float64(at.n), epsilon > 0 && at.tables(c)
	})
	by := figure.Curve{
		Label: figure.Text{EN: "theory of a Bloom filter", PT: "teoria do Bloom filter"},
		Look:  figure.Look{Nth: 6, Dashes: []vg.Length{2, 2}, Bare: true},
	}
	const steps = 200
	for i := range steps + 1 {
		percent := panel.From * math.Pow(panel.To/panel.From, float64(i)/steps)
		by.X = append(by.X, percent)
		by.Points = append(by.Points, figure.CurvePoint{Value: of.theory.bytes(percent/100) / float64(at.n)})
	}
	panel.Curves = append(panel.Curves, by)
	best := of.theory.best()
	text := figure.Decimal(strconv.FormatFloat(100*best, 'g', 2, 64), l)
	if best < 1 && 100*best > panel.From && 100*best < panel.To {
		panel.Marks = []figure.Mark{{X: 100 * best, Name: fmt.Sprintf(figure.Text{EN: "best ε by theory: %s %%", PT: "melhor ε pela teoria: %s%%"}.In(l), text)}}
	}
	note := fmt.Sprintf(figure.Text{
		EN: "%s; %s %% of them have a partner. Of all rows %.0f bytes a row would be shipped.",
		PT: "%s; %s%% delas têm par. De todas as linhas seriam transmitidos %.0f bytes por linha.",
	}.In(l), at.joined(s.Meta, l), at.partners(l), of.theory.row)
	return figure.CurvesOf{Caption: caption(s.Meta, l, meanBytes()), Note: same(note), Panels: []figure.CurvePanel{panel}}, nil
}
