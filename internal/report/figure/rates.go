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
}

type rateSeries struct {
	*report.Series
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
	for i := range fp.Series {
		if len(filters) > 0 && !slices.Contains(filters, fp.Series[i].Filter) {
			continue
		}
		series := rateSeries{Series: &fp.Series[i]}
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
	xs, ys, off := nothing(), nothing(), nothing()
	ys.include(0)
	off.include(-1, 1)
	longest := r.series[0]
	var list []entry
	for i, s := range r.series {
		if len(s.Cells) > len(longest.Cells) {
			longest = s
		}
		for j := range s.Cells {
			asked, m := s.X(j), s.measured[j]
			xs.include(asked)
			ys.include(asked, m.Mean, m.CI().High, s.theory[j])
			mean, low, high := deviation(m, s.theory[j])
			off.include(mean, low, high)
		}
		list = append(list,
			entry{seriesName(r.summary, s.Series), func(c draw.Canvas, b vg.Rectangle) {
				c.DrawGlyph(glyph(i), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y + b.Max.Y) / 2})
			}},
			entry{Text{"its theory", "sua teoria"}.In(l), func(c draw.Canvas, b vg.Rectangle) {
				y := (b.Min.Y + b.Max.Y) / 2
				c.StrokeLine2(theoryLine(i), b.Min.X, y, b.Max.X, y)
			}})
	}
	list = append(list, entry{Text{"measured = asked for", "medida = pedida"}.In(l), func(c draw.Canvas, b vg.Rectangle) {
		c.StrokeLine2(askedLine(), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
	}})
	xs = xs.padded(0.03)
	ys.high *= 1.05
	off = off.padded(0.08)

	upper := newPlot("")
	frame(upper, xs, ys, unlabelled(seriesTicks(longest.Series, l)), ticks(ys.low, ys.high, 5, l), true)
	upper.Add(painter(r.paintRates))
	below := newPlot(Text{"ε asked for (%)", "ε pedido (%)"}.In(l))
	frame(below, xs, off, seriesTicks(longest.Series, l), ticks(off.low, off.high, 4, l), true)
	below.Add(painter(r.paintDeviations))

	lines := remarks(r.summary, l)
	for _, s := range r.series {
		if note := staircase(s.Series, l); note != "" {
			lines = append([]string{r.summary.Glossary.Structure(s.Filter) + ": " + lower(note)}, lines...)
		}
	}
	return &page{
		title: title, lines: lines, legend: list, caption: origin(r.summary, r.cells, l),
		width: figureWidth, height: figureHeight + 1.2*vg.Inch, panels: []panel{
			{plot: upper, share: 0.62, label: Text{"Measured rate (%)", "Razão medida (%)"}.In(l)},
			{plot: below, share: 0.38, label: Text{"Deviation (%)", "Desvio (%)"}.In(l), remark: Text{"measured against theory", "medida em relação à teoria"}.In(l)},
		},
	}
}

// deviation is how far a measured rate is from theory, in per cent of it; NaN
// without a theory.
func deviation(m stats.Description, theory float64) (mean, low, high float64) {
	f := 100 / theory
	return m.Mean*f - 100, m.CI().Low*f - 100, m.CI().High*f - 100
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
	for i, s := range r.series {
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
			c.StrokeLines(theoryLine(i), line)
		}
		for j := range s.Cells {
			m := s.measured[j]
			at := vg.Point{X: x(s.X(j)), Y: y(m.Mean)}
			if m.HalfWidth > 0 {
				errorBar(c, stroke(ink, 0.8), at.X, y(m.CI().Low), y(m.CI().High), 2)
			}
			c.DrawGlyph(glyph(i), at)
			show(c, at, r.point(s, j, "%", m.Mean, m.HalfWidth))
		}
	}
}

// point is one of a rate's or of its deviation.
func (r *rates) point(s rateSeries, i int, unit string, mean, half float64) Point {
	return pointOf(r.summary.Metric(metric.FalsePositives), s.Series, i, unit, mean, half, r.lang)
}

// paintDeviations shifts the filters a little apart, so that their intervals
// do not cover each other.
func (r *rates) paintDeviations(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(stroke(soft, 0.9), c.Min.X, y(0), c.Max.X, y(0))
	for i, s := range r.series {
		shift := vg.Length(float64(i)-float64(len(r.series)-1)/2) * 5
		for j := range s.Cells {
			mean, low, high := deviation(s.measured[j], s.theory[j])
			if math.IsNaN(mean) {
				continue
			}
			at := vg.Point{X: x(s.X(j)) + shift, Y: y(mean)}
			if high > low {
				errorBar(c, stroke(palette(i), 0.9), at.X, y(low), y(high), 2)
			}
			c.DrawGlyph(glyph(i), at)
			show(c, at, r.point(s, j, Text{"% off the theory", "% da teoria"}.In(r.lang), mean, (high-low)/2))
		}
	}
}

// unlabelled keeps the grid of ticks whose labels stand below another panel.
func unlabelled(ticks []plot.Tick) []plot.Tick {
	list := make([]plot.Tick, len(ticks))
	for i, t := range ticks {
		if t.Label != "" {
			t.Label = " "
		}
		list[i] = t
	}
	return list
}
