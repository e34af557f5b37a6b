package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// LineOf is the content of a Line figure.
type LineOf struct {
	Metric runfolder.Metric
	Filter string

	// Baseline is drawn as a level unless it would compress the axis; empty
	// for none.
	Baseline      string
	BaselineLabel bilingual.Text

	// Beside stands behind the slope, such as what decides on the trend; empty for nothing.
	Beside bilingual.Text
}

// Line is a figure as 5.1 to 5.4 of the thesis: the means of one filter along
// an axis with their 95 % intervals, the least-squares line over the means and
// its 95 % band.
func Line(id string, title bilingual.Text, of LineOf) Figure {
	return Curves(id, title, func(s *report.Summary, l bilingual.Lang) (CurvesOf, error) {
		m, series, err := seriesOf(s, of.Metric, of.Filter)
		if err != nil {
			return CurvesOf{}, err
		}
		panel := seriesPanel(s, m, []looked{{series, LookOf(s, series.Filter)}}, l)
		points := panel.Curves[0]
		points.Label, points.ink, points.Look.Loose = meanText(true), true, true
		panel.Curves = []Curve{{Label: points.Label, Look: points.Look, ink: true}} // in the legend the first, painted the last
		points.Label = bilingual.Text{}
		ys, lines := reach(points), []string{elsewhere(s, m, series, l), slope(s, m, series, l)}
		if series.Fitted {
			lines = append(lines, of.Beside.In(l))
			fit := fittedLine(series, m.Scales[0].Factor, panel.xScale.log)
			fit.Look.Nth = points.Look.Nth
			for i, at := range fit.Line {
				ys.include(at.Y-fit.band[i], at.Y+fit.band[i])
			}
			panel.Curves, lines = append(panel.Curves, fit), append(lines, staircase(s, series, l))
		}
		if level, mean, ok := baselineOf(s, m, of, l); ok {
			wider := ys // at most by a third of the axis; the summary has it in any case
			if wider.include(mean); wider.high-wider.low <= 1.5*(ys.high-ys.low) {
				level.Line, ys = []XY{{panel.xScale.low, mean}, {panel.xScale.high, mean}}, wider
				panel.Curves = append(panel.Curves, level)
			}
		}
		panel.Curves = append(panel.Curves, points)
		panel.yScale = &scale{fromZero(ys), false}
		return CurvesOf{Panels: []CurvePanel{panel}, Cells: series.Cells, Of: []*report.Metric{m}, lines: lines}, nil
	})
}

// fittedLine is the line over the means of a series with its band.
func fittedLine(s *report.Series, factor float64, log bool) Curve {
	const steps = 60 // the band's edges are curves
	line, first, last := s.Line.Scaled(factor), s.X(0), s.X(len(s.Cells)-1)
	c := Curve{Label: bilingual.Text{EN: "least-squares line fitted to the means, 95 % band", PT: "reta de regressão sobre as médias, faixa de 95%"}, Look: Look{Bare: true}}
	for i := range steps + 1 {
		at := first + (last-first)*float64(i)/steps
		if log { // on which the line is a curve
			at = first * math.Pow(last/first, float64(i)/steps)
		}
		c.Line, c.band = append(c.Line, XY{at, line.At(at)}), append(c.band, line.Band(at))
	}
	return c
}

// baselineOf is the level of the baseline, without its line, and the mean.
func baselineOf(s *report.Summary, m *report.Metric, of LineOf, l bilingual.Lang) (level Curve, mean float64, ok bool) {
	for _, c := range s.Baselines(m) {
		if c.Filter == of.Baseline {
			mean, ok = c.Mean*m.Scales[0].Factor, true
		}
	}
	return Curve{
		Label: of.BaselineLabel, Look: Look{Nth: 6, Dashes: dashed().Dashes, Bare: true},
		said: []Point{{Name: of.Baseline, Metrics: []runfolder.Metric{m.Name}, Value: valueText(mean, 0, say(s, m.Scales[0].Unit, l), l)}},
	}, mean, ok
}

// slope is the fitted line of a series in words.
func slope(s *report.Summary, m *report.Metric, series *report.Series, l bilingual.Lang) string {
	if !series.Fitted {
		return words("no line", say(s, series.Axis.Symbol(), l)).In(l)
	}
	line := series.Line.Scaled(m.Scales[0].Factor)
	if math.IsNaN(line.R2) {
		return bilingual.Text{EN: "All means are equal.", PT: "Todas as médias são iguais."}.In(l)
	}
	num := func(v float64) string { return bilingual.Number(v, table.SlopeDecimals(line.SlopeSE), l) }
	p := "p = " + bilingual.Decimal(table.PValue(line.P), l)
	if bound, below := strings.CutPrefix(table.PValue(line.P), "<"); below {
		p = "p < " + bilingual.Decimal(bound, l)
	}
	unit, _, _ := strings.Cut(m.Scales[0].Unit, "/")
	return words("slope", num(line.Slope), unit, perStep(s, series.Axis, l), num(line.SlopeCI.Low), bilingual.Comma(l), num(line.SlopeCI.High), p, bilingual.Number(line.R2, 3, l)).In(l)
}

