package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/stats"
)

// Rates is the measured false-positive rate of the filters against the ε asked
// for, beside the theory of the parameters really used; below, how far the
// measurement is from that theory, with its interval. Without filters it is of
// all that the run has.
func Rates(id string, title Text, filters ...string) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		r, err := newRates(s, filters)
		if err != nil {
			return nil, err
		}
		r.lang = l
		return r.page(title.In(l)).drawing(), nil
	}}
}

// rates are the measured and expected rates of all filters, in per cent.
type rates struct {
	summary *report.Summary
	lang    Lang
	series  []rateSeries
	cells   []report.Cell
	none    bool // a rate is below a logarithmic axis
}

type rateSeries struct {
	looked
	measured []stats.Description
	theory   []float64 // NaN where the run lacks it
}

func newRates(s *report.Summary, filters []string) (*rates, error) {
	fp, theory := s.Metric(metric.FalsePositives), s.Metric(metric.FPRTheory)
	if fp == nil || len(fp.Series) == 0 {
		return nil, NoData("the run has no count of false positives")
	}
	if along := s.Meta.Axes[fp.Axis]; along.Name != axis.Epsilon {
		return nil, NoData(fmt.Sprintf("the run counts false positives along %s, not along ε", along.Symbol()))
	}
	last := fp.Scales[len(fp.Scales)-1]
	if last.Unit != "%" {
		return nil, NoData("the run lacks the number of words that are no keys")
	}
	r := &rates{summary: s}
	for _, one := range lookedSeries(s, fp) {
		if len(filters) > 0 && !slices.Contains(filters, one.Filter) {
			continue
		}
		series := rateSeries{looked: one}
		for _, c := range series.Cells {
			expected := math.NaN()
			if theory != nil {
				if t := theory.Cell(c.Filter, c.Point); t != nil {
					expected = t.Mean * theory.Scales[0].Factor
				}
			}
			series.measured = append(series.measured, c.Scaled(last.Factor))
			series.theory = append(series.theory, expected)
		}
		r.series = append(r.series, series)
		r.cells = append(r.cells, series.Cells...)
	}
	if len(r.series) == 0 {
		return nil, NoData("the run has no count of false positives of the filters of the figure")
	}
	return r, nil
}

func (r *rates) page(title string) *page {
	l := r.lang
	var series []looked
	var measured, deviations []stats.Description
	asked, theories := nothing(), nothing()
	var list []entry
	for _, s := range r.series {
		series, measured = append(series, s.looked), append(measured, s.measured...)
		for j, m := range s.measured {
			asked.include(s.X(j))
			theories.include(s.theory[j])
			if d := deviation(m, s.theory[j]); !math.IsNaN(d.Mean) {
				deviations = append(deviations, d)
			}
		}
		list = append(list, entry{seriesName(r.summary, s.Series, l), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			c.StrokeLine2(theoryLine(s.nth), b.Min.X, y, b.Max.X, y)
			c.DrawGlyph(glyph(s.nth), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
		}})
	}
	list = append(list, entry{Text{"lines: their theory", "linhas: suas teorias"}.In(l), func(c draw.Canvas, b vg.Rectangle) {
		c.StrokeLine2(stroke(soft, 1.2), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
	}})
	list = append(list, entry{Text{"measured = asked for", "medida = pedida"}.In(l), func(c draw.Canvas, b vg.Rectangle) {
		c.StrokeLine2(askedLine(), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
	}})
	xs := newPlaces(series, l)
	ys := newWhiskers(measured).extent
	ys.include(0, theories.high, asked.high)
	ys = extent{0, ys.high * 1.05}
	marks := ticks(ys.low, ys.high, 5, l)
	upper := newPlot("")
	if xs.log {
		a := r.logarithmic(theories, measured)
		ys, marks, upper.Y.Scale = a.extent, a.ticks(5, l), logScale{}
		if r.none = slices.ContainsFunc(measured, func(d stats.Description) bool { return d.Mean < ys.low }); r.none {
			list = append(list, entry{Text{"none was admitted, or fewer than the axis shows", "nenhuma foi admitida, ou menos do que o eixo mostra"}.In(l), func(c draw.Canvas, b vg.Rectangle) {
				arrowUp(c, soft, vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: b.Min.Y}, -1)
				c.DrawGlyph(draw.GlyphStyle{Color: soft, Radius: 2.6, Shape: disc{}}, vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: b.Min.Y + 6})
			}})
		}
	}
	off := newWhiskers(deviations).extent
	off.include(-1, 1)
	off = off.padded(0.08)
	if ys.cuts(measured) || off.cuts(deviations) {
		list = append(list, cutEntry(l))
	}

	xs.place(upper)
	frame(upper, xs.extent, ys, xs.marks, marks, true)
	upper.Add(painter(r.paintRates))
	below := newPlot(xs.label(Text{"ε asked for (%)", "ε pedido (%)"}.In(l), l))
	xs.place(below)
	frame(below, xs.extent, off, xs.marks, ticks(off.low, off.high, 4, l), true)
	below.Add(painter(r.paintDeviations))

	lines := remarks(r.summary, l)
	for _, s := range r.series {
		if note := staircase(r.summary, s.Series, l); note != "" {
			lines = append([]string{structure(r.summary, s.Filter, l) + ": " + lower(note)}, lines...)
		}
	}
	return &page{
		title: title, lines: lines, legend: list, caption: origin(r.summary, r.cells, l),
		height: figureHeight + 1.2*vg.Inch, panels: []panel{
			{plot: upper, share: 0.62, label: Text{"Measured rate (%)", "Razão medida (%)"}.In(l), remark: logRemark(xs.log, l), mute: true},
			{plot: below, share: 0.38, label: Text{"Deviation (%)", "Desvio (%)"}.In(l), remark: Text{"measured against theory", "medida em relação à teoria"}.In(l)},
		},
	}
}

