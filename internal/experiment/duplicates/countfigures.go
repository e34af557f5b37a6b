package duplicates

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// overP are the cells at the ε at which methods are compared.
var overP = claim.AtUsual(axis.Eps)

// plot is a figure of counted numbers along p: means of rounds with their intervals, and
// dashed beside each curve what theory says. Each p is twice the one before: they stand
// at equal distances.
type plot struct {
	id                  string
	title, yLabel, note figure.Text
	curves              []plotted
	level               figure.Text // names a line at the rate asked for; empty: there is none
}

// plotted is a curve of a method.
type plotted struct {
	method         string
	metric, theory runfolder.Metric // no theory where it is empty
	label          figure.Text
	nth            int // colour and marker
}

func (p plot) read(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	d := &claim.Data{Summary: s}
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "processing elements, p", PT: "elementos de processamento, p"}, YLabel: p.yLabel, Log: true,
	}
	place := func(c claim.Cell) float64 { return math.Log2(float64(c.Int(P))) }
	rate, percent := 0.0, "" // asked for
	for _, of := range p.curves {
		m := s.Metric(of.metric)
		if m == nil {
			continue
		}
		factor, look := m.Scales[0].Factor, figure.Look{Nth: of.nth}
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
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has none of these numbers over " + string(P))
	}
	panel.Fit()
	for x := panel.From; x <= panel.To; x++ {
		panel.Names = append(panel.Names, strconv.Itoa(1<<int(x)))
	}
	if p.level != (figure.Text{}) {
		panel.Level, panel.LevelLabel = 100*rate, p.level
	}
	return figure.CurvesOf{Caption: caption(s.Meta, l, percent), Note: p.note, Panels: []figure.CurvePanel{panel}}, nil
}

func caption(m *runfolder.Meta, l figure.Lang, percent string) string {
	n, _ := strconv.Atoi(m.Parameters[parameterN]) // written by the experiment
	return fmt.Sprintf(figure.Text{
		EN: "%s elements, ε = %s %%; means of counts over %d rounds, with 95 %% intervals where they are larger than the points",
		PT: "%s elementos, ε = %s%%; médias de contagens de %d rodadas, com intervalos de 95%% onde são maiores que os pontos",
	}.In(l), figure.Count(n, l), figure.Decimal(percent, l), m.Reps)
}
