package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
)

// ruler is an axis of a figure that paints its panels itself.
type ruler struct {
	scale
	numbers          text.Style
	grid, tick, axis draw.LineStyle
	length           vg.Length // of a tick with a number; another one is half as long
	gap              vg.Length // from the axis to its numbers
}

// newRuler is that of a figure of rows, with numbers of a size.
func newRuler(a scale, size vg.Length) ruler {
	sty := tickStyle()
	sty.Font.Size = size
	return ruler{a, sty, stroke(grid, 0.8), stroke(soft, 0.5), stroke(soft, 0.7), 4, 6}
}

// smallRuler is that of a panel among others.
func smallRuler(a scale) ruler {
	return ruler{a, smallTick(), stroke(grid, 0.6), stroke(soft, 0.4), stroke(soft, 0.6), 3, 4}
}

// bare is the ruler without a grid, which would be covered.
func (r ruler) bare() ruler {
	r.grid.Color = color.Transparent
	return r
}

// overhang is how far the numbers below an axis of that width reach beyond its end.
func (r ruler) overhang(marks []tick, width vg.Length) (beyond vg.Length) {
	for _, t := range marks {
		beyond = max(beyond, r.numbers.Width(t.Label)/2-width*vg.Length(1-r.at(t.Value)))
	}
	return beyond
}

// marks are about n round numbers with room beside each other at the foot of a canvas.
func (r ruler) marks(c draw.Canvas, n int, l bilingual.Lang) []tick {
	return thinned(r.ticks(n, l), r.numbers, func(v float64) vg.Length { return c.X(r.at(v)) })
}

// below draws the axis at the foot of a canvas.
func (r ruler) below(c draw.Canvas, marks []tick) {
	sty := aligned(r.numbers, text.XCenter, text.YTop)
	for _, t := range marks {
		x, length := c.X(r.at(t.Value)), r.length/2
		if t.Label != "" {
			length = r.length
			r.across(c, vg.Point{X: x, Y: c.Min.Y}, vg.Point{X: x, Y: c.Max.Y})
			c.FillText(sty, vg.Point{X: x, Y: c.Min.Y - r.gap}, t.Label)
		}
		c.StrokeLine2(r.tick, x, c.Min.Y, x, c.Min.Y-length)
	}
	c.StrokeLine2(r.axis, c.Min.X, c.Min.Y, c.Max.X, c.Min.Y)
}

// beside draws the marks at the left edge of a canvas, with or without their numbers.
func (r ruler) beside(c draw.Canvas, marks []tick, numbers bool) {
	sty := aligned(r.numbers, text.XRight, text.YCenter)
	for _, t := range marks {
		y, length := c.Y(r.at(t.Value)), r.length/2
		if t.Label != "" {
			length = r.length
			r.across(c, vg.Point{X: c.Min.X, Y: y}, vg.Point{X: c.Max.X, Y: y})
		}
		c.StrokeLine2(r.tick, c.Min.X-length, y, c.Min.X, y)
		if numbers && t.Label != "" {
			c.FillText(sty, vg.Point{X: c.Min.X - r.gap - 0.5, Y: y + raise}, t.Label)
		}
	}
}

// paintRulers draws both axes of a canvas, that at the left with its numbers or without.
func paintRulers(c draw.Canvas, x, y ruler, xMarks, yMarks []tick, numbers bool) {
	y.beside(c, yMarks, numbers)
	x.below(c, xMarks)
	c.StrokeLine2(y.axis, c.Min.X, c.Min.Y, c.Min.X, c.Max.Y)
}

// across draws a line of the grid.
func (r ruler) across(c draw.Canvas, from, to vg.Point) {
	if r.grid.Color != color.Transparent {
		c.StrokeLine2(r.grid, from.X, from.Y, to.X, to.Y)
	}
}

// width is that of the numbers at an axis.
func (r ruler) width(marks []tick) (width vg.Length) {
	for _, t := range marks {
		width = max(width, r.numbers.Width(t.Label))
	}
	return width
}

// footLabel names the axis of a canvas at the foot of a figure.
func footLabel(c, data draw.Canvas, sty text.Style, y vg.Length, words string) {
	sty.YAlign = text.YBottom
	centred(c, sty, vg.Point{X: (data.Min.X + data.Max.X) / 2, Y: y + 3}, words)
}
