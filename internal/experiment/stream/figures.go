package stream

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func figures(m *runfolder.Meta) (list []figure.Figure) {
	streams := streamsOf(m)
	for _, stream := range streams {
		list = append(list, memory(stream))
	}
	list = append(list, trial.Curves("stream-bound", text("stream-bound"), withBounds))
	for _, stream := range streams {
		list = append(list, positions(stream))
	}
	list = append(list,
		trial.Curves("stream-empty", text("stream-empty"), empties),
		trial.Curves("stream-limit", text("stream-limit"), judgedFigure))
	if len(streams) > 0 {
		list = append(list, times(m, streams[0]))
	}
	return list
}

// streamsOf are the streams of a run to which structures are put.
func streamsOf(m *runfolder.Meta) []string {
	return slices.DeleteFunc(slices.Clone(m.Values(string(axisStream))), func(name string) bool {
		return !slices.Contains(streamNames(), name)
	})
}

func titleOf(stream string) bilingual.Text {
	switch stream {
	case streamUniform:
		return text("uniform")
	case streamZipf:
		return text("zipf")
	}
	return text("running text")
}

func caption(d *claim.Data, l bilingual.Lang) string {
	return figure.WithIntervals(text("means", d.Meta.Reps), l)
}

// window is that in the middle of a run's list.
func window(d *claim.Data, stream string) int {
	var list []int
	for _, name := range kindNames() {
		for _, c := range d.CellsIn(Rate, in(stream), name) {
			list = append(list, c.Int(axisWindow))
		}
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) == 0 {
		return 0
	}
	return list[len(list)/2]
}

// middle is the ε at which the room is varied.
func middle(d *claim.Data) axis.Rate {
	rate, _ := axis.ParseRate(d.Meta.Parameters[parameterMiddle])
	return rate
}

// curve is that of a structure, without points.
func curve(d *claim.Data, name string, m runfolder.Metric) figure.Curve {
	return figure.Curve{Label: bilingual.Both(name), Metric: m, Look: figure.LookOf(d.Summary, name)}
}

// through is a curve with the means of cells in per cent, in the order of their places on
// the x axis.
func through(c figure.Curve, list []claim.Cell, place func(claim.Cell) float64) figure.Curve {
	slices.SortStableFunc(list, func(a, b claim.Cell) int { return cmp.Compare(place(a), place(b)) })
	return figure.Through(c, list, 100, place)
}

// byMemory is a panel over the logarithm of the bits of an element.
func byMemory(curves []figure.Curve, label bilingual.Text, l bilingual.Lang) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: text("bits"), YLabel: label, Curves: curves}
	p.Fit()
	p.From, p.To = math.Floor(p.From), math.Ceil(p.To)
	for x := p.From; x <= p.To; x++ {
		p.Names = append(p.Names, bilingual.Decimal(strconv.FormatFloat(math.Exp2(x), 'g', 3, 64), l))
	}
	return p
}

// memoryCurves are those of a metric over the bits, one for each structure by ε, and a
// dashed one by room.
func memoryCurves(d *claim.Data, m runfolder.Metric, stream string, window int) (list []figure.Curve) {
	bits := func(c claim.Cell) float64 { return math.Log2(c.Of(BitsPerElement).Mean()) }
	for _, name := range kindNames() {
		if name == exactName || name == bloomName {
			continue
		}
		here := d.CellsIn(m, func(c claim.Cell) bool { return in(stream)(c) && c.Int(axisWindow) == window }, name)
		byRate := through(curve(d, name, m), slices.DeleteFunc(slices.Clone(here), func(c claim.Cell) bool { return !oneRoom(c) }), bits)
		if len(byRate.X) > 0 {
			list = append(list, byRate)
		}
		dashed := curve(d, name, m)
		dashed.Label, dashed.Look = bilingual.Text{}, dashed.Look.Broken(4, 2.5)
		byRoom := through(dashed, slices.DeleteFunc(here, func(c claim.Cell) bool { return c.On(axis.Eps) != middle(d).String() }), bits)
		if len(byRoom.X) > 1 {
			list = append(list, byRoom)
		}
	}
	return list
}

