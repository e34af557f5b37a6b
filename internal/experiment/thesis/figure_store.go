package thesis

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// overStore is the time of a pass and the accesses in it, with each filter over ε and
// without one, on logarithmic axes: in 5.2 and 5.4 the pass without a filter would
// leave no room for the others.
func overStore(on figure.Text) figure.Figure {
	return figure.Curves("run-store", figure.Intervals(
		toHyphenate.EN+", and accesses to the store, with and without a filter"+on.EN,
		toHyphenate.PT+" e acessos ao armazenamento, com e sem filtro"+on.PT), func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		seconds := float64(s.Meta.Input("words").Count) / 1e9
		times, err := overEpsilon(s, Hyphenate, seconds)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		times.YLabel = figure.Text{EN: "time of a pass (s)", PT: "tempo de uma passagem (s)"}
		counts, err := overEpsilon(s, Accesses, 1)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		counts.YLabel = figure.Text{EN: "accesses", PT: "acessos"}
		rounds := fmt.Sprintf(figure.Text{EN: "%d repetitions", PT: "%d repetições"}.In(l), s.Meta.Reps)
		return figure.CurvesOf{
			Caption: strings.Join(claim.NonEmpty(rounds, figure.MachineLine(s, l)), " · "),
			Panels:  []figure.CurvePanel{times, counts},
			Of:      []*report.Metric{s.Metric(Hyphenate), s.Metric(Accesses)},
		}, nil
	})
}

// overEpsilon is a panel of a metric: a curve for each filter with an ε, or for the
// thesis's two where there are many, and the level without a filter. factor leads from
// the unit of the rows to that of the panel.
func overEpsilon(s *report.Summary, name runfolder.Metric, factor float64) (figure.CurvePanel, error) {
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "ε (%)", PT: "ε (%)"}, From: math.Inf(1), Log: true,
		LevelLabel: withoutFilter(),
	}
	m := s.Metric(name)
	if m == nil {
		return panel, figure.NoData(fmt.Sprintf("the run has no measurement of %q", name))
	}
	filters := s.Meta.Filters
	if len(filters) > report.Few {
		filters = []string{bloom, cuckoo}
	}
	for _, filter := range filters {
		series := m.Of(filter)
		if series == nil {
			continue
		}
		curve := figure.Curve{Label: figure.StructureText(s, filter), Look: figure.LookOf(s, filter), Metric: name}
		for i, c := range series.Cells {
			x, d := series.X(i), c.Scaled(factor)
			panel.From, panel.To = min(panel.From, x), max(panel.To, x)
			half := d.HalfWidth
			if math.IsNaN(half) {
				half = 0
			}
			curve.X, curve.Points = append(curve.X, x), append(curve.Points, figure.CurvePoint{Value: d.Mean, Half: half})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	if len(panel.Curves) == 0 {
		return panel, figure.NoData(fmt.Sprintf("the run has no measurement of %q for a filter along ε", name))
	}
	for _, c := range s.Baselines(m) {
		if c.Filter == NoFilter {
			panel.Level = c.Mean * factor
		}
	}
	return panel, nil
}
