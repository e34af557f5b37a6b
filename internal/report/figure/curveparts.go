package figure

import "fmt"

// Parts of which experiments make their Curves.

// Add adds a point.
func (c *Curve) Add(x float64, p CurvePoint) {
	c.X, c.Points = append(c.X, x), append(c.Points, p)
}

// Add adds those of the curves that have points.
func (c *CurvePanel) Add(curves ...Curve) {
	for _, curve := range curves {
		if len(curve.X) > 0 {
			c.Curves = append(c.Curves, curve)
		}
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
