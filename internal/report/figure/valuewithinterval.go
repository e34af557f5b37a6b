package figure

import (
	"slices"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// CurvePoint is a number with the half-width of its 95 % interval, 0 where the
// run has none.
type CurvePoint struct{ Value, Half float64 }

func (p CurvePoint) low() float64  { return p.Value - p.Half }
func (p CurvePoint) high() float64 { return p.Value + p.Half }

// extentsOf are those of the points that are numbers, and of their intervals.
func extentsOf(points []CurvePoint) (means, whole extent) {
	means, whole = nothing(), nothing()
	for _, p := range points {
		means.include(p.Value)
		whole.include(p.low(), p.high())
	}
	return means, whole
}

// anyWide reports whether a point has an interval.
func anyWide(points []CurvePoint) bool {
	return slices.ContainsFunc(points, func(p CurvePoint) bool { return p.Half > 0 })
}

// meanOf is a mean with its interval, or the mean alone of a single value.
func meanOf(d stats.Description) CurvePoint {
	if !(d.HalfWidth > 0) {
		d.HalfWidth = 0
	}
	return CurvePoint{d.Mean, d.HalfWidth}
}

func meanText(interval bool) bilingual.Text {
	if interval {
		return bilingual.Text{EN: "mean, 95 % interval", PT: "média, intervalo de 95%"}
	}
	return bilingual.Text{EN: "mean", PT: "média"}
}

// PointOf is an estimate, times a factor.
func PointOf(e stats.Estimate, factor float64) CurvePoint {
	e = e.Scaled(factor)
	return CurvePoint{Value: e.Value, Half: e.CI().High - e.Value}
}

// TrimmedPoint is MeanPoint of times, by the trimmed mean, as claims have them.
func TrimmedPoint(values []float64, factor float64) (CurvePoint, bool) {
	e, err := stats.TrimmedEstimate(values)
	return PointOf(e, factor), err == nil
}

// MeanPoint is the mean of values, times a factor; false for fewer than two.
func MeanPoint(values []float64, factor float64) (CurvePoint, bool) {
	e, err := stats.MeanEstimate(values)
	if err != nil {
		return CurvePoint{}, false
	}
	return PointOf(e, factor), true
}

// text is the number with its interval.
func (p CurvePoint) text(unit string, l bilingual.Lang) string {
	return valueText(p.Value, p.Half, unit, l)
}

// valueText writes a number with the half-width of its interval, if it has one.
func valueText(mean, half float64, unit string, l bilingual.Lang) string {
	d := stats.Description{Mean: mean, HalfWidth: half}
	text := bilingual.Decimal(table.PlusMinus(d, table.DecimalsOf([]stats.Description{d})), l)
	if unit == "" || unit == "1" {
		return text
	}
	return text + "\u00a0" + unit
}
