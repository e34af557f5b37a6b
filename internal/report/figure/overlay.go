package figure

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

// overlay is one metric of all filters of the run over ε: means with their
// 95 % intervals, joined by lines. It stands in for 5.5 and 5.6 where there
// are more filters than bars can show.
func overlay(id, metric string) Figure {
	f := Figure{ID: id, Experiment: "thesis", Title: Text{
		"mean time to hyphenate one list of words, by filter (with 95 % confidence intervals)",
		"Tempo médio de processamento de uma mesma lista de palavras, por filtro (com intervalos de confiança de 95%)",
	}}
	if metric == "init" {
		f.Title = Text{
			"mean time to initialise the hyphenation algorithm, by filter (with 95 % confidence intervals)",
			"Tempo médio de inicialização do algoritmo de hifenização, por filtro (com intervalos de confiança de 95%)",
		}
	}
	f.Title.EN = upper(f.Title.EN)
	f.Draw = func(d *Data, l Lang) (*Drawing, error) {
		m := d.Summary.Metric(metric)
		if m == nil || len(m.Series) == 0 {
			return nil, NoData("the run has no measurement of \"" + metric + "\" over ε")
		}
		return overlayPage(d.Summary, m, f.Title.In(l), l).drawing(), nil
	}
	return f
}

func overlayPage(s *report.Summary, m *report.Metric, title string, l Lang) *page {
	o := &overlayPlot{metric: m, factor: m.Readings[0].Factor}
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
		for _, c := range series.Cells {
			d := c.Scaled(o.factor)
			xs.include(100 * c.Epsilon.Float())
			ys.include(d.Mean, d.CI().Low, d.CI().High)
		}
		list = append(list, entry{filterTitle(series.Filter), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			c.StrokeLine2(stroke(palette(i), 1.2), b.Min.X, y, b.Max.X, y)
			c.DrawGlyph(glyph(i), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
		}})
	}
	xs, ys = xs.padded(0.03), ys.padded(0.06)
	ys.low = max(ys.low, 0)
	p := newPlot("ε (%)")
	frame(p, xs, ys, epsilonTicks(longest.Cells, l), ticks(ys.low, ys.high, 6, l), true)
	p.Add(o)
	return &page{
		title: title, lines: remarks(s, l), legend: list, caption: origin(s, cells, l),
		width: figureWidth, height: figureHeight, panels: []panel{timePanel(p, m.Readings[0].Unit, l)},
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
		for _, cell := range o.metric.Series[i].Cells {
			d := cell.Scaled(o.factor)
			at := vg.Point{X: x(100 * cell.Epsilon.Float()), Y: y(d.Mean)}
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
