package figure

import (
	"fmt"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
)

// LabelsOf are the texts of an SVG, in one line.
var LabelsOf = texts

// BarAndBand is the interval of a Line's first mean, and its band there.
func BarAndBand(s *report.Summary, of LineOf) string {
	m := s.Metric(of.Metric)
	series := m.Of(of.Filter)
	c, fit := seriesCurve(s, m, looked{Series: series}, m.Scales[0], bilingual.English), fittedLine(series, m.Scales[0].Factor, false)
	return fmt.Sprintf("%s bar %.1f…%.1f, band %.1f…%.1f", m.Scales[0].Unit, c.Points[0].Value-c.Points[0].Half, c.Points[0].Value+c.Points[0].Half,
		fit.Line[0].Y-fit.band[0], fit.Line[0].Y+fit.band[0])
}
