// Package canvas has canvases of gonum/plot that draw text as the outlines of its glyphs.
//
// Guarantee: no reader needs a font, and a text looks the same in SVG, PNG and PDF. The same
// drawing gives the same bytes.
// Cost: an SVG defines a glyph once, which makes a tenth of the size of text drawn letter by
// letter.
// Source: gonum/plot's PDF writes letters outside cp1252 (ε) wrongly (gonum/plot#347).
package canvas

import (
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Outlines draws text on another canvas as filled glyph outlines.
type Outlines struct {
	vg.CanvasWriterTo
}

// unit is the size at which glyphs are loaded, in pixels an em: large, so that
// the 26.6 coordinates are exact enough at any size.
const unit = 1024

// FillString implements vg.Canvas.
func (c Outlines) FillString(f font.Face, at vg.Point, text string) {
	scale := f.Font.Size / (unit * 64)
	var buf sfnt.Buffer
	layout(f, text, func(g sfnt.GlyphIndex, x fixed.Int26_6) {
		segments, err := f.Face.LoadGlyph(&buf, g, fixed.I(unit), nil)
		if err == nil && len(segments) > 0 {
			c.Fill(path(segments, vg.Point{X: at.X + vg.Length(x)*scale, Y: at.Y}, scale))
		}
	})
}

// layout calls put for each glyph of the text with its place on the line, at
// unit pixels an em. The fonts are embedded and sound, so that a glyph that
// cannot be found is left out.
func layout(f font.Face, text string, put func(g sfnt.GlyphIndex, x fixed.Int26_6)) {
	var buf sfnt.Buffer
	var last sfnt.GlyphIndex
	var x fixed.Int26_6
	for i, r := range text {
		g, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if i > 0 {
			if kern, err := f.Face.Kern(&buf, last, g, fixed.I(unit), 0); err == nil {
				x += kern
			}
		}
		put(g, x)
		if advance, err := f.Face.GlyphAdvance(&buf, g, fixed.I(unit), 0); err == nil {
			x += advance
		}
		last = g
	}
}

// path turns a glyph into a path. Quadratic curves become cubic ones, since
// the PDF writer takes the former for something else.
func path(segments sfnt.Segments, at vg.Point, scale vg.Length) vg.Path {
	point := func(p fixed.Point26_6) vg.Point { // a font's y grows downwards
		return vg.Point{X: rounded(at.X + vg.Length(p.X)*scale), Y: rounded(at.Y - vg.Length(p.Y)*scale)}
	}
	var p vg.Path
	var pen vg.Point
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(p) > 0 {
				p.Close()
			}
			pen = point(s.Args[0])
			p.Move(pen)
		case sfnt.SegmentOpLineTo:
			pen = point(s.Args[0])
			p.Line(pen)
		case sfnt.SegmentOpQuadTo:
			control, end := point(s.Args[0]), point(s.Args[1])
			p.CubeTo(between(pen, control), between(end, control), end)
			pen = end
		case sfnt.SegmentOpCubeTo:
			pen = point(s.Args[2])
			p.CubeTo(point(s.Args[0]), point(s.Args[1]), pen)
		}
	}
	p.Close()
	return p
}

// between is two thirds of the way from a to b.
func between(a, b vg.Point) vg.Point {
	return vg.Point{X: rounded(a.X + (b.X-a.X)*2/3), Y: rounded(a.Y + (b.Y-a.Y)*2/3)}
}

// rounded to hundredths of a point, which halves the size of a PDF.
func rounded(v vg.Length) vg.Length { return vg.Length(math.Round(float64(v)*100) / 100) }
