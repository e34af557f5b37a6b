package figure

import (
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// CurvePoint is a number with the half-width of its 95 % interval, 0 where the
// run has none.
type CurvePoint struct {
	Value, Half float64
	ends        stats.Interval // where they lie unequally far; zero: Value ± Half
}

func (p CurvePoint) interval() stats.Interval {
	return stats.Description{Mean: p.Value, HalfWidth: p.Half, Ends: p.ends}.CI()
}
func (p CurvePoint) low() float64  { return p.interval().Low }
func (p CurvePoint) high() float64 { return p.interval().High }

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
		return CurvePoint{Value: d.Mean}
	}
	return CurvePoint{d.Mean, d.HalfWidth, d.Ends}
}

func meanText(interval bool) bilingual.Text {
	if interval {
		return bilingual.Text{EN: "mean, 95 % interval", PT: "média, intervalo de 95%"}
	}
	return bilingual.Text{EN: "mean", PT: "média"}
}

// Sampled is a cell of a run, which describes itself as figures show it.
type Sampled interface {
	Describe() (stats.Description, error)
}

// PointAt is a cell times a factor: a time as the answer of the run has it, anything else by its
// mean. False for fewer than two values.
func PointAt(c Sampled, factor float64) (CurvePoint, bool) {
	d, err := c.Describe()
	return meanOf(d.Scaled(factor)), err == nil && d.N > 1
}

// ComputedTime is PointAt of values that were computed from times, and are none themselves: by the
// trimmed mean too.
func ComputedTime(values []float64, factor float64) (CurvePoint, bool) {
	e, err := stats.TrimmedEstimate(values)
	e = e.Scaled(factor)
	return CurvePoint{Value: e.Value, Half: e.CI().High - e.Value}, err == nil
}

// text is the number with its interval.
func (p CurvePoint) text(unit string, l bilingual.Lang) string {
	if in := p.interval(); p.Half > 0 && table.Lopsided(p.Value, in.Low, in.High) {
		value, ends := table.Interval(p.Value, in.Low, in.High)
		text := bilingual.Decimal(value+" "+ends, l)
		if l == bilingual.Portuguese {
			text = strings.NewReplacer(". ", bilingual.Comma(l), " to ", " a ").Replace(text)
		}
		return inUnit(text, unit)
	}
	return valueText(p.Value, p.Half, unit, l)
}

// valueText writes a number with the half-width of its interval, if it has one.
func valueText(mean, half float64, unit string, l bilingual.Lang) string {
	d := stats.Description{Mean: mean, HalfWidth: half}
	return inUnit(bilingual.Decimal(table.PlusMinus(d, table.DecimalsOf([]stats.Description{d})), l), unit)
}

func inUnit(text, unit string) string {
	if unit == "" || unit == "1" {
		return text
	}
	return text + "\u00a0" + unit
}
