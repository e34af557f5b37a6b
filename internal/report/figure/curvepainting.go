package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
)

func levelStyle() draw.LineStyle { return stroke(color.Gray{0x77}, 1, 2, 2) }

// curvePlot is the content of a panel between its axes.
type curvePlot struct {
	graph
	*CurvePanel
	lang bilingual.Lang
}

// paint draws level, curves and points.
func (c curvePlot) paint() {
	if c.Level > 0 {
		c.StrokeLine2(levelStyle(), c.Min.X, c.y(c.Level), c.Max.X, c.y(c.Level))
	}
	uprights{stroke(soft, 0.7, 1, 2), aligned(smallTick(), text.XLeft, text.YTop), 2.5, -2, -8}.paint(c.graph, c.Marks)
	if c.bars {
		c.paintBars()
		return
	}
	room := roomAside(c.Curves, c.x)
	for _, curve := range c.Curves {
		curve.shift *= room
		c.paintLine(curve)
		if !curve.Look.Bare {
			c.paintPoints(curve)
		}
	}
	c.paintFoot()
	if c.Level > 0 {
		show(c.Canvas, vg.Point{X: c.Max.X, Y: c.y(c.Level)}, Point{Name: c.LevelLabel.In(c.lang), Value: valueText(c.Level, 0, "", c.lang)})
	}
}

// footHeight is that of the stretches, in points.
const footHeight = 15

// paintFoot names stretches of the x axis where they have the room.
func (c curvePlot) paintFoot() {
	for i, part := range c.Foot {
		b := vg.Rectangle{Min: vg.Point{X: max(c.x(part.From), c.Min.X), Y: c.Min.Y}, Max: vg.Point{X: min(c.x(part.To), c.Max.X), Y: c.Min.Y + footHeight}}
		fillBox(c.Canvas, tint(palette(part.Nth), tints()[1]), b)
		sty := aligned(style(7.5, true, ink), text.XCenter, text.YCenter)
		if name := part.Name.In(c.lang); sty.Width(name)+4 < b.Max.X-b.Min.X {
			c.FillText(sty, vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y+b.Max.Y)/2 + raise}, name)
		}
		if i > 0 {
			c.StrokeLine2(stroke(color.White, 1), b.Min.X, b.Min.Y, b.Min.X, b.Max.Y)
		}
	}
}

// line is that of a curve: its own, or the one that joins its points.
func (g graph) line(curve Curve) (line []vg.Point) {
	at := curve.Line
	if at == nil && !curve.Look.Loose {
		for i, p := range curve.Points {
			at = append(at, XY{curve.X[i], p.Value})
		}
	}
	for _, xy := range at {
		line = append(line, g.at(xy.X, xy.Y))
	}
	return line
}

// paintLine draws the line of a curve, with its band.
func (c curvePlot) paintLine(curve Curve) {
	if curve.band != nil {
		var edge []vg.Point
		for i, at := range curve.Line {
			edge = append(edge, vg.Point{X: c.x(at.X), Y: min(c.y(at.Y+curve.band[i]), c.Max.Y)})
		}
		for i, at := range slices.Backward(curve.Line) {
			edge = append(edge, vg.Point{X: c.x(at.X), Y: max(c.y(at.Y-curve.band[i]), c.Min.Y)})
		}
		c.FillPolygon(shade, edge)
	}
	if line := c.line(curve); len(line) > 0 {
		c.StrokeLines(curve.Look.stroke(), c.ClipLinesXY(line)...)
		if curve.Look.Bare && curve.said != nil {
			show(c.Canvas, line[len(line)-1], curve.said[0])
		}
	}
}

// roomAside is by how much shifts must shrink, so that points of neighbouring places stay apart: at
// most to 1, all of a place within half the least step between two.
func roomAside(curves []Curve, x func(float64) vg.Length) vg.Length {
	room := vg.Length(1)
	for _, curve := range curves {
		for i := 1; i < len(curve.X) && curve.shift != 0; i++ {
			step := x(curve.X[i]) - x(curve.X[i-1])
			room = min(room, max(step, -step)/4/max(curve.shift, -curve.shift))
		}
	}
	return room
}

// paintPoints draws the points of a curve with their intervals.
func (c curvePlot) paintPoints(curve Curve) {
	bar := stroke(palette(curve.Look.Nth), 0.8)
	if curve.ink {
		bar.Color = ink
	}
	for i, point := range curve.Points {
		at := vg.Point{X: c.x(curve.X[i]) + curve.shift, Y: c.y(point.Value)}
		if c.floor && point.Value < c.ys.low {
			arrowUp(c.Canvas, palette(curve.Look.Nth), vg.Point{X: at.X, Y: c.Min.Y}, -1)
			at.Y, point = c.Min.Y+6, CurvePoint{Value: point.Value}
		}
		if !c.ContainsY(at.Y) {
			continue
		}
		low, high := c.y(point.low()), c.y(point.high())
		if curve.ink || high-low > 2*curve.Look.glyph().Radius {
			errorBar(c.Canvas, bar, at.X, low, high, 2)
		}
		c.DrawGlyph(curve.Look.glyph(), at)
		c.show(at, curve, i)
	}
}

// paintBars draws the bars of each place side by side, from zero.
func (c curvePlot) paintBars() {
	n := 0
	for _, curve := range c.Curves {
		if len(curve.X) > 0 {
			n++
		}
	}
	width := 0.8 / float64(n)
	for nth, curve := range c.Curves {
		for i, point := range curve.Points {
			left := curve.X[i] - 0.4 + width*float64(nth)
			top := vg.Point{X: c.x(left + width/2), Y: c.y(point.Value)}
			bar(c.Canvas, vg.Rectangle{Min: vg.Point{X: c.x(left), Y: c.y(0)}, Max: vg.Point{X: c.x(left + width), Y: top.Y}}, curve.Look.Nth)
			errorBar(c.Canvas, stroke(ink, 0.8), top.X, c.y(point.low()), c.y(point.high()), 1.8)
			c.show(top, curve, i)
		}
	}
}

// bar is a filled rectangle with a thin white edge towards its neighbour, and
// with the marker of its structure at the foot.
func bar(c draw.Canvas, r vg.Rectangle, nth int) {
	r.Max.X -= 0.4
	fillBox(c, palette(nth), r)
	g := glyph(nth, min(2, 0.3*(r.Max.X-r.Min.X)))
	g.Color = color.White
	if foot := r.Min.Y + 2.5*g.Radius; foot+2*g.Radius <= r.Max.Y {
		c.DrawGlyph(g, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: foot})
	}
}
