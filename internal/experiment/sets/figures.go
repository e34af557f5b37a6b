package sets

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	bloomfilters "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("sets-estimates", text("sets-estimates"), estimateCurves),
		trial.Curves("sets-many", text("sets-many"), manyCurves),
		trial.Curves("sets-order", text("sets-order"), orderCurves),
		trial.Curves("sets-threshold", text("sets-threshold"), thresholdCurves),
		trial.Curves("sets-zone", text("sets-zone"), zoneCurves),
		trial.Curves("sets-novelty", text("sets-novelty"), noveltyCurves),
	}
}

// curve is drawn through the points of an axis where of finds one.
func curve(label bilingual.Text, look figure.Look, xs []float64, of func(i int) (figure.CurvePoint, bool)) figure.Curve {
	c := figure.Curve{Label: label, Look: look}
	for i, x := range xs {
		if p, ok := of(i); ok {
			c.Add(x, p)
		}
	}
	return c
}

// above keeps what is more than a number, below which a theory says more than a run sees.
func above(least float64, p figure.CurvePoint, ok bool) (figure.CurvePoint, bool) {
	return p, ok && p.Value > least
}

// numbers are the places 1, 2, … of so many values on an axis.
func numbers(n int) (list []float64) {
	for i := range n {
		list = append(list, float64(i+1))
	}
	return list
}

// valuesOn are the values of an axis at which a filter has a metric, off the other axes
// but those held, ascending.
func valuesOn(d *claim.Data, filter string, m runfolder.Metric, a axis.Named, held ...axis.Place) (list []string) {
	for _, c := range d.Cells(m, filter) {
		at := axis.Place{Axis: a.AxisName(), Text: c.On(a)}
		if at.Text != "" && c.Cell == d.Cell(filter, m, append(slices.Clone(held), at)...).Cell {
			list = append(list, at.Text)
		}
	}
	return list
}

func none(m runfolder.Metric) error {
	return figure.NoData(fmt.Sprintf("the run has no measurement of %q at two places", m))
}

func caption(d *claim.Data, l bilingual.Lang) string {
	return figure.WithIntervals(text("hash functions", d.Meta.Reps), l)
}

func percent(share string, l bilingual.Lang) string {
	v, _ := strconv.ParseFloat(share, 64)
	return strconv.FormatFloat(100*v, 'g', 3, 64) + bilingual.Text{EN: " %", PT: "%"}.In(l)
}

// manyCurves has the time of a query and the bits per key over the number of sets.
func manyCurves(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	at := valuesOn(d, separate, BitsPerKey, Sets)
	if len(at) < 2 {
		return figure.CurvesOf{}, none(BitsPerKey)
	}
	last := float64(len(at))
	names := slices.Clone(at)
	if d.Cell(separate, BitsPerKey).Has() {
		last++
		names = append(names, text("languages").In(l))
	}
	panel := func(m runfolder.Metric, label bilingual.Text) figure.CurvePanel {
		p := figure.CurvePanel{
			XLabel: text("number of sets"),
			YLabel: label, From: 1, To: last, Names: names, Log: true,
		}
		for i, name := range classifiers() {
			p.Add(curve(figure.StructureText(d.Summary, name), figure.Look{Nth: i}, numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return figure.PointAt(d.Cell(name, m, axis.Place{Axis: string(Sets), Text: at[j]}), 1)
			}), curve(bilingual.Text{}, figure.Look{Nth: i, Loose: true}, []float64{last}, func(int) (figure.CurvePoint, bool) { return figure.PointAt(d.Cell(name, m), 1) }))
		}
		return p
	}
	time := panel(metric.Query, text("query"))
	bits := panel(BitsPerKey, text("bits per key"))
	return figure.CurvesOf{
		Panels: []figure.CurvePanel{time, bits}, Caption: caption(d, l), Times: []runfolder.Metric{metric.Query},
		Note: text("sets-many note"),
	}, nil
}

