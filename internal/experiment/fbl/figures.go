package fbl

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of the paper's evaluation, by its numbers.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		newFigure("4", "c, capacities", func(p *curves) []figure.CurvePanel {
			return []figure.CurvePanel{p.capacities(BitCapacity, text("elements by bits")), p.capacities(CellCapacity, text("elements by cells"))}
		}),
		newFigure("5a", "c, compared", func(p *curves) []figure.CurvePanel {
			whole := overBits(text("mean"), append(p.overB(Mean), p.others(Mean)...)...)
			whole.Level, whole.LevelLabel = 0.5, text("mean of c")
			enlarged := whole
			enlarged.YLabel = text("enlarged")
			enlarged.Low, enlarged.High = 0.48, 0.52
			return []figure.CurvePanel{whole, enlarged}
		}),
		newFigure("5b", "c, or not", func(p *curves) []figure.CurvePanel {
			panel := overBits(text("deviation"),
				p.other(SD, linear.Floor, text("down"), figure.Look{Nth: 0}),
				p.other(SD, linear.Round, text("rounded"), figure.Look{Nth: 1}),
				p.other(SD, linear.Ceiling, text("up"), dashed(5, 2.5)),
			)
			panel.Level, panel.LevelLabel = 1/math.Sqrt(12), text("uniform")
			return []figure.CurvePanel{panel}
		}),
		newFigure("5c", "c, compared", func(p *curves) []figure.CurvePanel {
			panel := overBits(text("error"), append(p.overB(MSE), p.others(MSE)...)...)
			panel.Log, panel.Level, panel.LevelLabel = true, 0.01/12, text("share of the variance")
			return []figure.CurvePanel{panel}
		}),
		newFigure("5d", "c, occupancies", func(p *curves) []figure.CurvePanel { return occupancyPanels(overBits, p.overB) }),
		newFigure("6a", "c", func(p *curves) []figure.CurvePanel {
			panel := overHashes(text("error"), p.overK(MSE)...)
			panel.Log, panel.Level, panel.LevelLabel = true, 0.0005, text("limit")
			return []figure.CurvePanel{panel}
		}),
		newFigure("6b", "c, occupancies", func(p *curves) []figure.CurvePanel { return occupancyPanels(overHashes, p.overK) }),
		figure.Curves("codes", text("codes"), byCodes),
	}
}

// byCodes draws the error in the filter and, dashed, that of quantisation alone by its theory.
func byCodes(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
	p := &curves{numbers: newNumbers(s)}
	panel := overBits(text("error"))
	panel.Log = true
	for i, name := range []string{linear.Floor.String(), logarithmic, root} {
		label := text("code " + name)
		panel.Curves = append(panel.Curves, p.curve(label, figure.Look{Nth: i}, widths(), func(b int) key {
			return key{metric: MSE, n: largestN, b: b, k: paperK, quantisation: name}
		}), p.curve(text("alone", label), figure.Look{Nth: i, Dashes: []vg.Length{4, 2.5}, Bare: true}, widths(), func(b int) key {
			return key{metric: QuantisationTheory, b: b, quantisation: name}
		}))
	}
	if p.missing != "" {
		return figure.CurvesOf{}, figure.NoData(p.missing)
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel}, Caption: p.caption("codes", l), Note: text("c, codes")}, nil
}

func overBits(y bilingual.Text, list ...figure.Curve) figure.CurvePanel {
	return figure.CurvePanel{XLabel: text("b"), From: 1, To: largestB, YLabel: y, Curves: list}
}

func overHashes(y bilingual.Text, list ...figure.Curve) figure.CurvePanel {
	return figure.CurvePanel{XLabel: text("k"), From: 2, To: largestK, YLabel: y, Curves: list}
}

func occupancyPanels(over func(bilingual.Text, ...figure.Curve) figure.CurvePanel, curves func(runfolder.Metric) []figure.Curve) []figure.CurvePanel {
	list := []figure.CurvePanel{
		over(text("bits"), curves(BitOccupancy)...),
		over(text("cells"), curves(CellOccupancy)...),
	}
	for i := range list {
		list[i].High, list[i].Level, list[i].LevelLabel = 1, 0.5, text("half")
	}
	return list
}

