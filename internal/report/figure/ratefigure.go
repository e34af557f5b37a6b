package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/stats"
)

// Rates is the measured false-positive rate of the filters against the ε asked
// for, beside the theory of the parameters really used; below, how far the
// measurement is from that theory, with its interval. theory draws it
// between the measured ε too, where it is known. Without filters it is of all that the run has.
func Rates(id string, title bilingual.Text, theory Theory, filters ...string) Figure {
	return Curves(id, title, func(s *report.Summary, l bilingual.Lang) (CurvesOf, error) { return rates(s, theory, filters, l) })
}

// Theory is the false-positive rate that a structure of a run has at an ε by theory; NaN where
// that is not known.
type Theory func(s *report.Summary, filter string, epsilon float64) float64

func rates(s *report.Summary, known Theory, filters []string, l bilingual.Lang) (of CurvesOf, err error) {
	fp, theory := s.Metric(metric.FalsePositives), s.Metric(metric.FPRTheory)
	if fp == nil || len(fp.Series) == 0 {
		return of, NoData("the run has no count of false positives")
	}
	if along := s.Meta.Axes[fp.Axis]; along.Name != axis.Epsilon {
		return of, NoData(fmt.Sprintf("the run counts false positives along %s, not along ε", along.Symbol()))
	}
	share := fp.Scales[len(fp.Scales)-1]
	if share.Unit != "%" {
		return of, NoData("the run lacks the number of words that are not keys")
	}
	list := slices.DeleteFunc(lookedSeries(s, fp), func(one looked) bool {
		return len(filters) > 0 && !slices.Contains(filters, one.Filter)
	})
	if len(list) == 0 {
		return of, NoData("the run has no count of false positives of the filters of the figure")
	}
	xs, marks := placesOf(list, l)
	upper := CurvePanel{YLabel: bilingual.Text{EN: "Measured rate (%)", PT: "Razão medida (%)"}, xScale: &xs, xMarks: marks, share: 0.62, mute: true, yMarks: 5}
	below := CurvePanel{
		XLabel: bilingual.Text{EN: "requested ε (%)", PT: "ε pedido (%)"}, YLabel: bilingual.Text{EN: "Deviation (%)", PT: "Desvio (%)"},
		remark: bilingual.Text{EN: "from the theory", PT: "em relação à teoria"}, xScale: &xs, xMarks: marks, share: 0.38, yMarks: 4,
		Curves: []Curve{{Look: Look{Nth: 6, Bare: true}, Line: []XY{{xs.low, 0}, {xs.high, 0}}}},
	}
	asked, theories := nothing(), nothing()
	for i, one := range list {
		measured := seriesCurve(s, fp, one, share, l)
		measured.ink, measured.Look.Dashes = true, nil
		off := Curve{Look: Look{Nth: one.Nth, Loose: true}, Metric: fp.Name}
		off.shift = vg.Length(float64(i)-float64(len(list)-1)/2) * min(5, 40/vg.Length(len(list))) // side by side
		planned := func(percent float64) float64 { return 100 * known(s, one.Filter, percent/100) }
		for j, cell := range one.Cells {
			x, expected := one.X(j), math.NaN()
			if theory != nil {
				if t := theory.Cell(cell.Filter, cell.Point); t != nil {
					expected = t.Mean * theory.Scales[0].Factor
				}
			}
			asked.include(x)
			theories.include(expected)
			if math.IsNaN(expected) {
				continue
			}
			measured.Line = append(measured.Line, upTo(measured.Line, x, one, xs, expected, planned)...)
			if d := deviation(cell.Scaled(share.Factor), expected); !math.IsNaN(d.Mean) {
				off.add(x, d, measured.said[j], bilingual.Text{EN: "% off the theory", PT: "% da teoria"}.In(l), l)
			}
		}
		measured.Look.Loose = len(measured.Line) == 0
		upper.Curves, below.Curves = append(upper.Curves, measured), append(below.Curves, off)
		of.note(StructureText(s, one.Filter), staircase(s, one.Series, l), l)
	}
	upper.yScale = rateAxis(upper.Curves, theories, asked, xs.log)
	upper.floor = upper.yScale.log && slices.ContainsFunc(pointsOf(upper.Curves), func(p CurvePoint) bool { return p.Value < upper.yScale.low })
	ends := extent{max(xs.low, upper.yScale.low), min(xs.high, upper.yScale.high)}
	equal := Look{Nth: 7, Dashes: []vg.Length{1.5, 2.5}, Bare: true}
	upper.Curves = slices.Concat(
		[]Curve{{Look: equal, Line: []XY{{ends.low, ends.low}, {ends.high, ends.high}}}}, upper.Curves,
		[]Curve{
			{Label: bilingual.Text{EN: "lines: rates by theory", PT: "linhas: razões pela teoria"}, Look: Look{Nth: 7, Bare: true}},
			{Label: bilingual.Text{EN: "measured rate = requested rate", PT: "razão medida = razão pedida"}, Look: equal},
		})
	deviations := reach(below.Curves...)
	deviations.include(-1, 1)
	below.yScale = &scale{deviations.padded(0.08), false}
	of.Panels, of.Cells, of.height = []CurvePanel{upper, below}, seriesCells(list), figureHeight+1.2*vg.Inch
	return of, nil
}

