package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

// Look is the style of a curve: the nth colour and marker.
type Look struct {
	Nth    int
	Dashes []vg.Length
	Bare   bool // no markers
	Loose  bool // no line between the markers
}

// Dashed is the look with the nth of the patterns of a line.
func (k Look) Dashed(nth int) Look { return k.Broken(dashing(nth)...) }

func (k Look) glyph() draw.GlyphStyle { return glyph(k.Nth, 2.4) }

func (k Look) stroke() draw.LineStyle { return stroke(palette(k.Nth), 1.1, k.Dashes...) }

// Broken is the look with a line of dashes and gaps, in points.
func (k Look) Broken(lengths ...vg.Length) Look {
	k.Dashes = lengths
	return k
}

// Theory is the look of a theory beside what is measured: Broken, and without markers.
func (k Look) Theory(lengths ...vg.Length) Look {
	k.Bare = true
	return k.Broken(lengths...)
}

// LookOf is the look of a structure, by its place among those of the run: a
// structure looks the same in every figure of a run, and neighbours of a family
// differ in colour and marker.
func LookOf(s *report.Summary, name string) Look {
	if i := slices.Index(s.Meta.All, name); i >= 0 {
		return Look{Nth: i}
	}
	return Look{Nth: max(0, slices.Index(s.Samples.Filters, name))}
}

// looked is a series with its look. Series of one structure, at several places
// on the other axes, share colour and marker and differ in their dashes.
type looked struct {
	*report.Series
	Look
}

func lookedSeries(s *report.Summary, m *report.Metric) []looked {
	var list []looked
	seen := map[string]int{}
	for i := range m.Series {
		series := &m.Series[i]
		list = append(list, looked{series, LookOf(s, series.Filter).Dashed(seen[series.Filter])})
		seen[series.Filter]++
	}
	return list
}

// dashing is the nth of the patterns of a line, the solid one first.
func dashing(nth int) []vg.Length {
	patterns := [][]vg.Length{nil, {4, 2}, {1.5, 2}, {6, 2, 1.5, 2}}
	return patterns[nth%len(patterns)]
}

// glyph is the point of the nth structure.
func glyph(nth int, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette(nth), Radius: radius, Shape: marker(nth)}
}

func smallGlyph(nth int) draw.GlyphStyle { return glyph(nth, 1.7) }

// greys draws in greys: a canvas before another one. The colours of structures
// become greys as far apart as eight can be, in the order of the palette, so that
// the first two are the farthest; all others have their own brightness. Markers,
// dashes and names say the same as the colours.
type greys struct{ vg.CanvasWriterTo }

// SetColor implements vg.Canvas.
func (c greys) SetColor(clr color.Color) { c.CanvasWriterTo.SetColor(grey(clr)) }

// grey is the grey of a colour; a tint of the palette is the tint of its grey.
func grey(clr color.Color) color.Color {
	levels := []uint8{0x18, 0xAC, 0x49, 0x7B, 0x31, 0x93} // the palette ends in two greys
	clr = color.RGBAModel.Convert(clr)
	if c := clr.(color.RGBA); c.R == c.G && c.G == c.B {
		return clr
	}
	for nth, level := range levels {
		p := palette(nth)
		if p == clr {
			return color.Gray{level}
		}
		for _, share := range tints() {
			if tint(p, share) == clr {
				return color.Gray{uint8(255 - share*(255-float64(level)))}
			}
		}
	}
	return color.GrayModel.Convert(clr)
}
