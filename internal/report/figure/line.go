package figure

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// LineOf is the content of a Line figure.
type LineOf struct {
	Metric runfolder.Metric
	Filter string

	// Baseline is drawn as a level unless it would compress the axis; empty
	// for none.
	Baseline      string
	BaselineLabel Text
}

// Line is a figure as 5.1 to 5.4 of the thesis: the means of one filter along
// an axis with their 95 % intervals, the least-squares line over the means and
// its 95 % band.
func Line(id string, title Text, of LineOf) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		m, series, err := seriesOf(s, of.Metric, of.Filter)
		if err != nil {
			return nil, err
		}
		return newLinePlot(s, m, series, of, l).page(title.In(l)).by(l, m).drawing(), nil
	}}
}

// linePlot is the figure in the unit of its axis.
type linePlot struct {
	summary  *report.Summary
	metric   *report.Metric
	series   *report.Series
	unit     string
	lang     Lang
	x, means []float64
	halves   []float64 // NaN for one value
	line     stats.Line
	of       LineOf
	baseline float64 // its mean; NaN where it is not drawn
	places   places
	ys       extent
	cut      bool // an interval goes on beyond the axis
	nth      int  // of the structure's colour and marker
}

func newLinePlot(summary *report.Summary, m *report.Metric, s *report.Series, of LineOf, l Lang) *linePlot {
	r := m.Scales[0]
	f := &linePlot{summary: summary, metric: m, series: s, unit: r.Unit, lang: l, of: of, baseline: math.NaN(),
		places: newPlaces(alone(summary, s), l), nth: look(summary, s.Filter)}
	if s.Fitted {
		f.line = s.Line.Scaled(r.Factor)
	}
	var all []stats.Description
	for i, c := range s.Cells {
		d := c.Scaled(r.Factor)
		all = append(all, d)
		f.x, f.means, f.halves = append(f.x, s.X(i)), append(f.means, d.Mean), append(f.halves, d.HalfWidth)
	}
	f.ys = newWhiskers(all).extent
	for _, x := range f.x {
		if s.Fitted {
			f.ys.include(f.line.At(x)-f.line.Band(x), f.line.At(x)+f.line.Band(x))
		}
	}
	f.addBaseline(m, r)
	f.ys = f.ys.padded(0.06)
	f.ys.low = max(f.ys.low, 0)
	f.cut = f.ys.cuts(all)
	return f
}

// addBaseline draws the baseline if that costs the axis no more
// than a third of its length; the summary has it in any case.
func (f *linePlot) addBaseline(m *report.Metric, r metric.Scale) {
	for _, c := range f.summary.Baselines(m) {
		if c.Filter != f.of.Baseline {
			continue
		}
		mean := c.Mean * r.Factor
		wider := f.ys
		wider.include(mean)
		if wider.high-wider.low <= 1.5*(f.ys.high-f.ys.low) {
			f.baseline, f.ys = mean, wider
		}
	}
}

func (f *linePlot) page(title string) *page {
	p := newPlot(f.places.label(axisLabel(f.summary, f.series.Axis, f.lang), f.lang))
	f.places.place(p)
	frame(p, f.places.extent, f.ys, f.places.marks, ticks(f.ys.low, f.ys.high, 6, f.lang), true)
	p.Add(f)
	return &page{
		title: title, lines: append(f.facts(), remarks(f.summary, f.lang)...), legend: f.legend(),
		caption: origin(f.summary, f.series.Cells, f.lang),
		height:  figureHeight, panels: []panel{valuePanel(p, f.summary, f.metric, f.lang)},
	}
}

