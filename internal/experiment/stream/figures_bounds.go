package stream

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// dashed is a curve of theory, in grey.
func dashed(label figure.Text, dashes ...vg.Length) figure.Curve {
	return figure.Curve{Label: label, Look: figure.Look{Nth: 6, Dashes: dashes, Bare: true}}
}

func bothErrors() figure.Text {
	return figure.Text{EN: "FP + FN (%)", PT: "FP + FN (%)"}
}

// withBounds draws both errors together against memory, the article's bound and the one
// by divergence.
func withBounds(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	w := r.window(streamUniform)
	curves, low, high := r.memoryCurves(Errors, streamUniform, w)
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no errors in the uniform stream")
	}
	panel := byMemory(low, high, bothErrors(), l)
	panel.Curves, panel.High = curves, 105
	least := dashed(figure.Text{EN: "least of all filters (divergence)", PT: "mínimo de todo filtro (divergência)"}, 5, 2)
	article := dashed(figure.Text{EN: "article's bound, w for n", PT: "limite do artigo, com w por n"}, 1, 2)
	for x := panel.From; x <= panel.To; x += 0.05 {
		bits := math.Exp2(x)
		least.X = append(least.X, x)
		least.Points = append(least.Points, figure.CurvePoint{Value: 100 * leastErrors(bits)})
		article.X = append(article.X, x)
		article.Points = append(article.Points, figure.CurvePoint{Value: 100 * articleBound(bits*float64(w), float64(w), float64(w)*universeOf(s.Meta))})
	}
	panel.Curves = append(panel.Curves, least, article)
	note := r.memoryNote(streamUniform, w)
	note.EN += " The article's bound is 0 from one bit an element on."
	note.PT += " O limite do artigo é 0 a partir de um bit por elemento."
	return figure.CurvesOf{Caption: r.caption(l), Note: note, Panels: []figure.CurvePanel{panel}}, nil
}

// byPosition is a panel over the logarithm of the elements.
func byPosition(from, to int, label figure.Text, l figure.Lang) figure.CurvePanel {
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "Elements of the stream so far", PT: "Elementos do fluxo até então"}, YLabel: label,
		From: float64(from), To: float64(to),
	}
	for k := from; k <= to; k++ {
		p.Names = append(p.Names, figure.Count(1<<k, l))
	}
	return p
}

// positionCurves are those of a metric along a stream.
func (r *reader) positionCurves(m runfolder.Metric, stream string) (list []figure.Curve, from, to int) {
	from = math.MaxInt
	for _, k := range r.drawnKinds(exactName) {
		curve := figure.Curve{Label: nameText(k.name), Metric: m, Look: figure.LookOf(r.Summary, k.name)}
		for _, c := range r.Samples.Cells(m) {
			at := placeOf(c.Point)
			if y, ok := r.mean(c.Cell); ok && c.Filter == k.name && at.stream == stream {
				n := position(at.inserted)
				from, to = min(from, n), max(to, n)
				curve.X, curve.Points = append(curve.X, float64(n)), append(curve.Points, percent(y))
			}
		}
		if len(curve.X) > 0 {
			list = append(list, ascending(curve))
		}
	}
	return list, from, to
}

// along draws both errors over the position in a stream.
func along(stream string) figure.Figure {
	title := titleOf(stream)
	return figure.Curves("stream-position-"+stream, figure.Text{
		EN: "Errors along the stream: how each comes to its steady state, " + title.EN,
		PT: "Erros ao longo do fluxo: como cada um chega ao estado estável, " + title.PT,
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := &reader{s}
		positives, from, to := r.positionCurves(RateAt, stream)
		negatives, _, _ := r.positionCurves(MissedAt, stream)
		if len(positives) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no errors along the stream " + stream)
		}
		w := r.window(stream)
		above := byPosition(from, to, figure.Text{EN: "False positives (%)", PT: "Falsos positivos (%)"}, l)
		below := byPosition(from, to, figure.Text{EN: "False negatives (%)", PT: "Falsos negativos (%)"}, l)
		above.Curves, above.Log, above.High = onLogarithm(positives), true, 100
		below.Curves, below.High = negatives, 100
		mark := figure.Mark{X: math.Log2(float64(w)), Name: "w"}
		above.Marks, below.Marks = []figure.Mark{mark}, []figure.Mark{mark}
		rate := r.middle().Percent()
		return figure.CurvesOf{Caption: r.caption(l), Note: figure.Text{
			EN: fmt.Sprintf("w = %s, ε = %s\u00a0%%, each point since half as many elements. No false positives: no point.", figure.Count(w, figure.English), rate),
			PT: fmt.Sprintf("w = %s, ε = %s%%, cada ponto desde a metade dos elementos. Sem falsos positivos, sem ponto.", figure.Count(w, figure.Portuguese), rate),
		}, Panels: []figure.CurvePanel{above, below}}, nil
	})
}

