package growth

import (
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("growth-rate", figure.Text{
			EN: "False-positive rate and size when more keys come than told",
			PT: "Taxa de falsos positivos e tamanho quando vêm mais chaves que o anunciado",
		}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
			return overGrowth(s, l,
				panelOf{Rate, 100, figure.Text{EN: "false positives (%)", PT: "falsos positivos (%)"}},
				panelOf{BitsPerKey, 1, figure.Text{EN: "bits a key taken", PT: "bits por chave aceita"}})
		}),
		figure.Curves("growth-time", figure.Text{
			EN: "Time of an insertion, and the longest one, when more keys come than told",
			PT: "Tempo de uma inserção, e a mais longa, quando vêm mais chaves que o anunciado",
		}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
			return overGrowth(s, l,
				panelOf{Insert, 1, figure.Text{EN: "insertion, all told (ns)", PT: "inserção, em média (ns)"}},
				panelOf{PauseLongest, 1e-3, figure.Text{EN: "the longest (µs)", PT: "a mais longa (µs)"}})
		}),
	}
}

// panelOf is a metric to draw: its values times factor.
type panelOf struct {
	metric runfolder.Metric
	factor float64
	label  figure.Text
}

// overGrowth draws metrics of the most keys at the middle ε, a curve for each
// structure, over the doublings beyond what was told.
func overGrowth(s *report.Summary, l figure.Lang, metrics ...panelOf) (figure.CurvesOf, error) {
	atN, atEpsilon := s.Meta.Axis(axisN), s.Meta.Axis(axis.Epsilon)
	sizes := s.Meta.Axes[atN].Values
	n := sizes[len(sizes)-1]
	keys, err := strconv.Atoi(n)
	if err != nil {
		return figure.CurvesOf{}, err
	}
	var rates []axis.Rate
	for _, text := range s.Meta.Axes[atEpsilon].Values {
		rate, err := axis.ParseRate(text)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		rates = append(rates, rate)
	}
	epsilon := middle(rates, onePercent)
	of := figure.CurvesOf{Note: figure.Text{
		EN: fmt.Sprintf("%s keys come in all; ε = %s %% asked for.", figure.Count(keys, l), epsilon.Percent()),
		PT: fmt.Sprintf("%s chaves ao todo; ε = %s %% pedido.", figure.Count(keys, l), epsilon.Percent()),
	}}
	for _, m := range metrics {
		panel := figure.CurvePanel{
			XLabel: figure.Text{EN: "doublings beyond the number of keys told", PT: "duplicações além do número de chaves anunciado"},
			YLabel: m.label, Log: true,
		}
		for i, filter := range s.Meta.Filters {
			curve := figure.Curve{Label: figure.Text{EN: filter, PT: filter}, Look: figure.Look{Nth: i}}
			for _, p := range s.Samples.Points(m.metric, filter) {
				percent, err := strconv.Atoi(p.Value(s.Meta.Axis(axisInserted)))
				e, failed := stats.MeanEstimate(s.Samples.Cell(runfolder.Cell{Filter: filter, Metric: m.metric, Point: p}).Values())
				asked := p.Value(atEpsilon)
				if err != nil || failed != nil || percent < 100 || p.Value(atN) != n || asked != "" && asked != epsilon.String() || !(e.Value > 0) {
					continue
				}
				x := math.Log2(float64(percent) / 100)
				panel.To = max(panel.To, x)
				curve.X = append(curve.X, x)
				curve.Points = append(curve.Points, figure.CurvePoint{Value: m.factor * e.Value, Half: m.factor * (e.CI().High - e.Value)})
			}
			if len(curve.X) > 0 {
				panel.Curves = append(panel.Curves, curve)
			}
		}
		if len(panel.Curves) == 0 || panel.To == 0 {
			return figure.CurvesOf{}, figure.NoData(fmt.Sprintf("the run has no measurement of %q beyond the keys told", m.metric))
		}
		of.Panels = append(of.Panels, panel)
	}
	return of, nil
}
