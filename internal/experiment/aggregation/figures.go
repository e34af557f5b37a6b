package aggregation

import (
	_ "embed"
	"math"

	"gonum.org/v1/plot/vg"

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

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("aggregation-steps", text("aggregation-steps"), bySteps),
		trial.Curves("aggregation-error", text("aggregation-error"), byRate),
	}
}

const noData = figure.NoData("the run has no estimates after its steps")

// drawn is a method as figures draw it.
type drawn struct {
	method string
	label  bilingual.Text
	look   figure.Look
}

// methods are those of a run. The baseline comes first: filters lie upon it.
func methods() []drawn {
	return []drawn{
		{exactUnion, text("union, baseline"), figure.Look{Nth: 6, Dashes: []vg.Length{4, 2.5}}},
		{bloomFilter, text("filters"), figure.Look{}},
		{pushSum, text("push-sum"), figure.Look{Nth: 1}},
		{adding, text("sum"), figure.Look{Nth: 3}},
	}
}

// bySteps draws the estimates of all methods at the middle place, and their bytes.
func bySteps(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	filters := claim.AtUsual(Nodes, Copies, axis.Eps)(ends(d, Estimate, bloomFilter))
	if len(filters) == 0 {
		return figure.CurvesOf{}, noData
	}
	at := filters[0]
	nodes, copies := at.Int(Nodes), at.Int(Copies)
	along := text("steps")
	estimate := figure.CurvePanel{
		XLabel: along, YLabel: text("estimate"),
		High: 100 * (float64(copies) + 0.5), Level: 100, LevelLabel: text("truth"),
	}
	bytes := figure.CurvePanel{XLabel: along, YLabel: text("sent so far"), Log: true}
	for _, w := range methods() {
		for _, m := range []struct {
			panel  *figure.CurvePanel
			metric runfolder.Metric
			factor float64
		}{{&estimate, Estimate, 100}, {&bytes, Bytes, 1e-3 / float64(nodes)}} {
			here := d.CellsIn(m.metric, func(c claim.Cell) bool {
				return c.Int(Nodes) == nodes && c.Int(Copies) == copies && (c.On(axis.Eps) == "" || c.On(axis.Eps) == at.On(axis.Eps))
			}, w.method)
			m.panel.Add(figure.Through(figure.Curve{Label: w.label, Look: w.look, Metric: m.metric}, here, m.factor,
				func(c claim.Cell) float64 { return float64(c.Int(Step)) }))
		}
	}
	estimate.Fit()
	bytes.From, bytes.To = estimate.From, estimate.To
	return figure.CurvesOf{Caption: caption(d.Meta, l, text("middle node")), Note: text("steps note", bilingual.Count(at.Parameter(parameterItems), l), copies, nodes, bilingual.Decimal(at.Label(axis.Eps), l)), Panels: []figure.CurvePanel{estimate, bytes}}.Or(noData)
}

func caption(m *runfolder.Meta, l bilingual.Lang, of bilingual.Text) string {
	return text("caption", m.Reps, of).In(l)
}

// byRate draws the error after the last step against ε, with theory's, and the bytes
// beside those of the exact union.
func byRate(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	filters := claim.AtUsual(Nodes, Copies)(ends(d, Error, bloomFilter))
	if len(filters) == 0 {
		return figure.CurvesOf{}, noData
	}
	at := filters[0]
	n, nodes, steps := at.Parameter(parameterItems), at.Int(Nodes), at.Int(Step)
	along := text("rate")
	off := figure.CurvePanel{XLabel: along, YLabel: text("error"), LogX: true}
	bytes := figure.CurvePanel{XLabel: along, YLabel: text("sent"), Log: true, LogX: true}
	rate := func(c claim.Cell) float64 { return 100 * c.Float(axis.Eps) }
	perNode := 1e-3 / float64(nodes)
	off.Add(figure.Through(figure.Curve{Label: text("filters"), Metric: Error}, filters, 100, rate))
	sent := claim.AtUsual(Nodes, Copies)(ends(d, Bytes, bloomFilter))
	bytes.Add(figure.Through(figure.Curve{Label: text("filters"), Metric: Bytes}, sent, perNode, rate))
	if level := at.Of(Bytes).By(exactUnion).Mean(); !math.IsNaN(level) {
		bytes.Level, bytes.LevelLabel = perNode*level, text("union")
	}
	off.Fit()
	bytes.From, bytes.To = off.From, off.To
	theory := figure.Curve{
		Label: text("theory"),
		Look:  figure.Look{Nth: 6, Dashes: []vg.Length{2, 2}, Bare: true},
	}
	// The mean of what a normal variable is off is √(2/π) of its deviation.
	theory.Trace(off.From, off.To, 60, func(percent float64) float64 { return 100 * math.Sqrt(2/math.Pi) * deviation(n, percent/100) })
	off.Add(theory)
	return figure.CurvesOf{Caption: caption(d.Meta, l, text("all nodes")), Note: text("error note", bilingual.Count(n, l), at.Int(Copies), nodes, steps), Panels: []figure.CurvePanel{off, bytes}}.Or(noData)
}