// errorPanels are one of false positives, on a logarithmic axis, and below it one of false
// negatives over the same places. The legend is of the first, and has those without points too.
func errorPanels(
	over func([]figure.Curve, bilingual.Text, bilingual.Lang) figure.CurvePanel, positives, negatives []figure.Curve, l bilingual.Lang,
) []figure.CurvePanel {
	above := over(positives, text("positives"), l)
	below := over(positives, text("negatives"), l)
	above.Curves, above.Log, above.High = nil, true, 100
	for _, c := range positives {
		above.Curves = append(above.Curves, c.Positive())
	}
	below.Curves, below.High = negatives, 100
	return []figure.CurvePanel{above, below}
}

func memory(stream string) figure.Figure {
	return trial.Curves("stream-memory-"+stream, text("stream-memory", titleOf(stream)), func(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
		w := window(d, stream)
		positives := memoryCurves(d, Rate, stream, w)
		if len(positives) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no errors in the stream " + stream)
		}
		return figure.CurvesOf{Caption: caption(d, l), Note: text("and no points", memoryNote(d, stream, w)), Panels: errorPanels(byMemory, positives, memoryCurves(d, Missed, stream, w), l)}, nil
	})
}

// percent is a rate in the way of each language, without its sign.
func percent(rate axis.Rate) bilingual.Text {
	return bilingual.Text{EN: rate.Percent(), PT: bilingual.Decimal(rate.Percent(), bilingual.Portuguese)}
}

func memoryNote(d *claim.Data, stream string, w int) bilingual.Text {
	note := text("memory note", bilingual.Grouped(w))
	if stream == streamUniform {
		note = text("and dashed", note, percent(middle(d)))
	}
	return note
}

// windowText names a window: "w = 1,000".
func windowText(w string) bilingual.Text {
	n, _ := strconv.Atoi(w)
	return bilingual.Both("w = %s").With(bilingual.Grouped(n))
}

// times draws what an element takes, for up to three windows.
func times(m *runfolder.Meta, stream string) figure.Figure {
	of := figure.RankedOf{
		Metric: metric.Query, Label: text("time"),
		Groups: []figure.RankedGroup{
			{Title: text("compare"), Filters: []string{exactName, bufferName, bloomName}},
			{Title: text("certain"), Filters: []string{double, aging, sliding}},
			{Title: text("chance"), Filters: []string{stable, decaying, generalised}},
		},
	}
	windows := m.Values(string(axisWindow))
	for n, w := range windows {
		if n == 0 || n == len(windows)/2 || n == len(windows)-1 {
			of.Panels = append(of.Panels, figure.RankedPanel{Metric: metric.Query, Title: windowText(w), At: figure.Place{
				string(axisStream): stream, string(axisWindow): w, string(axisRoom): "1", axis.Epsilon: m.Parameters[parameterMiddle]}})
		}
	}
	return figure.Ranked("stream-time", figure.Intervals(text("stream-time", titleOf(stream))), of)
}

// withBounds draws both errors together against memory, the article's bound and the one
// by divergence.
func withBounds(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	w := window(d, streamUniform)
	curves := memoryCurves(d, Errors, streamUniform, w)
	if len(curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no errors in the uniform stream")
	}
	panel := byMemory(curves, text("both errors"), l)
	panel.High = 105
	grey := figure.Look{Nth: 6}
	least := figure.Curve{Label: text("divergence"), Look: grey.Theory(5, 2)}
	article := figure.Curve{Label: text("article's bound"), Look: grey.Theory(1, 2)}
	universe, _ := strconv.ParseFloat(d.Meta.Parameters[parameterUniverse], 64)
	for x := panel.From; x <= panel.To; x += 0.05 {
		bits := math.Exp2(x)
		least.Add(x, figure.CurvePoint{Value: 100 * leastErrors(bits)})
		article.Add(x, figure.CurvePoint{Value: 100 * articleBound(bits*float64(w), float64(w), float64(w)*universe)})
	}
	panel.Curves = append(panel.Curves, least, article)
	return figure.CurvesOf{Caption: caption(d, l), Note: text("and the bound", memoryNote(d, streamUniform, w)), Panels: []figure.CurvePanel{panel}}, nil
}

