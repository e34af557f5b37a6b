package figure

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/canvas"
)

// Sizes of a figure: the text width of an A4 page.
const (
	figureWidth  = 6.5 * vg.Inch
	figureHeight = 4.4 * vg.Inch
	margin       = 9.0 // points around everything
	gap          = 5.0 // points between the parts
)

var (
	ink   = color.Gray{0x22}
	soft  = color.Gray{0x55}
	grid  = color.Gray{0xE4}
	shade = color.Gray{0xD6} // of bands; opaque, since PDF darkens what is translucent
)

// palette returns the colour of the nth filter: those of Okabe and Ito
// (2008), which colour-blind readers distinguish, in an order that alternates
// dark and light for readers in grey.
func palette(nth int) color.Color {
	colors := []color.Color{
		color.RGBA{0x00, 0x5A, 0x9C, 0xFF}, // blue
		color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, // orange
		color.RGBA{0x00, 0x7A, 0x5A, 0xFF}, // green
		color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, // purple
		color.RGBA{0xA8, 0x3C, 0x00, 0xFF}, // vermilion
		color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, // sky
		color.RGBA{0x22, 0x22, 0x22, 0xFF},
		color.RGBA{0x88, 0x88, 0x88, 0xFF},
	}
	return colors[nth%len(colors)]
}

// marker is the shape of the nth filter's points: colour is never the only
// difference.
func marker(nth int) draw.GlyphDrawer {
	shapes := []draw.GlyphDrawer{disc{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, diamond{}, diamond{hollow: true}}
	return shapes[(nth+nth/len(shapes))%len(shapes)] // another pair of shape and colour in each round
}

// disc is a filled circle; gonum's own is drawn as a stroke in PDF.
type disc struct{}

func (disc) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
	var p vg.Path
	const k = 0.5523 // a quarter of a circle as a cubic curve
	r := sty.Radius
	p.Move(vg.Point{X: pt.X + r, Y: pt.Y})
	for _, q := range [][4]vg.Length{{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}} {
		x0, y0, x1, y1 := q[0], q[1], q[2], q[3]
		p.CubeTo(
			vg.Point{X: pt.X + r*(x0+k*x1), Y: pt.Y + r*(y0+k*y1)},
			vg.Point{X: pt.X + r*(x1+k*x0), Y: pt.Y + r*(y1+k*y0)},
			vg.Point{X: pt.X + r*x1, Y: pt.Y + r*y1})
	}
	p.Close()
	c.SetColor(sty.Color)
	c.Fill(p)
}

// diamond is a square on its corner; crosses are too thin for small points.
type diamond struct{ hollow bool }

func (d diamond) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
	r := sty.Radius * 1.3
	corners := []vg.Point{{X: pt.X - r, Y: pt.Y}, {X: pt.X, Y: pt.Y + r}, {X: pt.X + r, Y: pt.Y}, {X: pt.X, Y: pt.Y - r}}
	if d.hollow {
		c.SetLineStyle(stroke(sty.Color, 0.5))
		c.Stroke(polygon(corners))
		return
	}
	c.FillPolygon(sty.Color, corners)
}

func polygon(corners []vg.Point) (p vg.Path) {
	p.Move(corners[0])
	for _, at := range corners[1:] {
		p.Line(at)
	}
	p.Close()
	return p
}

// style is a text style in Liberation Sans.
func style(size float64, bold bool, c color.Color) text.Style {
	f := canvas.SansFont(size)
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Color: c, Font: f, YAlign: text.YTop, Handler: canvas.TextHandler()}
}

// aligned is a style whose text stands so at its point.
func aligned(sty text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	sty.XAlign, sty.YAlign = x, y
	return sty
}

func titleStyle() text.Style   { return style(10.5, true, ink) }
func textStyle() text.Style    { return style(8.5, false, soft) }
func legendStyle() text.Style  { return style(8.5, false, ink) }
func axisStyle() text.Style    { return style(9.5, false, ink) }
func tickStyle() text.Style    { return style(8.5, false, soft) }
func captionStyle() text.Style { return style(7, false, soft) }

// stroke is a line style.
func stroke(c color.Color, width float64, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: vg.Points(width), Dashes: dashes}
}

// predicted is the colour of what is expected, and not measured.
func predicted() color.Color { return color.RGBA{0xE6, 0x9F, 0x00, 0xFF} }

func dashed() draw.LineStyle { return stroke(ink, 1, 4, 3) }
