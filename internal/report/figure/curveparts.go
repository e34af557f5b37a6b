package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// Parts of which experiments make their Curves.

// CurvePoint is a number with the half-width of its 95 % interval, 0 where the
// run has none.
type CurvePoint struct{ Value, Half float64 }

func (p CurvePoint) low() float64  { return p.Value - p.Half }
func (p CurvePoint) high() float64 { return p.Value + p.Half }

func pointsOf(curves []Curve) (all []CurvePoint) {
	for _, c := range curves {
		all = append(all, c.Points...)
	}
	return all
}

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

func meanText(interval bool) Text {
	if interval {
		return Text{"mean, 95 % interval", "média, intervalo de 95%"}
	}
	return Text{"mean", "média"}
}

// PointOf is an estimate, times a factor.
func PointOf(e stats.Estimate, factor float64) CurvePoint {
	e = e.Scaled(factor)
	return CurvePoint{Value: e.Value, Half: e.CI().High - e.Value}
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
func (p CurvePoint) text(unit string, l Lang) string { return valueText(p.Value, p.Half, unit, l) }

// valueText writes a number with the half-width of its interval, if it has one.
func valueText(mean, half float64, unit string, l Lang) string {
	d := stats.Description{Mean: mean, HalfWidth: half}
	text := table.PlusMinus(d, table.DecimalsOf([]stats.Description{d}))
	if l == Portuguese { // the half-width too
		text = strings.ReplaceAll(text, ".", ",")
	}
	if unit == "" || unit == "1" {
		return text
	}
	return text + "\u00a0" + unit
}

// Add adds a point.
func (c *Curve) Add(x float64, p CurvePoint) {
	c.X, c.Points = append(c.X, x), append(c.Points, p)
}

// Through is a curve with the means of cells, times a factor, each at its place on the x
// axis. A cell of fewer than two values has no point, nor has one whose place is none.
func Through[C interface{ Values() []float64 }](c Curve, cells []C, factor float64, place func(C) float64) Curve {
	for _, cell := range cells {
		if p, ok := MeanPoint(cell.Values(), factor); ok && !math.IsNaN(place(cell)) {
			c.Add(place(cell), p)
		}
	}
	return c
}

// Positive is the curve without points of 0 and below, for which a logarithmic axis has no
// place.
func (c Curve) Positive() Curve {
	xs, points := c.X, c.Points
	c.X, c.Points = nil, nil
	for i, p := range points {
		if p.Value > 0 {
			c.Add(xs[i], p)
		}
	}
	return c
}

// Add adds those of the curves that have points, on a logarithmic axis Positive ones.
func (c *CurvePanel) Add(curves ...Curve) {
	for _, curve := range curves {
		if c.Log {
			curve = curve.Positive()
		}
		if len(curve.X) > 0 {
			c.Curves = append(c.Curves, curve)
		}
	}
}

// Fit lets the x axis reach from the least place of a point to the greatest.
func (c *CurvePanel) Fit() {
	c.From, c.To = math.Inf(1), math.Inf(-1)
	for _, curve := range c.Curves {
		c.From, c.To = min(c.From, slices.Min(curve.X)), max(c.To, slices.Max(curve.X))
	}
}

// Or are the curves where every panel has one, else an error that says what the run lacks.
func (of CurvesOf) Or(lacks NoData) (CurvesOf, error) {
	for _, p := range of.Panels {
		if len(p.Curves) == 0 {
			return CurvesOf{}, lacks
		}
	}
	return of, nil
}

// Both is a text that reads the same in every language, or is said in the one of a drawing.
func Both(text string) Text { return Text{text, text} }

// Textf is a text with the same numbers or names in both languages.
func Textf(english, portuguese string, values ...any) Text {
	return Text{fmt.Sprintf(english, values...), fmt.Sprintf(portuguese, values...)}
}

// WithCounts writes whole numbers in place of the verbs of a text, each with its digits in
// groups.
func (t Text) WithCounts(counts ...int) Text {
	in := func(text string, l Lang) string {
		var words []any
		for _, n := range counts {
			words = append(words, Count(n, l))
		}
		return fmt.Sprintf(text, words...)
	}
	return Text{in(t.EN, English), in(t.PT, Portuguese)}
}

// WithIntervals ends a caption: the points of the curves have intervals.
func (t Text) WithIntervals(l Lang) string {
	return t.In(l) + Text{
		EN: "; 95 % intervals where they are larger than the points",
		PT: "; intervalos de 95% onde são maiores que os pontos",
	}.In(l)
}
