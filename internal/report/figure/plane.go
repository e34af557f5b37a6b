package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	x, y := smallRuler(p.x), smallRuler(p.y)
	if p.bare {
		x, y = x.bare(), y.bare()
	}
	marks := y.ticks(6, p.lang)
	data := draw.Crop(c, upWidth(p.y.remark(p.lang))+y.width(marks)+6, -p.right, familyFoot+familyLabel, -p.top)
	paintRulers(data, x, y, x.marks(data, 8, p.lang), marks, true)
	words := p.xLabel
	if remark := p.x.remark(p.lang); remark != "" {
		words += ", " + remark
	}
	footLabel(c, data, sideStyle(), c.Min.Y, words)
	upLabel(draw.Crop(c, 0, 0, familyFoot+familyLabel, -p.top), p.yLabel, p.y.remark(p.lang))
	return data
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
