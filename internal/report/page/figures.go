package page

import (
	"errors"
	"fmt"
	"html/template"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
)

// drawn is a figure as part of the page.
type drawn struct {
	ID   string
	Tall bool // has the width of the page
	SVG  template.HTML
}

// draw draws the figures with data in the run and lists the others.
func draw(s *report.Summary, figures []figure.Figure, l figure.Lang) (list []drawn, skipped []figure.Skip, err error) {
	for _, f := range figures {
		drawing, err := f.Draw(s, l)
		if none := figure.NoData(""); errors.As(err, &none) {
			skipped = append(skipped, figure.Skip{ID: f.ID, Reason: err.Error()})
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("figure %s: %w", f.ID, err)
		}
		svg, err := drawing.Encode(figure.SVG, figure.Label{ID: f.ID, Title: f.Title.In(l)})
		if err != nil {
			return nil, nil, fmt.Errorf("figure %s: %w", f.ID, err)
		}
		// Package figure escapes every text that it writes.
		list = append(list, drawn{f.ID, drawing.Height > drawing.Width, template.HTML(svg)})
	}
	return list, skipped, nil
}
