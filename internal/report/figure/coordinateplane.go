package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
)

// plane is a plot of two axes, with what a figure draws between them.
type plane struct {
	x, y           ruler
	xMarks, yMarks []tick
	xLabel, yLabel string
	remark         string // on the y axis, smaller than its label
	label          text.Style
	share          float64   // of the height of the figure
	mute           bool      // the numbers of its x axis stand below another plane
	right          vg.Length // room for names at the right edge
	top            vg.Length // and above
	content        func(data graph)
}

// graph is the canvas between two axes.
type graph struct {
	draw.Canvas
	xs, ys scale
}

func (g graph) x(v float64) vg.Length    { return g.X(g.xs.at(v)) }
func (g graph) y(v float64) vg.Length    { return g.Y(g.ys.at(v)) }
func (g graph) at(x, y float64) vg.Point { return vg.Point{X: g.x(x), Y: g.y(y)} }

// smallPlane is a plane with small numbers, for a figure full of names.
func smallPlane(x, y scale, l bilingual.Lang) plane {
	return plane{
		x: smallRuler(x), y: smallRuler(y), xMarks: x.ticks(8, l), yMarks: y.ticks(6, l),
		remark: y.remark(l), label: sideStyle(), share: 1,
	}
}

// paintPlanes draws planes below each other, the areas of their data aligned.
func paintPlanes(c draw.Canvas, planes []plane) {
	left, right := vg.Length(0), vg.Length(0)
	for _, p := range planes {
		left = max(left, upWidth(p.label, p.remark)+p.y.width(p.yMarks)+p.y.gap+2)
	}
	for _, p := range planes {
		right = max(right, p.right, p.x.overhang(p.xMarks, c.Size().X-left))
	}
	top := c.Max.Y
	for _, p := range planes {
		bottom := top - c.Size().Y*vg.Length(p.share)
		p.paint(area(c, c.Min.X, bottom, c.Max.X, top), left, right)
		top = bottom
	}
}

// paint draws axes, grid and content, with that much room beside the data.
func (p plane) paint(c draw.Canvas, left, right vg.Length) {
	data := draw.Crop(c, left, -right, p.foot(), -p.top)
	marks := thinned(p.xMarks, p.x.numbers, func(v float64) vg.Length { return data.X(p.x.at(v)) })
	for i := range marks {
		if p.mute && marks[i].Label != "" { // keeps its line of the grid
			marks[i].Label = " "
		}
	}
	paintRulers(data, p.x, p.y, marks, p.yMarks, true)
	footLabel(c, data, p.label, c.Min.Y, p.xLabel)
	upLabel(draw.Crop(c, 0, 0, p.foot(), -p.top), p.label, p.yLabel, p.remark)
	p.content(graph{data, p.x.scale, p.y.scale})
}

// foot is the room for the numbers of the x axis and its label.
func (p plane) foot() vg.Length {
	if p.mute {
		return p.x.length + 2
	}
	return familyFoot + familyLabel
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
