package churn

import (
	"fmt"
	"strconv"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("churn-rate", figure.Text{
			EN: "False-positive rate while keys are deleted and others inserted",
			PT: "Taxa de falsos positivos enquanto chaves são removidas e outras inseridas",
		}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
			return overChurn(s, l, panelOf{Rate, 100, figure.Text{EN: "false positives (%)", PT: "falsos positivos (%)"}})
		}),
		figure.Curves("churn-time", figure.Text{
			EN: "Time of a deletion and of an insertion while keys are replaced",
			PT: "Tempo de uma remoção e de uma inserção enquanto chaves são substituídas",
		}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
			return overChurn(s, l,
				panelOf{Delete, 1, figure.Text{EN: "deletion (ns)", PT: "remoção (ns)"}},
				panelOf{Insert, 1, figure.Text{EN: "insertion (ns)", PT: "inserção (ns)"}})
		}),
	}
}

// panelOf is a metric to draw: its values times factor.
type panelOf struct {
	metric runfolder.Metric
	factor float64
	label  figure.Text
}

// overChurn draws metrics of the largest number of keys, a curve for each structure.
func overChurn(s *report.Summary, l figure.Lang, metrics ...panelOf) (figure.CurvesOf, error) {
	sizes := s.Meta.Axes[s.Meta.Axis(axisN)].Values
	n := sizes[len(sizes)-1]
	keys, err := strconv.Atoi(n)
	if err != nil {
		return figure.CurvesOf{}, err
	}
	of := figure.CurvesOf{Note: figure.Text{
		EN: fmt.Sprintf("n = %s keys, of which a tenth is replaced at a time.", figure.Count(keys, l)),
		PT: fmt.Sprintf("n = %s chaves, das quais um décimo é substituído por vez.", figure.Count(keys, l)),
	}}
	for _, m := range metrics {
		panel := figure.CurvePanel{
			XLabel: figure.Text{EN: "keys replaced, in times of n", PT: "chaves substituídas, em múltiplos de n"},
			YLabel: m.label, Log: true,
		}
		for i, filter := range s.Meta.Filters {
			curve := figure.Curve{Label: figure.Text{EN: filter, PT: filter}, Look: figure.Look{Nth: i}}
			for _, p := range s.Samples.Points(m.metric, filter) {
				times, err := strconv.Atoi(p.Value(s.Meta.Axis(axisChurn)))
				e, failed := stats.MeanEstimate(s.Samples.Cell(runfolder.Cell{Filter: filter, Metric: m.metric, Point: p}).Values())
				if err != nil || failed != nil || p.Value(s.Meta.Axis(axisN)) != n || !(e.Value > 0) {
					continue
				}
				x := float64(times) / tenth
				panel.To = max(panel.To, x)
				curve.X = append(curve.X, x)
				curve.Points = append(curve.Points, figure.CurvePoint{Value: m.factor * e.Value, Half: m.factor * (e.CI().High - e.Value)})
			}
			if len(curve.X) > 0 {
				panel.Curves = append(panel.Curves, curve)
			}
		}
		if len(panel.Curves) == 0 || panel.To == 0 {
			return figure.CurvesOf{}, figure.NoData(fmt.Sprintf("the run has no measurement of %q after a replacement", m.metric))
		}
		of.Panels = append(of.Panels, panel)
	}
	return of, nil
}
