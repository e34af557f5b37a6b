package trial

import (
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// Curves is a figure whose points are found in a run as claims find theirs: by cells.
func Curves(id string, title figure.Text, find func(*claim.Data, figure.Lang) (figure.CurvesOf, error)) figure.Figure {
	return figure.Curves(id, title, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		return find(&claim.Data{Summary: s}, l)
	})
}
