package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
)

// longWhisker is how many times the median an interval may be wide and still
// widen the axis.
const longWhisker = 4

// reach is an extent that holds points and their intervals, but for those far
// wider than the others: one of two repetitions may be ten times as wide, and
// would leave no room for the means. What goes on beyond the axis ends in an
// arrow.
func reach(curves ...Curve) extent {
	points := pointsOf(curves)
	var halves []float64
	for _, p := range points {
		if p.Half > 0 {
			halves = append(halves, p.Half)
		}
	}
	room := 0.0
	if len(halves) > 0 {
		slices.Sort(halves)
		room = longWhisker * halves[len(halves)/2]
	}
	e := nothing()
	for _, p := range points {
		in := p.interval()
		e.include(p.Value, max(in.Low, p.Value-room), min(in.High, p.Value+room))
	}
	return e
}

// errorBar draws an interval with caps; nothing for one without extent. An end
// outside of the plot is cut off there, with an arrow in the place of a cap.
func errorBar(c draw.Canvas, sty draw.LineStyle, x, low, high, cap vg.Length) {
	if low == high {
		return
	}
	var p vg.Path
	line := func(x0, y0, x1, y1 vg.Length) {
		p.Move(vg.Point{X: x0, Y: y0})
		p.Line(vg.Point{X: x1, Y: y1})
	}
	from, to := max(low, c.Min.Y), min(high, c.Max.Y)
	if from == low && cap > 0 {
		line(x-cap, low, x+cap, low)
	}
	line(x, from, x, to)
	if to == high && cap > 0 {
		line(x-cap, high, x+cap, high)
	}
	c.SetLineStyle(sty)
	c.Stroke(p)
	if from > low {
		arrowUp(c, sty.Color, vg.Point{X: x, Y: from}, -1)
	}
	if to < high {
		arrowUp(c, sty.Color, vg.Point{X: x, Y: to}, 1)
	}
}

// levelBar draws a level interval without caps, cut off with an arrow at the edges of the
// plot or a little beyond them.
func levelBar(c draw.Canvas, sty draw.LineStyle, arrows color.Color, y, low, high, beyond vg.Length) {
	from, to := max(low, c.Min.X), min(high, c.Max.X)
	if to > from {
		c.StrokeLine2(sty, from, y, to, y)
	}
	arrowsBeyond(c, arrows, y, low, high, beyond)
}

// arrowsBeyond are those at the ends of a level interval that the plot cuts off.
func arrowsBeyond(c draw.Canvas, arrows color.Color, y, low, high, beyond vg.Length) {
	if low < c.Min.X {
		arrow(c, arrows, vg.Point{X: c.Min.X - beyond, Y: y}, -1)
	}
	if high > c.Max.X {
		arrow(c, arrows, vg.Point{X: c.Max.X + beyond, Y: y}, 1)
	}
}

// arrow is a filled head with its point at at, to the right or (−1) the left.
func arrow(c draw.Canvas, colour color.Color, at vg.Point, to vg.Length) {
	c.FillPolygon(colour, []vg.Point{at, {X: at.X - 3.5*to, Y: at.Y + 2}, {X: at.X - 3.5*to, Y: at.Y - 2}})
}

// arrowUp is a filled head with its point at at, upwards or (−1) downwards.
func arrowUp(c draw.Canvas, colour color.Color, at vg.Point, to vg.Length) {
	c.FillPolygon(colour, []vg.Point{at, {X: at.X - 1.8, Y: at.Y - 3.5*to}, {X: at.X + 1.8, Y: at.Y - 3.5*to}})
}

// cutEntry explains the arrow of an upright interval.
func cutEntry(l bilingual.Lang) entry {
	return entry{words("interval goes on").In(l), func(c draw.Canvas) {
		x := c.Center().X
		c.StrokeLine2(stroke(soft, 0.7), x, c.Min.Y-1, x, c.Max.Y)
		arrowUp(c, soft, vg.Point{X: x, Y: c.Max.Y + 1}, 1)
	}}
}

// cutEntryAcross explains that of a level one.
func cutEntryAcross(l bilingual.Lang, clr color.Color, width float64) entry {
	return entry{words("interval goes on").In(l), func(c draw.Canvas) {
		lineMark(stroke(clr, width))(draw.Crop(c, 4, 0, 0, 0))
		arrow(c, clr, vg.Point{X: c.Max.X, Y: c.Center().Y}, 1)
	}}
}
