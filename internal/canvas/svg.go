package canvas

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// SVG writes SVG with each glyph defined once.
type SVG struct {
	width, height vg.Length
	id, title     string

	stack  []state
	glyphs map[glyphKey]int
	defs   bytes.Buffer
	body   bytes.Buffer
}

type state struct {
	m      matrix
	color  color.Color
	line   vg.Length
	dashes []vg.Length
	offset vg.Length
}

type glyphKey struct {
	font  string
	index sfnt.GlyphIndex
}

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) apply(p vg.Point) (x, y float64) {
	px, py := float64(p.X), float64(p.Y)
	return m.a*px + m.c*py + m.e, m.b*px + m.d*py + m.f
}

// times is m after n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// NewSVG is an empty picture. The id begins the names within the file, so that several may
// stand in one page; the title is for readers that cannot see it.
func NewSVG(width, height vg.Length, id, title string) *SVG {
	c := &SVG{width: width, height: height, id: Name(id), title: title, glyphs: map[glyphKey]int{}}
	// SVG's y grows downwards, vg's upwards.
	c.stack = []state{{m: matrix{1, 0, 0, -1, 0, float64(height)}}}
	vg.Initialize(c)
	return c
}

// Name makes of any text a name fit for an id and a file: the filters that a
// run.json names are part of both.
func Name(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, text)
}

// Place is where a point is in the picture, from its upper left corner.
func (c *SVG) Place(at vg.Point) (x, y float64) { return c.top().m.apply(at) }

func (c *SVG) top() *state { return &c.stack[len(c.stack)-1] }

func (c *SVG) Size() (x, y vg.Length)   { return c.width, c.height }
func (c *SVG) SetLineWidth(w vg.Length) { c.top().line = w }
func (c *SVG) SetColor(clr color.Color) { c.top().color = clr }
func (c *SVG) Push()                    { c.stack = append(c.stack, *c.top()) }
func (c *SVG) Pop()                     { c.stack = c.stack[:len(c.stack)-1] }
func (c *SVG) transform(m matrix)       { c.top().m = c.top().m.times(m) }
func (c *SVG) Scale(x, y float64)       { c.transform(matrix{a: x, d: y}) }
func (c *SVG) Translate(p vg.Point) {
	c.transform(matrix{1, 0, 0, 1, float64(p.X), float64(p.Y)})
}
func (c *SVG) SetLineDash(d []vg.Length, offset vg.Length) {
	c.top().dashes, c.top().offset = d, offset
}

func (c *SVG) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	c.transform(matrix{cos, sin, -sin, cos, 0, 0})
}

func (c *SVG) Fill(p vg.Path) {
	fmt.Fprintf(&c.body, `<path d="%s" fill="%s"/>`+"\n", c.data(p), hex(c.top().color))
}

func (c *SVG) Stroke(p vg.Path) {
	s := c.top()
	if s.line <= 0 {
		return
	}
	fmt.Fprintf(&c.body, `<path d="%s" fill="none" stroke="%s" stroke-width="%s"`, c.data(p), hex(s.color), short(float64(s.line), 2))
	if len(s.dashes) > 0 {
		var list []string
		for _, d := range s.dashes {
			list = append(list, short(float64(d), 2))
		}
		fmt.Fprintf(&c.body, ` stroke-dasharray="%s"`, strings.Join(list, " "))
	}
	if s.offset != 0 {
		fmt.Fprintf(&c.body, ` stroke-dashoffset="%s"`, short(float64(s.offset), 2))
	}
	c.body.WriteString("/>\n")
}

// DrawImage implements vg.Canvas; no figure has one.
func (c *SVG) DrawImage(vg.Rectangle, image.Image) {}

