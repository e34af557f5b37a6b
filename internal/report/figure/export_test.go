package figure

import (
	"fmt"

	"hyphbench/internal/report"
)

// LabelsOf are the texts of an SVG, in one line.
var LabelsOf = texts

// BarAndBand is the interval of a Line's first mean, and its band there.
func BarAndBand(s *report.Summary, of LineOf) string {
	m := s.Metric(of.Metric)
	f := newLinePlot(s, m, m.Of(of.Filter), of, English)
	return fmt.Sprintf("%s bar %.1f…%.1f, band %.1f…%.1f", f.unit, f.means[0]-f.halves[0], f.means[0]+f.halves[0],
		f.line.At(1)-f.line.Band(1), f.line.At(1)+f.line.Band(1))
}