// logarithmic is the axis of rates that span powers of ten. It begins at the
// smallest theory or, without one, at the smallest rate that was seen.
func (r *rates) logarithmic(theories extent, measured []stats.Description) scale {
	a := scale{theories, true}
	for _, d := range measured {
		if d.Mean > 0 && (a.low <= 0 || math.IsInf(theories.low, 0) || d.Mean > theories.low) {
			a.include(d.Mean)
		}
	}
	if a.low <= 0 || math.IsInf(a.low, 0) {
		return scale{extent{1e-3, 100}, true}
	}
	room := math.Pow(a.high/a.low, 0.06) * 1.2
	return scale{extent{a.low / room, a.high * room}, true}
}

func logRemark(log bool, l Lang) string { return scale{extent{}, log}.remark(l) }

// deviation is how far a measured rate is from theory, in per cent of it; NaN
// without a theory.
func deviation(m stats.Description, theory float64) stats.Description {
	d := m.Scaled(100 / theory)
	d.Mean -= 100
	if math.IsInf(d.Mean, 0) {
		d.Mean = math.NaN()
	}
	return d
}

// painter makes a plotter of a function.
type painter func(c draw.Canvas, p *plot.Plot)

func (f painter) Plot(c draw.Canvas, p *plot.Plot) { f(c, p) }

func theoryLine(nth int) draw.LineStyle { return stroke(palette(nth), 1.2) }
func askedLine() draw.LineStyle         { return stroke(soft, 0.8, 1.5, 2.5) }

func (r *rates) paintRates(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	low, high := max(p.X.Min, p.Y.Min), min(p.X.Max, p.Y.Max)
	c.StrokeLine2(askedLine(), x(low), y(low), x(high), y(high))
	for _, s := range r.series {
		stairs := s.Tables > 0 && s.Tables < len(s.Cells)
		var line []vg.Point
		for j := range s.Cells {
			if math.IsNaN(s.theory[j]) {
				continue
			}
			at := vg.Point{X: x(s.X(j)), Y: y(s.theory[j])}
			if n := len(line); stairs && n > 0 { // a table serves all ε up to the next one
				middle := (line[n-1].X + at.X) / 2
				line = append(line, vg.Point{X: middle, Y: line[n-1].Y}, vg.Point{X: middle, Y: at.Y})
			}
			line = append(line, at)
		}
		if len(line) > 1 {
			c.StrokeLines(theoryLine(s.nth), line)
		}
		for j := range s.Cells {
			m := s.measured[j]
			at := vg.Point{X: x(s.X(j)), Y: y(m.Mean)}
			if m.Mean < p.Y.Min { // no place on a logarithmic axis
				at.Y = c.Min.Y + 6
				arrowUp(c, palette(s.nth), vg.Point{X: at.X, Y: c.Min.Y}, -1)
			} else if m.HalfWidth > 0 {
				low := y(m.CI().Low)
				if m.CI().Low < p.Y.Min {
					low = c.Min.Y - 1
				}
				errorBar(c, stroke(ink, 0.8), at.X, low, y(m.CI().High), 2)
			}
			c.DrawGlyph(glyph(s.nth), at)
			show(c, at, r.point(s, j, "%", m.Mean, m.HalfWidth))
		}
	}
}

// point is one of a rate's or of its deviation.
func (r *rates) point(s rateSeries, i int, unit string, mean, half float64) Point {
	return pointOf(r.summary, r.summary.Metric(metric.FalsePositives), s.Series, i, unit, mean, half, r.lang)
}

// paintDeviations shifts the filters a little apart, so that their intervals
// do not cover each other.
func (r *rates) paintDeviations(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(stroke(soft, 0.9), c.Min.X, y(0), c.Max.X, y(0))
	for i, s := range r.series {
		shift := vg.Length(float64(i)-float64(len(r.series)-1)/2) * min(5, 0.1*c.Size().X/vg.Length(len(r.series)))
		for j := range s.Cells {
			d := deviation(s.measured[j], s.theory[j])
			if math.IsNaN(d.Mean) {
				continue
			}
			at := vg.Point{X: x(s.X(j)) + shift, Y: y(d.Mean)}
			if d.HalfWidth > 0 {
				errorBar(c, stroke(palette(s.nth), 0.9), at.X, y(d.CI().Low), y(d.CI().High), 2)
			}
			c.DrawGlyph(glyph(s.nth), at)
			show(c, at, r.point(s, j, Text{"% off the theory", "% da teoria"}.In(r.lang), d.Mean, d.HalfWidth))
		}
	}
}