// upTo goes on with a line of theory: as planned where both ends are as planned, else in steps
// where a table serves all ε up to the next one.
func upTo(line []XY, x float64, one looked, along scale, y float64, planned func(x float64) float64) []XY {
	if len(line) == 0 {
		return []XY{{x, y}}
	}
	last := line[len(line)-1]
	near := func(a, b float64) bool { return math.Abs(a-b) <= 0.02*math.Abs(b) }
	if near(planned(last.X), last.Y) && near(planned(x), y) {
		return between(last, XY{x, y}, along, planned)
	}
	if one.Tables == 0 || one.Tables >= len(one.Cells) {
		return []XY{{x, y}}
	}
	middle := (last.X + x) / 2
	if along.log {
		middle = math.Sqrt(last.X * x)
	}
	return []XY{{middle, last.Y}, {middle, y}, {x, y}}
}

// between is a line of theory from one place to another, with an upright step where it was
// level before.
func between(from, to XY, along scale, planned func(x float64) float64) (list []XY) {
	const places = 400 // of the whole axis
	start, end := along.at(from.X), along.at(to.X)
	last, level := from, false
	for i := 1; i < int(places*(end-start)); i++ {
		x := along.value(start + float64(i)/places)
		at := XY{x, planned(x)}
		switch {
		case at.Y == last.Y:
			level = true
		case level:
			list, level = append(list, XY{x, last.Y}, at), false
		default:
			list = append(list, at)
		}
		last = at
	}
	if level && to.Y != last.Y {
		list = append(list, XY{to.X, last.Y})
	}
	return append(list, to)
}

// rateAxis holds rates from zero on. A logarithmic one begins at the smallest theory or,
// without one, at the smallest rate that was seen.
func rateAxis(curves []Curve, theories, asked extent, log bool) *scale {
	if !log {
		ys := reach(curves...)
		ys.include(0, theories.high, asked.high)
		return &scale{extent{0, ys.high * 1.05}, false}
	}
	a := theories
	for _, p := range pointsOf(curves) {
		if p.Value > 0 && (a.low <= 0 || math.IsInf(theories.low, 0) || p.Value > theories.low) {
			a.include(p.Value)
		}
	}
	if a.low <= 0 || math.IsInf(a.low, 0) {
		return &scale{extent{1e-3, 100}, true}
	}
	room := math.Pow(a.high/a.low, 0.06) * 1.2
	return &scale{extent{a.low / room, a.high * room}, true}
}

// deviation is how far a measured rate is from theory, in per cent of it; NaN
// without a theory.
func deviation(m stats.Description, theory float64) stats.Description {
	d := m.Scaled(100 / theory)
	d.Mean -= 100
	if math.IsInf(d.Mean, 0) {
		d.Mean = math.NaN()
	}
	return d
}