// empties draws the empty cells of the stable filter in each stream.
func empties(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	var curves []figure.Curve
	from, to, limit := math.MaxInt, 0, 0.0
	for nth, stream := range namesOf(s.Meta) {
		title := titleOf(stream)
		curve := figure.Curve{Label: title, Metric: Empty, Look: figure.Look{Nth: nth}}
		for _, c := range r.Samples.Cells(Empty) {
			at := placeOf(c.Point)
			if y, ok := r.mean(c.Cell); ok && at.stream == stream {
				n := position(at.inserted)
				from, to = min(from, n), max(to, n)
				curve.X, curve.Points = append(curve.X, float64(n)), append(curve.Points, percent(y))
				if theory, ok := r.mean(runfolder.Cell{Filter: c.Filter, Metric: EmptyTheory, Point: c.Point.With(2, 5, "")}); ok {
					limit = 100 * theory.Value
				}
			}
		}
		if len(curve.X) > 0 {
			curves = append(curves, ascending(curve))
		}
	}
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no empty cells along a stream")
	}
	panel := byPosition(from, to, figure.Text{EN: "Empty cells (%)", PT: "Células vazias (%)"}, l)
	least := limit
	for _, c := range curves {
		for _, p := range c.Points {
			least = min(least, p.Value)
		}
	}
	panel.Curves, panel.Low, panel.High = curves, 10*math.Floor(least/10), 100
	panel.Level, panel.LevelLabel = limit, figure.Text{EN: "limit by theory", PT: "limite pela teoria"}
	return figure.CurvesOf{Caption: r.caption(l), Note: figure.Text{
		EN: fmt.Sprintf("ε = %s\u00a0%%, the memory of one window. The theory takes every element as another.", r.middle().Percent()),
		PT: fmt.Sprintf("ε = %s%%, a memória de uma janela. A teoria supõe todos os elementos diferentes.", r.middle().Percent()),
	}, Panels: []figure.CurvePanel{panel}}, nil
}

// judgedFigure draws the small filters with their bound.
func judgedFigure(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	var curves []figure.Curve
	from, to := math.MaxInt, 0
	for nth, name := range []string{rollCallName, trackedName} {
		limit, _ := limitNamed(name)
		label := figure.Text{EN: fmt.Sprintf("%s, %d bits", name, limit.bits), PT: fmt.Sprintf("%s, %d bits", name, limit.bits)}
		measured := figure.Curve{Label: label, Metric: Errors, Look: figure.Look{Nth: nth}}
		bound := figure.Curve{Metric: Bound, Look: figure.Look{Nth: nth, Dashes: []vg.Length{4, 2.5}, Bare: true}}
		for _, c := range r.Samples.Cells(Errors) {
			at := placeOf(c.Point)
			y, ok := r.mean(c.Cell)
			b, known := r.mean(runfolder.Cell{Filter: name, Metric: Bound, Point: c.Point})
			if c.Filter != name || !ok || !known {
				continue
			}
			n := position(at.inserted)
			from, to = min(from, n), max(to, n)
			measured.X, measured.Points = append(measured.X, float64(n)), append(measured.Points, percent(y))
			bound.X, bound.Points = append(bound.X, float64(n)), append(bound.Points, figure.CurvePoint{Value: 100 * b.Value})
		}
		if len(measured.X) > 0 {
			curves = append(curves, ascending(measured), ascending(bound))
		}
	}
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has none of the small filters")
	}
	panel := byPosition(from, to, bothErrors(), l)
	panel.Curves, panel.High = curves, 105
	return figure.CurvesOf{Caption: r.caption(l), Note: figure.Text{
		EN: "Dashed, in the same colour: the article's bound for so many bits. A point below it is a filter that the bound excludes. rollcall keeps the number of the letter that it waits for; tracked has a bit for every second letter.",
		PT: "Tracejada, da mesma cor: o limite do artigo para tantos bits. Um ponto abaixo é um filtro que o limite exclui. rollcall guarda o número da letra que espera; tracked tem um bit a cada duas letras.",
	}, Panels: []figure.CurvePanel{panel}}, nil
}