// Overlay is one metric of all filters of the run along their axis: means with
// their 95 % intervals, joined by lines. It replaces Bars where a run has
// more filters than bars can show. Either axis is logarithmic where the range
// asks for it.
func Overlay(id string, title bilingual.Text, name runfolder.Metric) Figure {
	return Curves(id, title, func(s *report.Summary, l bilingual.Lang) (CurvesOf, error) {
		m := s.Metric(name)
		if m == nil || len(m.Series) == 0 {
			return CurvesOf{}, NoData(fmt.Sprintf("the run has no measurement of %q along an axis", name))
		}
		panel := seriesPanel(s, m, lookedSeries(s, m), l)
		means, _ := extentsOf(pointsOf(panel.Curves))
		whole := reach(panel.Curves...)
		panel.yScale = &scale{fromZero(whole), false}
		if ByRange.logarithmic(means) {
			*panel.yScale = newScale(ByRange, means, whole, fifth)
		}
		return CurvesOf{Panels: []CurvePanel{panel}, Cells: seriesCells(lookedSeries(s, m)), Of: []*report.Metric{m}}, nil
	})
}

// Bars is a metric of some filters side by side at each place of their axis,
// from zero, with the 95 % intervals of the means, which the legend calls
// interval.
func Bars(id string, title, interval bilingual.Text, name runfolder.Metric, filters ...string) Figure {
	return Curves(id, title, func(s *report.Summary, l bilingual.Lang) (CurvesOf, error) {
		var of CurvesOf
		var list []looked
		var groups []string // the values that any series has
		for _, filter := range filters {
			m, series, err := seriesOf(s, name, filter)
			if err != nil {
				return of, err
			}
			of.Of = []*report.Metric{m}
			list, groups = append(list, looked{series, LookOf(s, filter)}), append(groups, series.Values...)
			of.note(StructureText(s, filter), staircase(s, series, l), l)
			of.note(StructureText(s, filter), elsewhere(s, m, series, l), l)
		}
		panel, along := seriesPanel(s, of.Of[0], list, l), list[0].Axis
		slices.SortFunc(groups, along.Compare)
		groups = slices.Compact(groups)
		for _, value := range groups {
			panel.Names = append(panel.Names, placeText(along, value, l))
		}
		for i, one := range list {
			panel.Curves[i].Label = StructureText(s, one.Filter)
			for j, value := range one.Values {
				panel.Curves[i].X[j] = float64(slices.Index(groups, value))
			}
		}
		panel.bars, panel.xScale = true, nil
		panel.yScale = &scale{extent{0, 1.06 * max(reach(panel.Curves...).high, 0)}, false}
		panel.Curves = append(panel.Curves, Curve{Label: interval, Look: Look{Bare: true, Loose: true}, ink: true})
		of.Panels, of.Cells = []CurvePanel{panel}, seriesCells(list)
		return of, nil
	})
}

// seriesPanel has the means of series along their axis, in the first unit of the metric.
func seriesPanel(s *report.Summary, m *report.Metric, list []looked, l bilingual.Lang) CurvePanel {
	xs, marks := placesOf(list, l)
	label := say(s, m.Scales[0].Unit, l)
	if m.Timed() {
		label = valueLabel(s, m, bilingual.Text{}, l)
	}
	panel := CurvePanel{XLabel: bilingual.Both(axisLabel(s, list[0].Axis, l)), YLabel: bilingual.Both(label), xScale: &xs, xMarks: marks, yMarks: 6}
	for _, one := range list {
		panel.Curves = append(panel.Curves, seriesCurve(s, m, one, m.Scales[0], l))
	}
	return panel
}

// seriesCurve has the means of a series in a unit.
func seriesCurve(s *report.Summary, m *report.Metric, one looked, unit metric.Scale, l bilingual.Lang) Curve {
	c := Curve{Label: bilingual.Both(seriesName(s, one.Series, l)), Metric: m.Name, Look: one.Look}
	for i, cell := range one.Cells {
		said := Point{Name: one.Filter, Metrics: []runfolder.Metric{m.Name}, At: isValue(s, one.Axis, one.Values[i], l)}
		c.add(one.X(i), cell.Scaled(unit.Factor), said, say(s, unit.Unit, l), l)
	}
	return c
}

// add adds a mean with what a page says of it.
func (c *Curve) add(x float64, d stats.Description, said Point, unit string, l bilingual.Lang) {
	p := meanOf(d)
	said.Value = p.text(unit, l)
	c.X, c.Points, c.said = append(c.X, x), append(c.Points, p), append(c.said, said)
}

// note puts a note on a structure above the others; an empty one is left out.
func (of *CurvesOf) note(name bilingual.Text, note string, l bilingual.Lang) {
	if note != "" {
		of.lines = append([]string{name.In(l) + ": " + lower(note)}, of.lines...)
	}
}

// seriesCells are those of series.
func seriesCells(list []looked) (cells []report.Cell) {
	for _, one := range list {
		cells = append(cells, one.Cells...)
	}
	return cells
}

// fromZero leaves room at both ends, but not below zero.
func fromZero(e extent) extent {
	e = e.padded(0.06)
	e.low = max(e.low, 0)
	return e
}