// along is where a cell lies along a stream: the logarithm of the elements so far.
func along(c claim.Cell) float64 { return float64(position(c.Int(axisInserted))) }

// byPosition is a panel over the logarithm of the elements.
func byPosition(curves []figure.Curve, label bilingual.Text, l bilingual.Lang) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: text("position"), YLabel: label, Curves: curves}
	p.Fit()
	for k := p.From; k <= p.To; k++ {
		p.Names = append(p.Names, bilingual.Count(1<<int(k), l))
	}
	return p
}

// positionCurves are those of a metric along a stream.
func positionCurves(d *claim.Data, m runfolder.Metric, stream string) (list []figure.Curve) {
	for _, name := range kindNames() {
		if c := through(curve(d, name, m), d.CellsIn(m, in(stream), name), along); len(c.X) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// positions draws both errors over the position in a stream.
func positions(stream string) figure.Figure {
	return trial.Curves("stream-position-"+stream, text("stream-position", titleOf(stream)), func(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
		positives := positionCurves(d, RateAt, stream)
		if len(positives) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no errors along the stream " + stream)
		}
		w := window(d, stream)
		panels := errorPanels(byPosition, positives, positionCurves(d, MissedAt, stream), l)
		for i := range panels {
			panels[i].Marks = []figure.Mark{{X: math.Log2(float64(w)), Name: "w"}}
		}
		return figure.CurvesOf{Caption: caption(d, l), Note: text("position note", bilingual.Grouped(w), percent(middle(d))), Panels: panels}, nil
	})
}

// empties draws the empty cells of the stable filter in each stream.
func empties(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	var curves []figure.Curve
	limit, least := 0.0, math.Inf(1)
	for nth, stream := range streamsOf(d.Meta) {
		list := d.CellsIn(Empty, in(stream), stable)
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
	panel := byPosition(curves, text("empty cells"), l)
	panel.Low, panel.High = 10*math.Floor(min(limit, least)/10), 100
	panel.Level, panel.LevelLabel = limit, text("theory")
	return figure.CurvesOf{Caption: caption(d, l), Note: text("empty note", percent(middle(d))), Panels: []figure.CurvePanel{panel}}.Or("the run has no empty cells along a stream")
}

// judgedFigure draws the small filters with their bound.
func judgedFigure(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	var curves []figure.Curve
	for nth, limit := range limits()[:2] {
		label := fmt.Sprintf("%s, %d bits", limit.name, limit.bits)
		list := d.CellsIn(Errors, func(c claim.Cell) bool { return c.Of(Bound).Has() }, limit.name)
		measured := through(figure.Curve{Label: bilingual.Both(label), Metric: Errors, Look: figure.Look{Nth: nth}}, list, along)
		if len(measured.X) == 0 {
			continue
		}
		bound := figure.Curve{Metric: Bound, Look: figure.Look{Nth: nth}.Theory(4, 2.5)}
		for _, c := range list {
			bound.X, bound.Points = append(bound.X, along(c)), append(bound.Points, figure.CurvePoint{Value: 100 * c.Of(Bound).Mean()})
		}
		curves = append(curves, measured, bound)
	}
	panel := byPosition(curves, text("both errors"), l)
	panel.High = 105
	return figure.CurvesOf{Caption: caption(d, l), Note: text("limit note"), Panels: []figure.CurvePanel{panel}}.Or("the run has none of the small filters")
}
