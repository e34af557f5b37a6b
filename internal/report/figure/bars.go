package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

// bars is a figure as 5.5 and 5.6: both filters side by side at each ε, from
// zero. The thesis's have no error bars; these do, and say so.
func bars(id, metric string) Figure {
	f := Figure{ID: id, Experiment: "thesis", Title: barsTitle(id, metric)}
	f.Draw = func(d *Data, l Lang) (*Drawing, error) {
		b := &barPlot{lang: l, summary: d.Summary}
		for _, filter := range []string{"bloom", "cuckoo"} {
			m, s, err := d.seriesOf(metric, filter)
			if err != nil {
				return nil, err
			}
			b.reading = m.Readings[0]
			b.series = append(b.series, s)
		}
		return b.page(f.Title.In(l)).drawing(), nil
	}
	return f
}

func barsTitle(id, metric string) Text {
	if metric == "init" {
		return Text{
			"Figure 5." + id[2:] + ": mean times to initialise the hyphenation algorithm with a Bloom filter and with a cuckoo filter",
			"Figura 5." + id[2:] + ": Comparação entre os tempos médios de inicialização dos algoritmos hifenizadores de palavras implementados com Bloom filter e com cuckoo filter",
		}
	}
	return Text{
		"Figure 5." + id[2:] + ": mean times to hyphenate one list of words with a Bloom filter and with a cuckoo filter",
		"Figura 5." + id[2:] + ": Comparação entre os tempos médios de processamento de uma mesma lista de palavras em um algoritmo hifenizador de palavras implementado com Bloom filter e com cuckoo filter",
	}
}

type barPlot struct {
	summary *report.Summary
	lang    Lang
	reading report.Reading
	series  []*report.Series
	groups  []report.Cell // one for each ε that any series has
}

func (b *barPlot) page(title string) *page {
	var cells []report.Cell
	highest := 0.0
	for _, s := range b.series {
		cells = append(cells, s.Cells...)
		for _, c := range s.Cells {
			d := c.Scaled(b.reading.Factor)
			highest = max(highest, d.Mean)
			if d.HalfWidth > 0 {
				highest = max(highest, d.Mean+d.HalfWidth)
			}
		}
	}
	b.groups = slices.Clone(cells)
	slices.SortFunc(b.groups, func(x, y report.Cell) int { return int(int64(x.Epsilon) - int64(y.Epsilon)) })
	b.groups = slices.CompactFunc(b.groups, func(x, y report.Cell) bool { return x.Epsilon == y.Epsilon })

	ys := extent{0, 1.06 * highest}
	p := newPlot("ε (%)")
	p.X.Tick.LineStyle.Color = color.White // keeps the labels off the axis
	frame(p, extent{-0.6, float64(len(b.groups)) - 0.4}, ys, b.labels(), ticks(0, ys.high, 6, b.lang), false)
	p.Add(b)

	list := make([]entry, 0, len(b.series)+1)
	for i, s := range b.series {
		list = append(list, entry{filterTitle(s.Filter), func(c draw.Canvas, box vg.Rectangle) {
			bar(c, vg.Rectangle{Min: vg.Point{X: box.Min.X + 5, Y: box.Min.Y}, Max: vg.Point{X: box.Max.X - 5, Y: box.Max.Y}}, palette(i))
		}})
	}
	list = append(list, entry{
		Text{"95 % interval of the mean (not in the thesis's figure)", "intervalo de 95% da média (não consta na figura da monografia)"}.In(b.lang),
		func(c draw.Canvas, box vg.Rectangle) {
			errorBar(c, stroke(ink, 0.8), (box.Min.X+box.Max.X)/2, box.Min.Y-1, box.Max.Y+1, 2.5)
		},
	})
	lines := remarks(b.summary, b.lang)
	for _, s := range b.series {
		if note := staircase(s, b.lang); note != "" {
			lines = append([]string{filterTitle(s.Filter) + ": " + lower(note)}, lines...)
		}
	}
	return &page{
		title: title, lines: lines, legend: list, caption: origin(b.summary, cells, b.lang),
		width: figureWidth, height: figureHeight, panels: []panel{timePanel(p, b.reading.Unit, b.lang)},
	}
}

// labels name the groups, every second, third … one where they are many.
func (b *barPlot) labels() []plot.Tick {
	every := 1 + len(b.groups)/26
	var list []plot.Tick
	for i := 0; i < len(b.groups); i += every {
		list = append(list, plot.Tick{Value: float64(i), Label: percent(b.groups[i].Epsilon, b.lang)})
	}
	return list
}

// Plot draws the bars of all groups.
func (b *barPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	width := 0.8 / float64(len(b.series))
	for nth, s := range b.series {
		for _, cell := range s.Cells {
			group := slices.IndexFunc(b.groups, func(g report.Cell) bool { return g.Epsilon == cell.Epsilon })
			left := float64(group) - 0.4 + width*float64(nth)
			d := cell.Scaled(b.reading.Factor)
			bar(c, vg.Rectangle{Min: vg.Point{X: x(left), Y: y(0)}, Max: vg.Point{X: x(left + width), Y: y(d.Mean)}}, palette(nth))
			if d.HalfWidth > 0 {
				errorBar(c, stroke(ink, 0.8), x(left+width/2), y(d.Mean-d.HalfWidth), y(d.Mean+d.HalfWidth), 1.8)
			}
		}
	}
}

// bar is a filled rectangle with a thin white edge towards its neighbour.
func bar(c draw.Canvas, r vg.Rectangle, fill color.Color) {
	r.Max.X -= 0.4
	c.SetColor(fill)
	c.Fill(r.Path())
}
