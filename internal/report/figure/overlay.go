package figure

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Overlay is one metric of all filters of the run along their axis: means with
// their 95 % intervals, joined by lines. It replaces Bars where a run has
// more filters than bars can show. Either axis is logarithmic where the range
// asks for it.
func Overlay(id string, title Text, name runfolder.Metric) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		m := s.Metric(name)
		if m == nil || len(m.Series) == 0 {
			return nil, NoData(fmt.Sprintf("the run has no measurement of %q along an axis", name))
		}
		return overlayPage(s, m, title.In(l), l).drawing(), nil
	}}
}

func overlayPage(s *report.Summary, m *report.Metric, title string, l Lang) *page {
	o := &overlayPlot{series: lookedSeries(s, m), summary: s, metric: m, factor: m.Scales[0].Factor, lang: l}
	var all []stats.Description
	var cells []report.Cell
	var list []entry
	means := nothing()
	for _, series := range o.series {
		cells = append(cells, series.Cells...)
		for _, c := range series.Cells {
			d := c.Scaled(o.factor)
			all = append(all, d)
			means.include(d.Mean)
		}
		list = append(list, entry{seriesName(s, series.Series, l), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			c.StrokeLine2(series.stroke(), b.Min.X, y, b.Max.X, y)
			c.DrawGlyph(glyph(series.nth), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
		}})
	}
	xs := newPlaces(o.series, l)
	p := newPlot(xs.label(axisLabel(s, xs.along, l), l))
	xs.place(p)
	whole := newWhiskers(all).extent
	ys := whole.padded(0.06)
	ys.low = max(ys.low, 0)
	marks := ticks(ys.low, ys.high, 6, l)
	if ByRange.logarithmic(means) {
		a := newScale(ByRange, means, whole)
		ys, marks, p.Y.Scale = a.extent, a.ticks(6, l), logScale{}
	}
	if ys.cuts(all) {
		list = append(list, cutEntry(l))
	}
	frame(p, xs.extent, ys, xs.marks, marks, true)
	p.Add(o)
	return &page{
		title: title, lines: remarks(s, l), legend: list, caption: origin(s, cells, l),
		height: figureHeight, panels: []panel{valuePanel(p, s, m, l)},
	}
}

type overlayPlot struct {
	summary *report.Summary
	metric  *report.Metric
	series  []looked
	factor  float64
	lang    Lang
}

func (s looked) stroke() draw.LineStyle { return stroke(palette(s.nth), 1.2, s.dashes...) }

// Plot draws one filter after the other.
func (o *overlayPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, s := range o.series {
		var points []vg.Point
		for j, cell := range s.Cells {
			d := cell.Scaled(o.factor)
			at := vg.Point{X: x(s.X(j)), Y: y(d.Mean)}
			points = append(points, at)
			show(c, at, pointOf(o.summary, o.metric, s.Series, j, o.metric.Scales[0].Unit, d.Mean, d.HalfWidth, o.lang))
			if d.HalfWidth > 0 {
				low := y(d.Mean - d.HalfWidth)
				if d.Mean-d.HalfWidth < p.Y.Min { // where a logarithmic scale ends
					low = c.Min.Y - 1
				}
				errorBar(c, stroke(palette(s.nth), 0.8), at.X, low, y(d.Mean+d.HalfWidth), 2)
			}
		}
		c.StrokeLines(s.stroke(), points)
		for _, at := range points {
			c.DrawGlyph(glyph(s.nth), at)
		}
	}
}
