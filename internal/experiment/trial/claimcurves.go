package trial

import (
	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// Curves is a figure whose points are found in a run as claims find theirs: by cells.
func Curves(id string, title bilingual.Text, find func(*claim.Data, bilingual.Lang) (figure.CurvesOf, error)) figure.Figure {
	return figure.Curves(id, title, func(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
		return find(&claim.Data{Summary: s}, l)
	})
}