// facts are the series and its fitted line in words.
func (f *linePlot) facts() []string {
	at := elsewhere(f.summary, f.metric, f.series, f.lang)
	if !f.series.Fitted {
		return []string{at, fmt.Sprintf(Text{
			"No line: it takes means at three %s or more.",
			"Sem reta: são precisas médias em três ou mais valores de %s.",
		}.In(f.lang), say(f.summary, f.series.Axis.Symbol(), f.lang))}
	}
	l := f.line
	num := func(v float64) string { return number(v, table.SlopeDecimals(l.SlopeSE), f.lang) }
	p := "p = " + Decimal(table.PValue(l.P), f.lang)
	if bound, below := strings.CutPrefix(table.PValue(l.P), "<"); below {
		p = "p < " + Decimal(bound, f.lang)
	}
	unit, _, _ := strings.Cut(f.unit, "/")
	separator := map[Lang]string{English: ", ", Portuguese: "; "}[f.lang]
	text := fmt.Sprintf(Text{
		"Slope %s %s per %s, 95 %% CI [%s%s%s], %s, R² = %s.",
		"Inclinação: %s %s por %s, IC de 95%% [%s%s%s], %s, R² = %s.",
	}.In(f.lang), num(l.Slope), unit, perStep(f.summary, f.series.Axis, f.lang), num(l.SlopeCI.Low), separator, num(l.SlopeCI.High), p, number(l.R2, 3, f.lang))
	if math.IsNaN(l.R2) {
		text = Text{"All means are equal.", "Todas as médias são iguais."}.In(f.lang)
	}
	return []string{at, text, staircase(f.summary, f.series, f.lang)}
}

func (f *linePlot) legend() []entry {
	list := []entry{{
		Text{"mean, 95 % interval", "média, intervalo de 95%"}.In(f.lang),
		func(c draw.Canvas, b vg.Rectangle) {
			f.paintPoint(c, (b.Min.X+b.Max.X)/2, (b.Min.Y+b.Max.Y)/2, b.Min.Y-1, b.Max.Y+1)
		},
	}}
	if f.cut {
		list = append(list, cutEntry(f.lang))
	}
	if f.series.Fitted {
		list = append(list, entry{
			Text{"least-squares line over the means, 95 % band", "reta de regressão sobre as médias, faixa de 95%"}.In(f.lang),
			func(c draw.Canvas, b vg.Rectangle) {
				c.SetColor(shade)
				c.Fill(b.Path())
				c.StrokeLine2(stroke(palette(f.nth), 1.6), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
			},
		})
	}
	if !math.IsNaN(f.baseline) {
		list = append(list, entry{
			f.of.BaselineLabel.In(f.lang),
			func(c draw.Canvas, b vg.Rectangle) {
				c.StrokeLine2(dashed(), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
			},
		})
	}
	return list
}

func dashed() draw.LineStyle { return stroke(ink, 1, 4, 3) }

// Plot draws band, lines, bars and points, in this order.
func (f *linePlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if f.series.Fitted {
		const steps = 60 // the band's edges are curves
		first, last := f.x[0], f.x[len(f.x)-1]
		var upper, lower, middle []vg.Point
		for i := range steps + 1 {
			at := first + (last-first)*float64(i)/steps
			if f.places.log { // on which the line is a curve
				at = first * math.Pow(last/first, float64(i)/steps)
			}
			fit, band := f.line.At(at), f.line.Band(at)
			upper = append(upper, vg.Point{X: x(at), Y: y(fit + band)})
			lower = append(lower, vg.Point{X: x(at), Y: y(max(fit-band, f.ys.low))})
			middle = append(middle, vg.Point{X: x(at), Y: y(fit)})
		}
		for i := range lower {
			upper = append(upper, lower[len(lower)-1-i])
		}
		c.FillPolygon(shade, upper)
		if !f.places.log {
			middle = []vg.Point{middle[0], middle[len(middle)-1]}
		}
		c.StrokeLines(stroke(palette(f.nth), 1.6), middle)
	}
	if !math.IsNaN(f.baseline) {
		c.StrokeLine2(dashed(), c.Min.X, y(f.baseline), c.Max.X, y(f.baseline))
	}
	for i, at := range f.x {
		low, high := y(f.means[i]), y(f.means[i])
		if f.halves[i] > 0 {
			low, high = y(f.means[i]-f.halves[i]), y(f.means[i]+f.halves[i])
		}
		f.paintPoint(c, x(at), y(f.means[i]), low, high)
		show(c, vg.Point{X: x(at), Y: y(f.means[i])}, pointOf(f.summary, f.metric, f.series, i, f.unit, f.means[i], f.halves[i], f.lang))
	}
	f.showBaseline(c, y)
}

func (f *linePlot) paintPoint(c draw.Canvas, x, y, low, high vg.Length) {
	errorBar(c, stroke(ink, 0.8), x, low, high, 2.5)
	c.DrawGlyph(glyph(f.nth), vg.Point{X: x, Y: y})
}