// capacities are how many elements a filter holds until each occupancy is reached.
func (p *curves) capacities(metric runfolder.Metric, label bilingual.Text) figure.CurvePanel {
	panel := overBits(label)
	panel.Log, panel.Level, panel.LevelLabel = true, 100, text("hundred")
	for i, percent := range occupancies() {
		panel.Curves = append(panel.Curves, p.curve(bilingual.Text{EN: "occupancy %d %%", PT: "ocupação %d%%"}.With(percent), figure.Look{Nth: i}, widths(), func(b int) key {
			return key{metric: metric, b: b, k: paperK, quantisation: linear.Floor.String(), occupancy: share(percent)}
		}))
	}
	return panel
}

// dashed are the looks of the quantisations that the paper does not have.
func dashed(dash, gap vg.Length) figure.Look {
	return figure.Look{Nth: 6, Dashes: []vg.Length{dash, gap}, Bare: true}
}

// newFigure is a figure of the evaluation, with the note of a name. Its panels are curves over
// b or k.
func newFigure(id, note string, panels func(*curves) []figure.CurvePanel) figure.Figure {
	return figure.Curves(id, text(id), func(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
		p := &curves{numbers: newNumbers(s)}
		of := figure.CurvesOf{Note: text(note), Caption: p.caption(id, l), Panels: panels(p)}
		if p.missing != "" {
			return of, figure.NoData(p.missing)
		}
		return of, nil
	})
}

// curves makes curves of the numbers of a run.
type curves struct{ *numbers }

// curve collects the points of one curve and skips those that the run lacks,
// which are out of reach. A curve without points is missing data.
func (p *curves) curve(label bilingual.Text, look figure.Look, xs []int, at func(x int) key) figure.Curve {
	c := figure.Curve{Label: label, Look: look, Metric: at(xs[0]).metric}
	for _, x := range xs {
		if e, ok := p.find(at(x)); ok {
			half := e.CI().High - e.Value
			if math.IsNaN(half) { // few iterations have no standard error
				half = 0
			}
			c.X, c.Points = append(c.X, float64(x)), append(c.Points, figure.CurvePoint{Value: e.Value, Half: half})
		}
	}
	if len(c.X) == 0 && p.missing == "" {
		p.missing = fmt.Sprintf("the run has no measurement of %q for %s", at(xs[0]).metric, label.EN)
	}
	return c
}

// overB are the curves of a metric over b at k = 7, one for each n, under the
// paper's quantisation.
func (p *curves) overB(metric runfolder.Metric) []figure.Curve {
	return p.byN(metric, widths(), func(x int) (b, k int) { return x, paperK })
}

// overK are those over k at b = 8.
func (p *curves) overK(metric runfolder.Metric) []figure.Curve {
	return p.byN(metric, hashes(), func(x int) (b, k int) { return paperB, x })
}

func (p *curves) byN(metric runfolder.Metric, xs []int, at func(x int) (b, k int)) []figure.Curve {
	var list []figure.Curve
	for i, n := range elements() {
		label := fmt.Sprintf("n = %d", n)
		list = append(list, p.curve(bilingual.Both(label), figure.Look{Nth: i}, xs, func(x int) key {
			b, k := at(x)
			return key{metric: metric, n: n, b: b, k: k, quantisation: linear.Floor.String()}
		}))
	}
	return list
}

// other is the curve of a metric over b for n = 70 under another quantisation.
func (p *curves) other(metric runfolder.Metric, q linear.Quantisation, label bilingual.Text, look figure.Look) figure.Curve {
	return p.curve(label, look, widths(), func(b int) key {
		return key{metric: metric, n: largestN, b: b, k: paperK, quantisation: q.String()}
	})
}

// others are those under rounding and ceiling.
func (p *curves) others(metric runfolder.Metric) []figure.Curve {
	return []figure.Curve{
		p.other(metric, linear.Round, text("70 rounded"), dashed(1.5, 2)),
		p.other(metric, linear.Ceiling, text("70 up"), dashed(5, 2.5)),
	}
}

// caption says what the numbers are means of: iterations, or repetitions of
// Figure 4.
func (p *curves) caption(id string, l bilingual.Lang) string {
	n, what := p.iterations, text("iterations")
	if id == "4" {
		n, what = p.repetitions, text("repetitions")
	}
	bits, _ := strconv.Atoi(p.summary.Meta.Parameters["bits"]) // written by the experiment
	return text("caption", bilingual.Count(bits, l), bilingual.Count(n, l), what, p.summary.Meta.Seed).In(l)
}