// data writes a path. Arcs become polygons of 3° a side.
func (c *SVG) data(p vg.Path) string {
	var b strings.Builder
	point := func(op string, points ...vg.Point) {
		b.WriteString(op)
		for i, pt := range points {
			x, y := c.top().m.apply(pt)
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(short(x, 2) + "," + short(y, 2))
		}
	}
	for i, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			point("M", comp.Pos)
		case vg.LineComp:
			point("L", comp.Pos)
		case vg.CurveComp:
			op := map[int]string{1: "Q", 2: "C"}[len(comp.Control)]
			point(op, append(comp.Control[:len(comp.Control):len(comp.Control)], comp.Pos)...)
		case vg.ArcComp:
			steps := max(1, int(math.Ceil(math.Abs(comp.Angle)/(math.Pi/60))))
			for s := range steps + 1 {
				sin, cos := math.Sincos(comp.Start + comp.Angle*float64(s)/float64(steps))
				op := "L"
				if i == 0 && s == 0 {
					op = "M"
				}
				point(op, vg.Point{X: comp.Pos.X + comp.Radius*vg.Length(cos), Y: comp.Pos.Y + comp.Radius*vg.Length(sin)})
			}
		case vg.CloseComp:
			b.WriteByte('Z')
		}
	}
	return b.String()
}

// FillString implements vg.Canvas.
func (c *SVG) FillString(f font.Face, at vg.Point, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	m := c.top().m
	scale := float64(f.Font.Size) / unit
	x, y := m.apply(at)
	fmt.Fprintf(&c.body, `<g aria-label="%s" fill="%s" transform="matrix(%s %s %s %s %s %s)">`, html.EscapeString(text), hex(c.top().color),
		short(m.a*scale, 6), short(m.b*scale, 6), short(-m.c*scale, 6), short(-m.d*scale, 6), short(x, 2), short(y, 2))
	layout(f, text, func(g sfnt.GlyphIndex, x fixed.Int26_6) {
		if id := c.glyph(f, g); id != "" {
			fmt.Fprintf(&c.body, `<use xlink:href="#%s" x="%s"/>`, id, short(float64(x)/64, 0))
		}
	})
	c.body.WriteString("</g>\n")
}

// glyph defines a glyph when it is first used and returns its id; empty for
// one without a shape.
func (c *SVG) glyph(f font.Face, g sfnt.GlyphIndex) string {
	key := glyphKey{f.Name(), g}
	n, ok := c.glyphs[key]
	if !ok {
		var buf sfnt.Buffer
		segments, err := f.Face.LoadGlyph(&buf, g, fixed.I(unit), nil)
		if err == nil && len(segments) > 0 {
			n = len(c.glyphs) + 1
			fmt.Fprintf(&c.defs, `<path id="%s-%d" d="%s"/>`+"\n", c.id, n, glyphData(segments))
		}
		c.glyphs[key] = n
	}
	if n == 0 {
		return ""
	}
	return c.id + "-" + strconv.Itoa(n)
}

// glyphData is a glyph in units of 1/1024 em, y downwards as in SVG.
func glyphData(segments sfnt.Segments) string {
	var b strings.Builder
	for i, s := range segments {
		op, n := "L", 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			op = "ZM"
			if i == 0 {
				op = "M"
			}
		case sfnt.SegmentOpQuadTo:
			op, n = "Q", 2
		case sfnt.SegmentOpCubeTo:
			op, n = "C", 3
		}
		b.WriteString(op)
		for j, p := range s.Args[:n] {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(short(float64(p.X)/64, 0) + "," + short(float64(p.Y)/64, 0))
		}
	}
	return b.String() + "Z"
}

// WriteTo implements io.WriterTo.
func (c *SVG) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	width, height := short(float64(c.width), 2), short(float64(c.height), 2)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" width="%spt" height="%spt" viewBox="0 0 %s %s">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<defs>\n", html.EscapeString(c.title))
	b.Write(c.defs.Bytes())
	b.WriteString("</defs>\n")
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.WriteTo(w)
}

// short writes v with at most n decimals and no trailing zeros.
func short(v float64, n int) string {
	s := strconv.FormatFloat(v, 'f', n, 64)
	if n > 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

func hex(c color.Color) string {
	if c == nil {
		c = color.Black
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}