// orderCurves has the rates of the eight sets by their order.
func orderCurves(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	if len(valuesOn(d, spatial, Rate, Set)) < 2 {
		return figure.CurvesOf{}, none(Rate)
	}
	panel := func(name string, label bilingual.Text, nth int) figure.CurvePanel {
		p := figure.CurvePanel{XLabel: label, YLabel: text("share"), From: 1, To: orderedSets, Log: true}
		for _, c := range []struct {
			metric runfolder.Metric
			label  bilingual.Text
			look   figure.Look
		}{
			{Rate, text("negatives"), figure.Look{Nth: nth}},
			{metric.FPRTheory, text("by theory"), figure.Look{Nth: nth}.Theory(4, 2.5)},
			{WrongSets, text("another set"), figure.Look{Nth: 2}},
		} {
			p.Curves = append(p.Curves, curve(c.label, c.look, numbers(orderedSets), func(i int) (figure.CurvePoint, bool) {
				const least = 1e-4 // per cent: two in a hundred rounds
				p, ok := figure.PointAt(d.Cell(name, c.metric, Set.At(i+1)), 100)
				return above(least, p, ok)
			}))
		}
		return p
	}
	return figure.CurvesOf{
		Panels: []figure.CurvePanel{
			panel(spatial, text("set"), 0),
			panel(attenuated, text("level"), 0),
		},
		Caption: caption(d, l), Note: text("sets-order note"),
	}, nil
}

// thresholdCurves has the rates of each threshold over k, with their theory.
func thresholdCurves(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	p := figure.CurvePanel{
		XLabel: text("k"),
		YLabel: text("false-positive rate"), From: 1, To: probesMost, Log: true,
	}
	for least := 1; least <= thresholdMost; least++ {
		through := func(c figure.Curve, m runfolder.Metric) figure.Curve {
			return figure.Through(c, on(d, thresholdName(least), m, K), 100, func(c claim.Cell) float64 { return float64(c.Int(K)) })
		}
		theory := figure.Curve{Look: figure.Look{Nth: least - 1}.Theory(4, 2.5)}
		if least == thresholdMost {
			theory.Label = text("by theory")
		}
		measured := figure.Curve{Label: text("counts", least), Look: figure.Look{Nth: least - 1}, Metric: Rate}
		p.Add(through(measured, Rate), through(theory, metric.FPRTheory))
	}
	if len(p.Curves) == 0 || len(p.Curves[0].X) < 2 {
		return figure.CurvesOf{}, none(Rate)
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{p}, Caption: caption(d, l)}, nil
}

// zoneCurves has the rates of an EGH filter over its elements.
func zoneCurves(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	loads := zoneLoads()
	p := figure.CurvePanel{
		XLabel: text("elements", bilingual.Count(zoneUniverse, l), zoneElements),
		YLabel: text("numbers"), From: 1, To: float64(len(loads)), Log: true,
	}
	for i, load := range loads {
		p.Names = append(p.Names, bilingual.Count(load*zoneElements/100, l))
		if load == 100 {
			p.Marks = []figure.Mark{{X: float64(i + 1), Name: fmt.Sprintf("d = %d", zoneElements)}}
		}
	}
	of := func(m runfolder.Metric) func(int) (figure.CurvePoint, bool) {
		return func(i int) (figure.CurvePoint, bool) {
			const least = 1e-6 // per cent: one number in a thousand universes
			p, ok := figure.PointAt(d.Cell(egh, m, Load.At(loads[i])), 100)
			return above(least, p, ok)
		}
	}
	measured := curve(text("measured"), figure.Look{}, numbers(len(loads)), of(Rate))
	measured.Metric = Rate
	if len(measured.X) < 2 {
		return figure.CurvesOf{}, none(Rate)
	}
	p.Curves = []figure.Curve{measured, curve(text("by theory"), figure.Look{Nth: 0}.Theory(4, 2.5), numbers(len(loads)), of(metric.FPRTheory))}
	return figure.CurvesOf{Panels: []figure.CurvePanel{p}, Caption: caption(d, l), Note: text("sets-zone note")}, nil
}

// noveltyCurves has the novelty of edited words by a fly's filter and by a Bloom filter.
func noveltyCurves(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	p := figure.CurvePanel{
		XLabel: text("letters"),
		YLabel: text("novelty"), From: 0, To: editsMost, Low: 0, High: 105,
	}
	for i, name := range []string{fly, bloom} {
		c := figure.Curve{Label: figure.StructureText(d.Summary, name), Look: figure.Look{Nth: i}, Metric: NoveltyMean}
		p.Curves = append(p.Curves, figure.Through(c, on(d, name, NoveltyMean, Edits), 100, func(c claim.Cell) float64 { return float64(c.Int(Edits)) }))
	}
	if len(p.Curves[0].X) < 2 {
		return figure.CurvesOf{}, none(NoveltyMean)
	}
	if unseen, ok := figure.PointAt(d.Cell(fly, Unseen), 100); ok {
		p.Level, p.LevelLabel = unseen.Value, text("never seen")
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{p}, Caption: caption(d, l), Note: text("sets-novelty note", seenWords)}, nil
}

