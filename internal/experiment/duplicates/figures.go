package duplicates

import (
	_ "embed"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display: over p, which doubles.
func figures(*runfolder.Meta) (list []figure.Figure) {
	for _, p := range []plot{
		{
			id: "duplicates-bytes",
			curves: []plotted{
				{method: distributed, metric: Bytes, theory: BytesTheory, label: text("distributed, 1")},
				{method: twoRounds, metric: Bytes, theory: BytesTheory, label: text("distributed, 2")},
				{method: threeRounds, metric: Bytes, theory: BytesTheory, label: text("distributed, 3")},
				{method: replicating, metric: Bytes, theory: BytesTheory, label: text("bits")},
				{method: coded, metric: Bytes, theory: BytesTheory, label: text("coded")},
				{method: hashing, metric: Bytes, theory: BytesTheory, label: text("hashes")},
				{method: shipping, metric: Bytes, theory: BytesTheory, label: text("elements")}, // one machine is sent what an exchange of elements sends
			},
		},
		{
			id: "duplicates-break-even",
			curves: []plotted{
				{method: replicating, metric: BreakEven, theory: BreakEvenTheory, label: text("break-even, bits")},
				{method: coded, metric: BreakEven, theory: BreakEvenTheory, label: text("break-even, coded")},
			},
		},
		{
			id:    "duplicates-flagged",
			level: text("asked"),
			curves: []plotted{
				{method: distributed, metric: Flagged, theory: FlaggedTheory, label: text("one round")},
				{method: twoRounds, metric: FlaggedFirst, label: text("two rounds, first")},
				{method: twoRounds, metric: Flagged, theory: FlaggedTheory, label: text("two rounds, second")},
				{method: threeRounds, metric: Flagged, theory: FlaggedTheory, label: text("three rounds")},
				{method: replicating, metric: Flagged, theory: FlaggedTheory, label: text("bits")},
			},
		},
	} {
		list = append(list, trial.Curves(p.id, text(p.id), p.read))
	}
	return list
}

// overP are the cells at the ε at which methods are compared.
var overP = claim.AtUsual(axis.Eps)

// plot is a figure of counted numbers along p: means of rounds with their intervals, and
// dashed beside each curve what theory says. Each p is twice the one before: they stand
// at equal distances.
type plot struct {
	id     string // its title, "label" and "note" are texts of that name
	curves []plotted
	level  bilingual.Text // names a line at the requested rate; empty: there is none
}

// plotted is a curve of a method.
type plotted struct {
	method         string
	metric, theory runfolder.Metric // no theory where it is empty
	label          bilingual.Text
}

func (p plot) read(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel := figure.CurvePanel{
		XLabel: text("p"), YLabel: text(p.id + " label"), Log: true,
	}
	place := func(c claim.Cell) float64 { return math.Log2(float64(c.Int(P))) }
	rate, percent := 0.0, "" // asked for
	for nth, of := range p.curves {
		m := d.Metric(of.metric)
		if m == nil {
			continue
		}
		factor, look := m.Scales[0].Factor, figure.Look{Nth: nth}
		theory := figure.Curve{Look: look.Theory(3, 2)}
		cells := slices.DeleteFunc(overP.Find(d, of.metric, of.method), func(c claim.Cell) bool { return !(c.Mean() > 0) })
		for _, c := range cells {
			if c.On(axis.Eps) != "" {
				rate, percent = c.Float(axis.Eps), c.Label(axis.Eps)
			}
			if of.theory != "" {
				theory.Add(place(c), figure.CurvePoint{Value: factor * c.Of(of.theory).Mean()})
			}
		}
		panel.Add(figure.Through(figure.Curve{Label: of.label, Look: look, Metric: of.metric}, cells, factor, place), theory)
	}
	panel.Fit()
	for x := panel.From; x <= panel.To; x++ {
		panel.Names = append(panel.Names, strconv.Itoa(1<<int(x)))
	}
	if p.level != (bilingual.Text{}) {
		panel.Level, panel.LevelLabel = 100*rate, p.level
	}
	return figure.CurvesOf{Caption: caption(d.Meta, l, percent), Note: text(p.id + " note"), Panels: []figure.CurvePanel{panel}}.Or(figure.NoData("the run has none of these numbers over " + string(P)))
}

func caption(m *runfolder.Meta, l bilingual.Lang, percent string) string {
	n, _ := strconv.Atoi(m.Parameters[parameterN]) // written by the experiment
	return text("caption", bilingual.Count(n, l), bilingual.Decimal(percent, l), m.Reps).In(l)
}
