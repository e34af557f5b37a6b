package figure

import (
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
func (k Look) Dashed(nth int) Look {
	k.Dashes = dashing(nth)
	return k
}

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

// look is the number of a structure's colour and marker, by its place among
// those of the run: a structure looks the same in every figure of a run, and
// neighbours of a family differ in both.
func look(s *report.Summary, name string) int {
	if i := slices.Index(s.Meta.All, name); i >= 0 {
		return i
	}
	return max(0, slices.Index(s.Samples.Filters, name))
}

// LookOf is the look of a structure in the figures of a run.
func LookOf(s *report.Summary, name string) Look { return Look{Nth: look(s, name)} }

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
