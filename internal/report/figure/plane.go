package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

// plane is a plot of two numeric axes that a figure paints itself.
type plane struct {
	x, y           scale
	xLabel, yLabel string // with the unit, without the remark on the scale
	lang           Lang
	right          vg.Length // room for names at the right edge
	top            vg.Length // and above
	bare           bool      // no grid: it would be covered
}

// paint draws axes and grid and returns the canvas between them.
func (p plane) paint(c draw.Canvas) draw.Canvas {
	yTicks := p.y.ticks(6, p.lang)
	numbers := vg.Length(0)
	for _, t := range yTicks {
		numbers = max(numbers, smallTick().Width(t.Label))
	}
	data := draw.Crop(c, upWidth(p.y.remark(p.lang))+numbers+6, -p.right, familyFoot+familyLabel, -p.top)
	sty := smallTick()
	xTicks := thinned(p.x.ticks(8, p.lang), sty, func(v float64) vg.Length { return data.X(p.x.at(v)) })
	sty.XAlign, sty.YAlign = text.XRight, text.YCenter
	for _, t := range yTicks {
		y, length := data.Y(p.y.at(t.Value)), vg.Length(1.5)
		if t.Label != "" {
			length = 3
			if !p.bare {
				data.StrokeLine2(stroke(grid, 0.6), data.Min.X, y, data.Max.X, y)
			}
			data.FillText(sty, vg.Point{X: data.Min.X - 4.5, Y: y + raise}, t.Label)
		}
		data.StrokeLine2(stroke(soft, 0.4), data.Min.X-length, y, data.Min.X, y)
	}
	sty.XAlign, sty.YAlign = text.XCenter, text.YTop
	for _, t := range xTicks {
		x, length := data.X(p.x.at(t.Value)), vg.Length(1.5)
		if t.Label != "" {
			length = 3
			if !p.bare {
				data.StrokeLine2(stroke(grid, 0.6), x, data.Min.Y, x, data.Max.Y)
			}
			data.FillText(sty, vg.Point{X: x, Y: data.Min.Y - 4}, t.Label)
		}
		data.StrokeLine2(stroke(soft, 0.4), x, data.Min.Y-length, x, data.Min.Y)
	}
	data.StrokeLine2(stroke(soft, 0.6), data.Min.X, data.Min.Y, data.Max.X, data.Min.Y)
	data.StrokeLine2(stroke(soft, 0.6), data.Min.X, data.Min.Y, data.Min.X, data.Max.Y)

	label := sideStyle()
	label.YAlign = text.YBottom
	words := p.xLabel
	if remark := p.x.remark(p.lang); remark != "" {
		words += ", " + remark
	}
	centred(c, label, vg.Point{X: (data.Min.X + data.Max.X) / 2, Y: c.Min.Y + 3}, words)
	upLabel(draw.Crop(c, 0, 0, familyFoot+familyLabel, -p.top), p.yLabel, p.y.remark(p.lang))
	return data
}

// planeDrawing is a figure that is one plane.
func planeDrawing(s *report.Summary, l Lang, title Text, notes []Text, cells []report.Cell, legend []entry, paint func(draw.Canvas)) *Drawing {
	p := &page{title: title.In(l), legend: legend, caption: origin(s, cells, l), body: paint, tall: planeHeight}
	for _, n := range notes {
		p.lines = append(p.lines, n.In(l))
	}
	p.lines = append(p.lines, remarks(s, l)...)
	return p.drawing()
}

// planeHeight is that of a plane with the labels of its axes.
func planeHeight(width vg.Length) vg.Length {
	const whole, least = 340, 0.35
	return whole * (least + (1-least)*width/(figureWidth-2*margin))
}

// tints are the shares of a palette's colour in backgrounds.
func tints() []float64 { return []float64{0.2, 0.35, 0.5} }

// tint is a colour as a background: so much of it on white.
func tint(c color.Color, share float64) color.Color {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - share*(255-float64(v>>8))) }
	return color.RGBA{mix(r), mix(g), mix(b), 0xFF}
}

// fillBox fills a rectangle.
func fillBox(c draw.Canvas, clr color.Color, r vg.Rectangle) {
	c.SetColor(clr)
	c.Fill(r.Path())
}