// shown is an estimate as the figure draws it.
type shown struct {
	metric runfolder.Metric
	label  bilingual.Text
}

func estimatesShown() []shown {
	return []shown{
		{SizeRatio, text("size")},
		{UnionRatio, text("union")},
		{CommonRatio, text("intersection")},
	}
}

// deviations are those by theory of the estimates shown, as shares of the true numbers in per
// cent. The variance of an intersection is that of the union and of both sets with it.
func deviations(n, load int, shared float64) []float64 {
	m, k := bloomfilters.StandardSize(max(1, n*100/load), epsilon)
	scatter := bloomfilters.Scattered(m, k)
	variance := func(n float64) float64 { return math.Pow(scatter.Deviation(n), 2) }
	size, common := float64(n), math.Max(1, math.Round(shared*float64(n)))
	union := 2*size - common
	of := func(variance, truth float64) float64 { return 100 * math.Sqrt(variance) / truth }
	return []float64{
		of(variance(size), size), of(variance(union), union),
		of(variance(union)+2*variance(common)-2*variance(size), common),
	}
}

// spread is the relative root mean square error of an estimate, in per cent.
func spread(c claim.Cell) (figure.CurvePoint, bool) {
	list := c.Values()
	if len(list) < 2 {
		return figure.CurvePoint{}, false
	}
	squares := make([]float64, len(list))
	for i, v := range list {
		squares[i] = (v - 1) * (v - 1)
	}
	mean, sd := stat.MeanStdDev(squares, nil)
	root := math.Sqrt(mean)
	half := 1.96 * stat.StdErr(sd, float64(len(list))) / (2 * root) // of the root
	return figure.CurvePoint{Value: 100 * root, Half: 100 * half}, root > 0
}

// estimateCurves has the errors over the size of the sets and over the share in common.
func estimateCurves(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	stands := func(a axis.Named) axis.Place { return axis.Place{Axis: a.AxisName(), Text: d.Meta.Parameters[held(a)]} }
	n, err1 := strconv.Atoi(stands(N).Text)
	load, err2 := strconv.Atoi(stands(Load).Text)
	shared, err3 := strconv.ParseFloat(stands(Shared).Text, 64)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return figure.CurvesOf{}, none(SizeRatio)
	}
	of := figure.CurvesOf{Caption: caption(d, l), Note: text("sets-estimates note", load)}
	panel := func(a, other axis.Named, label bilingual.Text, name func(string) string, theory func(value string) []float64) {
		at := valuesOn(d, bloom, SizeRatio, a, stands(Load), stands(other))
		if len(at) < 2 {
			return
		}
		p := figure.CurvePanel{XLabel: label, YLabel: text("relative error"), From: 1, To: float64(len(at)), Log: true}
		for _, v := range at {
			p.Names = append(p.Names, name(v))
		}
		for i, e := range estimatesShown() {
			measured := curve(e.label, figure.Look{Nth: i}, numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return spread(d.Cell(bloom, e.metric, stands(Load), stands(other), axis.Place{Axis: a.AxisName(), Text: at[j]}))
			})
			measured.Metric = e.metric
			byTheory := bilingual.Text{}
			if i == len(estimatesShown())-1 {
				byTheory = text("by theory")
			}
			p.Curves = append(p.Curves, measured, curve(byTheory, figure.Look{Nth: i}.Theory(4, 2.5), numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return figure.CurvePoint{Value: theory(at[j])[i]}, true
			}))
		}
		of.Panels = append(of.Panels, p)
	}
	panel(N, Shared, text("keys", percent(stands(Shared).Text, l)), func(value string) string { n, _ := strconv.Atoi(value); return bilingual.Count(n, l) }, func(value string) []float64 {
		n, _ := strconv.Atoi(value)
		return deviations(n, load, shared)
	})
	panel(Shared, N, text("shared", bilingual.Grouped(n)), func(value string) string { return percent(value, l) }, func(value string) []float64 {
		shared, _ := strconv.ParseFloat(value, 64)
		return deviations(n, load, shared)
	})
	if len(of.Panels) == 0 {
		return figure.CurvesOf{}, none(SizeRatio)
	}
	return of, nil
}
