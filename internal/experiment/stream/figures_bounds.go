package stream

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// dashed is a curve of theory, in grey.
func dashed(label figure.Text, dashes ...vg.Length) figure.Curve {
	return figure.Curve{Label: label, Look: figure.Look{Nth: 6, Dashes: dashes, Bare: true}}
}

func bothErrors() figure.Text { return figure.Text{EN: "FP + FN (%)", PT: "FP + FN (%)"} }

// withBounds draws both errors together against memory, the article's bound and the one
// by divergence.
func withBounds(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := read(s)
	w := r.window(streamUniform)
	curves := r.memoryCurves(Errors, streamUniform, w)
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no errors in the uniform stream")
	}
	panel := byMemory(curves, bothErrors(), l)
	panel.High = 105
	least := dashed(figure.Text{EN: "least of all filters (divergence)", PT: "mínimo de todo filtro (divergência)"}, 5, 2)
	article := dashed(figure.Text{EN: "article's bound, w for n", PT: "limite do artigo, com w por n"}, 1, 2)
	universe, _ := strconv.ParseFloat(s.Meta.Parameters[parameterUniverse], 64)
	for x := panel.From; x <= panel.To; x += 0.05 {
		bits := math.Exp2(x)
		least.X = append(least.X, x)
		least.Points = append(least.Points, figure.CurvePoint{Value: 100 * leastErrors(bits)})
		article.X = append(article.X, x)
		article.Points = append(article.Points, figure.CurvePoint{Value: 100 * articleBound(bits*float64(w), float64(w), float64(w)*universe)})
	}
	panel.Curves = append(panel.Curves, least, article)
	note := r.memoryNote(streamUniform, w)
	note.EN += " The article's bound is 0 from one bit an element on."
	note.PT += " O limite do artigo é 0 a partir de um bit por elemento."
	return figure.CurvesOf{Caption: r.caption(l), Note: note, Panels: []figure.CurvePanel{panel}}, nil
}

// along is where a cell lies along a stream: the logarithm of the elements so far.
func along(c claim.Cell) float64 { return float64(position(c.Int(axisInserted))) }

// byPosition is a panel over the logarithm of the elements.
func byPosition(curves []figure.Curve, label figure.Text, l figure.Lang) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: figure.Text{EN: "Elements of the stream so far", PT: "Elementos do fluxo até então"}, YLabel: label, Curves: curves}
	p.From, p.To = span(curves)
	for k := p.From; k <= p.To; k++ {
		p.Names = append(p.Names, figure.Count(1<<int(k), l))
	}
	return p
}

// positionCurves are those of a metric along a stream.
func (r *reader) positionCurves(m runfolder.Metric, stream string) (list []figure.Curve) {
	for _, name := range kindNames() {
		if c := through(r.curve(name, m), cells(r.Data, m, name, in(stream)), along); len(c.X) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// positions draws both errors over the position in a stream.
func positions(stream string) figure.Figure {
	title := titleOf(stream)
	return figure.Curves("stream-position-"+stream, figure.Text{
		EN: "Errors along the stream: how each comes to its steady state, " + title.EN,
		PT: "Erros ao longo do fluxo: como cada um chega ao estado estável, " + title.PT,
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := read(s)
		positives := r.positionCurves(RateAt, stream)
		if len(positives) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no errors along the stream " + stream)
		}
		w := r.window(stream)
		above, below := byPosition(positives, positivesLabel(), l), byPosition(positives, negativesLabel(), l)
		above.Curves, above.Log, above.High = onLogarithm(positives), true, 100
		below.Curves, below.High = r.positionCurves(MissedAt, stream), 100
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
	r := read(s)
	var curves []figure.Curve
	limit, least := 0.0, math.Inf(1)
	for nth, stream := range streamsOf(s.Meta) {
		list := cells(r.Data, Empty, stable, in(stream))
		curve := through(figure.Curve{Label: titleOf(stream), Metric: Empty, Look: figure.Look{Nth: nth}}, list, along)
		if len(curve.X) == 0 {
			continue
		}
		curves = append(curves, curve)
		if theory := limitOfEmpty(list[0]); theory.Has() {
			limit = 100 * theory.Mean()
		}
		for _, p := range curve.Points {
			least = min(least, p.Value)
		}
	}
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no empty cells along a stream")
	}
	panel := byPosition(curves, figure.Text{EN: "Empty cells (%)", PT: "Células vazias (%)"}, l)
	panel.Low, panel.High = 10*math.Floor(min(limit, least)/10), 100
	panel.Level, panel.LevelLabel = limit, figure.Text{EN: "limit by theory", PT: "limite pela teoria"}
	return figure.CurvesOf{Caption: r.caption(l), Note: figure.Text{
		EN: fmt.Sprintf("ε = %s\u00a0%%, the memory of one window. The theory takes every element as another.", r.middle().Percent()),
		PT: fmt.Sprintf("ε = %s%%, a memória de uma janela. A teoria supõe todos os elementos diferentes.", r.middle().Percent()),
	}, Panels: []figure.CurvePanel{panel}}, nil
}

// judgedFigure draws the small filters with their bound.
func judgedFigure(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := read(s)
	var curves []figure.Curve
	for nth, limit := range limits()[:2] {
		label := fmt.Sprintf("%s, %d bits", limit.name, limit.bits)
		list := cells(r.Data, Errors, limit.name, func(c claim.Cell) bool { return c.Of(Bound).Has() })
		measured := through(figure.Curve{Label: figure.Text{EN: label, PT: label}, Metric: Errors, Look: figure.Look{Nth: nth}}, list, along)
		if len(measured.X) == 0 {
			continue
		}
		bound := figure.Curve{Metric: Bound, Look: figure.Look{Nth: nth, Dashes: []vg.Length{4, 2.5}, Bare: true}}
		for _, c := range list {
			bound.X, bound.Points = append(bound.X, along(c)), append(bound.Points, figure.CurvePoint{Value: 100 * c.Of(Bound).Mean()})
		}
		curves = append(curves, measured, bound)
	}
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has none of the small filters")
	}
	panel := byPosition(curves, bothErrors(), l)
	panel.High = 105
	return figure.CurvesOf{Caption: r.caption(l), Note: figure.Text{
		EN: "Dashed, in the same colour: the article's bound for so many bits. A point below it is a filter that the bound excludes. rollcall keeps the number of the letter that it waits for; tracked has a bit for every second letter.",
		PT: "Tracejada, da mesma cor: o limite do artigo para tantos bits. Um ponto abaixo é um filtro que o limite exclui. rollcall guarda o número da letra que espera; tracked tem um bit a cada duas letras.",
	}, Panels: []figure.CurvePanel{panel}}, nil
}
