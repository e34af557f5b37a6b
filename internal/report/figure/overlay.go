package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Overlay is one metric of all filters of the run along their axis: means with
// their 95 % intervals, joined by lines. It replaces Bars where a run has
// more filters than bars can show. Counts that span powers of ten are drawn on
// a logarithmic axis.
func Overlay(id string, title Text, name runfolder.Metric) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		m := s.Metric(name)
		if m == nil || len(m.Series) == 0 {
			return nil, NoData(fmt.Sprintf("the run has no measurement of %q along an axis", name))
		}
		return overlayPage(s, m, title.In(l), l).by(l, m).drawing(), nil
	}}
}

func overlayPage(s *report.Summary, m *report.Metric, title string, l Lang) *page {
	o := &overlayPlot{metric: m, factor: m.Scales[0].Factor}
	xs, ys := nothing(), nothing()
	longest := &m.Series[0]
	var cells []report.Cell
	var list []entry
	for i := range m.Series {
		series := &m.Series[i]
		cells = append(cells, series.Cells...)
		if len(series.Cells) > len(longest.Cells) {
			longest = series
		}
		for j, c := range series.Cells {
			d := c.Scaled(o.factor)
			xs.include(series.X(j))
			ys.include(d.Mean, d.CI().Low, d.CI().High)
		}
		list = append(list, entry{seriesName(s, series), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			c.StrokeLine2(stroke(palette(i), 1.2), b.Min.X, y, b.Max.X, y)
			c.DrawGlyph(glyph(i), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
		}})
	}
	p := newPlot(axisLabel(longest.Axis))
	marks := seriesTicks(longest, l)
	if longest.Axis.Kind == axis.CountKind && xs.low > 0 && xs.high >= 50*xs.low {
		marks = decades(math.Floor(math.Log10(xs.low)), math.Ceil(math.Log10(xs.high)), l)
		p.X.Scale = logScale{}
		xs = extent{xs.low / 1.2, xs.high * 1.2}
	} else {
		xs = xs.padded(0.03)
	}
	ys = ys.padded(0.06)
	ys.low = max(ys.low, 0)
	frame(p, xs, ys, marks, ticks(ys.low, ys.high, 6, l), true)
	p.Add(o)
	axes := valuePanel(p, m, l)
	return &page{
		title: title, lines: remarks(s, l), legend: list, caption: origin(s, cells, l),
		width: figureWidth, height: figureHeight, panels: []panel{axes},
	}
}

type overlayPlot struct {
	metric *report.Metric
	factor float64
}

// Plot draws one filter after the other.
func (o *overlayPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range o.metric.Series {
		var points []vg.Point
		for j, cell := range o.metric.Series[i].Cells {
			d := cell.Scaled(o.factor)
			at := vg.Point{X: x(o.metric.Series[i].X(j)), Y: y(d.Mean)}
			points = append(points, at)
			if d.HalfWidth > 0 {
				errorBar(c, stroke(palette(i), 0.8), at.X, y(d.Mean-d.HalfWidth), y(d.Mean+d.HalfWidth), 2)
			}
		}
		c.StrokeLines(stroke(palette(i), 1.2), points)
		for _, at := range points {
			c.DrawGlyph(glyph(i), at)
		}
	}
}

// glyph is the point of the nth filter.
func glyph(nth int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: color.Color(palette(nth)), Radius: 2.6, Shape: marker(nth)}
}
