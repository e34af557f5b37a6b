package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// drawn is a figure as part of the page.
type drawn struct {
	Anchor           string
	Short            string // in links: "Figure 5.2", or its name
	Title            string
	File             string // the name under which it is saved, without its ending
	Tall             bool   // has the width of the page
	Of               of
	Tables, Verdicts []link
	SVG              template.HTML

	subjects []claim.Subject // what it shows
	points   shown
}

// shown is what a figure shows where, for the script.
type shown struct {
	Width  float64  `json:"w"`
	Height float64  `json:"h"`
	Series []series `json:"series"`
}

// series is what a figure shows of one thing.
type series struct {
	Name      string  `json:"name"`
	Structure int     `json:"s"` // number in the index, −1 for none
	Metrics   []int   `json:"m"`
	Points    []point `json:"p"`
}

// same reports whether two series are of one thing.
func (s series) same(as series) bool { return s.Name == as.Name && slices.Equal(s.Metrics, as.Metrics) }

// point is written as [x, y, at, value].
type point figure.Point

func (p point) MarshalJSON() ([]byte, error) {
	tenth := func(v float64) float64 { return math.Round(10*v) / 10 }
	return json.Marshal([]any{tenth(p.X), tenth(p.Y), p.At, p.Value})
}

// draw draws the figures with data in the run and lists the others.
func draw(s *report.Summary, x *index, figures []figure.Figure, l bilingual.Lang) (list []drawn, skipped []figure.Skip, err error) {
	for _, f := range figures {
		drawing, err := f.Drawn(s, l)
		if none := figure.NoData(""); errors.As(err, &none) {
			skipped = append(skipped, figure.Skip{ID: f.ID, Reason: err.Error()})
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("figure %s: %w", f.ID, err)
		}
		svg, points, err := drawing.Picture(figure.Label{ID: f.ID, Title: f.Title.In(l)})
		if err != nil {
			return nil, nil, fmt.Errorf("figure %s: %w", f.ID, err)
		}
		d := drawn{
			Anchor: x.anchor("figure", f.ID), Short: short(f, l), Title: f.Title.In(l), File: figure.FileName(f.ID, l),
			Tall: drawing.Height > drawing.Width,
			SVG:  template.HTML(svg), // package figure escapes every text that it writes
		}
		d.points = shown{Width: float64(drawing.Width), Height: float64(drawing.Height)}
		d.add(x, points)
		list = append(list, d)
	}
	return list, skipped, nil
}

// short names a figure in a link: by its number where its title begins with one.
func short(f figure.Figure, l bilingual.Lang) string {
	if number, _, ok := strings.Cut(f.Title.In(l), ": "); ok && strings.HasPrefix(number, "Fig") {
		return number
	}
	return f.ID
}

// add groups the points of a figure by what they are of.
func (d *drawn) add(x *index, points []figure.Point) {
	var structures []string
	var metrics []runfolder.Metric
	d.points.Series = []series{}
	for _, p := range points {
		one := series{Name: p.Name, Structure: slices.Index(x.Structures, x.structure(p.Name)), Metrics: []int{}}
		for _, m := range p.Metrics {
			if n := slices.Index(x.Metrics, m); n >= 0 {
				one.Metrics = append(one.Metrics, n)
				metrics = append(metrics, m)
			}
			if one.Structure >= 0 {
				structures = append(structures, x.Structures[one.Structure])
			}
			if about := (claim.Subject{Filter: x.structure(p.Name), Metric: m}); !slices.Contains(d.subjects, about) {
				d.subjects = append(d.subjects, about)
			}
		}
		at := len(d.points.Series) - 1
		for at >= 0 && !d.points.Series[at].same(one) {
			at--
		}
		// A point to the left begins again, in another panel.
		if at < 0 || p.X < d.points.Series[at].Points[len(d.points.Series[at].Points)-1].X {
			at = len(d.points.Series)
			d.points.Series = append(d.points.Series, one)
		}
		d.points.Series[at].Points = append(d.points.Series[at].Points, point(p))
	}
	d.Of = x.of(structures, metrics)
}

// shownBy are the points of all figures, by their anchors.
func shownBy(figures []drawn) map[string]shown {
	all := map[string]shown{}
	for _, f := range figures {
		all[f.Anchor] = f.points
	}
	return all
}

// metrics are those that a figure shows, in the order of the run.
func (d *drawn) metrics(x *index) (list []runfolder.Metric) {
	for _, m := range x.Metrics {
		if slices.ContainsFunc(d.subjects, func(s claim.Subject) bool { return s.Metric == m }) {
			list = append(list, m)
		}
	}
	return list
}
