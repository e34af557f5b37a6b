package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Bars is a metric of some filters side by side at each place of their axis,
// from zero, with the 95 % intervals of the means, which the legend calls
// interval.
func Bars(id string, title, interval Text, name runfolder.Metric, filters ...string) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		b := &barPlot{lang: l, summary: s, interval: interval}
		for _, filter := range filters {
			m, series, err := seriesOf(s, name, filter)
			if err != nil {
				return nil, err
			}
			b.metric, b.scale = m, m.Scales[0]
			b.series = append(b.series, series)
		}
		return b.page(title.In(l)).drawing(), nil
	}}
}

type barPlot struct {
	summary  *report.Summary
	metric   *report.Metric
	lang     Lang
	interval Text
	scale    metric.Scale
	series   []*report.Series
	groups   []string // the values that any series has
}

func (b *barPlot) page(title string) *page {
	var cells []report.Cell
	var all []stats.Description
	for _, s := range b.series {
		cells = append(cells, s.Cells...)
		for _, c := range s.Cells {
			all = append(all, c.Scaled(b.scale.Factor))
		}
	}
	along := b.series[0].Axis
	for _, s := range b.series {
		b.groups = append(b.groups, s.Values...)
	}
	slices.SortFunc(b.groups, along.Compare)
	b.groups = slices.Compact(b.groups)

	ys := extent{0, 1.06 * max(newWhiskers(all).high, 0)}
	p := newPlot(axisLabel(b.summary, along, b.lang))
	p.X.Tick.LineStyle.Color = color.White // keeps the labels off the axis
	frame(p, extent{-0.6, float64(len(b.groups)) - 0.4}, ys, b.labels(), ticks(0, ys.high, 6, b.lang), false)
	p.Add(b)

	list := make([]entry, 0, len(b.series)+1)
	for _, s := range b.series {
		fill := palette(look(b.summary, s.Filter))
		list = append(list, entry{structure(b.summary, s.Filter, b.lang), func(c draw.Canvas, box vg.Rectangle) {
			bar(c, vg.Rectangle{Min: vg.Point{X: box.Min.X + 5, Y: box.Min.Y}, Max: vg.Point{X: box.Max.X - 5, Y: box.Max.Y}}, fill)
		}})
	}
	list = append(list, entry{
		b.interval.In(b.lang),
		func(c draw.Canvas, box vg.Rectangle) {
			errorBar(c, stroke(ink, 0.8), (box.Min.X+box.Max.X)/2, box.Min.Y-1, box.Max.Y+1, 2.5)
		},
	})
	if ys.cuts(all) {
		list = append(list, cutEntry(b.lang))
	}
	lines := remarks(b.summary, b.lang)
	for _, s := range b.series {
		for _, note := range []string{staircase(b.summary, s, b.lang), elsewhere(b.summary, b.metric, s, b.lang)} {
			if note != "" {
				lines = append([]string{structure(b.summary, s.Filter, b.lang) + ": " + lower(note)}, lines...)
			}
		}
	}
	return &page{
		title: title, lines: lines, legend: list, caption: origin(b.summary, cells, b.lang),
		height: figureHeight, panels: []panel{valuePanel(p, b.summary, b.metric, b.lang)},
	}
}

// labels name the groups.
func (b *barPlot) labels() (list []plot.Tick) {
	for i, value := range b.groups {
		list = append(list, plot.Tick{Value: float64(i), Label: placeText(b.series[0].Axis, value, b.lang)})
	}
	return list
}

// Plot draws the bars of all groups.
func (b *barPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	width := 0.8 / float64(len(b.series))
	for nth, s := range b.series {
		for i, cell := range s.Cells {
			group := slices.Index(b.groups, s.Values[i])
			left := float64(group) - 0.4 + width*float64(nth)
			d := cell.Scaled(b.scale.Factor)
			bar(c, vg.Rectangle{Min: vg.Point{X: x(left), Y: y(0)}, Max: vg.Point{X: x(left + width), Y: y(d.Mean)}}, palette(look(b.summary, s.Filter)))
			if d.HalfWidth > 0 {
				errorBar(c, stroke(ink, 0.8), x(left+width/2), y(d.Mean-d.HalfWidth), y(d.Mean+d.HalfWidth), 1.8)
			}
			show(c, vg.Point{X: x(left + width/2), Y: y(d.Mean)}, pointOf(b.summary, b.metric, s, i, b.scale.Unit, d.Mean, d.HalfWidth, b.lang))
		}
	}
}

// bar is a filled rectangle with a thin white edge towards its neighbour.
func bar(c draw.Canvas, r vg.Rectangle, fill color.Color) {
	r.Max.X -= 0.4
	c.SetColor(fill)
	c.Fill(r.Path())
}
