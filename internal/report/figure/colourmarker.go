package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

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
	nth    int
	dashes []vg.Length
}

func lookedSeries(s *report.Summary, m *report.Metric) []looked {
	var list []looked
	seen := map[string]int{}
	for i := range m.Series {
		series := &m.Series[i]
		list = append(list, looked{series, look(s, series.Filter), dashing(seen[series.Filter])})
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
