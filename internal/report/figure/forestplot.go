package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// ForestOf is the content of a Forest figure: ratios, 1 where both sides are equal.
type ForestOf struct {
	Notes    []bilingual.Text // above the plot
	Label    bilingual.Text   // of the axis
	Interval bilingual.Text   // what a row's is, for the legend
	Caption  bilingual.Text
	Groups   []ForestGroup // from top to bottom
}

// ForestGroup are ratios below one heading: one on several machines, or those of several
// structures.
type ForestGroup struct {
	Title  bilingual.Text
	Metric runfolder.Metric
	Rows   []ForestRow
}

// ForestRow is a ratio on a machine, or over several.
type ForestRow struct {
	Name      bilingual.Text
	Structure string // for a page
	Value     float64
	CI        stats.Interval
	Over      bool           // over several machines: a diamond
	Next      stats.Interval // where that on one more machine is expected; over several alone
}

// Forest is ratios below each other: a row for each with its interval, a diamond for one
// over machines of one family, as wide as its interval, and below it where the next
// machine is expected. read finds them in a run, or returns a NoData error.
func Forest(id string, title bilingual.Text, read func(s *report.Summary) (ForestOf, error)) Figure {
	return laidOut(id, title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
		of, err := read(s)
		if err != nil {
			return nil, err
		}
		f := &forest{of: of, lang: l}
		f.fit()
		return &page{lines: bilingual.Said(of.Notes, l), legend: f.legend(), caption: of.Caption.In(l), body: f.frame()}, nil
	})
}

type forest struct {
	of          ForestOf
	lang        bilingual.Lang
	axis        scale
	over, heavy bool // there is a diamond; an interval goes on beyond the axis
}

// fit makes an axis that holds 1 and the intervals of the machines. That over few
// machines, and still more the prediction, may be so wide that nothing else could be
// read: they have twice the room of the machines, and go on beyond it.
func (f *forest) fit() {
	machines, all := nothing(), nothing()
	machines.include(1)
	all.include(1)
	for _, g := range f.of.Groups {
		for _, r := range g.Rows {
			if f.over = f.over || r.Over; r.Over {
				all.include(r.CI.Low, r.CI.High, r.Next.Low, r.Next.High)
			} else {
				machines.include(r.CI.Low, r.CI.High)
			}
		}
	}
	all = all.and(machines)
	f.axis = newScale(ByRange, machines, all, 1)
	f.heavy = all.low < f.axis.low || all.high > f.axis.high
}

func (f *forest) legend() []entry {
	list := []entry{{f.of.Interval.In(f.lang), func(c draw.Canvas) {
		lineMark(stroke(palette(0), 1.1))(c)
		c.DrawGlyph(draw.GlyphStyle{Color: palette(0), Radius: 2.4, Shape: draw.BoxGlyph{}}, c.Center())
	}}}
	if f.over {
		list = append(list, entry{bilingual.Text{EN: "mean over the machines, 95 % interval", PT: "média das máquinas, intervalo de 95%"}.In(f.lang), func(c draw.Canvas) {
			lozenge(c, c.Min.X, c.Center().X, c.Max.X, c.Center().Y)
		}}, entry{bilingual.Text{EN: "prediction for the next machine, 95 %", PT: "previsão para a próxima máquina, 95%"}.In(f.lang), lineMark(stroke(predicted(), 3))})
	}
	if f.heavy {
		list = append(list, cutEntryAcross(f.lang, soft, 0.9))
	}
	return list
}

// frame has a row for each machine; a prediction is one of its own.
func (f *forest) frame() *rowFrame {
	frame := &rowFrame{lang: f.lang, axis: f.axis, label: f.axis.ofPlaces(f.of.Label.In(f.lang), f.lang), marks: 6, level: 1, titles: []string{""}, height: 13, over: true}
	for _, g := range f.of.Groups {
		frame.heading(g.Title.In(f.lang))
		for _, r := range g.Rows {
			frame.row(r.Name.In(f.lang), frameCell{f.text(r.Value, r.CI), r.Over, func(c draw.Canvas, y vg.Length) { f.paintRow(c, g, r, y) }})
			if r.Over {
				frame.row(bilingual.Text{EN: "the next machine", PT: "a próxima máquina"}.In(f.lang), frameCell{number: f.interval(r.Next), paint: func(c draw.Canvas, y vg.Length) {
					f.paintSpan(c, stroke(predicted(), 3), r.Next, y)
				}})
			}
		}
	}
	return frame
}

// paintRow draws a machine, or the diamond over several.
func (f *forest) paintRow(c draw.Canvas, g ForestGroup, r ForestRow, y vg.Length) {
	x := func(v float64) vg.Length { return c.X(f.axis.at(v)) }
	at := vg.Point{X: x(r.Value), Y: y}
	if r.Over {
		within := func(v float64) vg.Length { return min(max(x(v), c.Min.X), c.Max.X) }
		lozenge(c, within(r.CI.Low), within(r.Value), within(r.CI.High), y)
		arrowsBeyond(c, soft, y, x(r.CI.Low), x(r.CI.High), 3)
	} else {
		f.paintSpan(c, stroke(palette(0), 1.1), r.CI, y)
		if f.axis.has(r.Value) {
			c.DrawGlyph(draw.GlyphStyle{Color: palette(0), Radius: 2.4, Shape: draw.BoxGlyph{}}, at)
		}
	}
	show(c, at, Point{Name: r.Structure, Metrics: []runfolder.Metric{g.Metric}, At: r.Name.In(f.lang), Value: f.text(r.Value, r.CI)})
}

// paintSpan draws an interval, with an arrow where it goes on beyond the axis.
func (f *forest) paintSpan(c draw.Canvas, sty draw.LineStyle, i stats.Interval, y vg.Length) {
	levelBar(c, sty, soft, y, c.X(f.axis.at(i.Low)), c.X(f.axis.at(i.High)), 3)
}

// lozenge is a diamond from low to high with its other corners at the middle.
func lozenge(c draw.Canvas, low, middle, high, y vg.Length) {
	c.FillPolygon(ink, []vg.Point{{X: low, Y: y}, {X: middle, Y: y + 4}, {X: high, Y: y}, {X: middle, Y: y - 4}})
}

// text is a ratio with its interval.
func (f *forest) text(v float64, i stats.Interval) string {
	if math.IsNaN(i.Low) {
		return bilingual.Number(v, 3, f.lang)
	}
	return bilingual.Number(v, 3, f.lang) + " " + f.interval(i)
}

func (f *forest) interval(i stats.Interval) string {
	digits := func(v float64) string {
		if v >= 1000 {
			return fmt.Sprintf("%.1g", v)
		}
		return bilingual.Number(v, 3, f.lang)
	}
	return "[" + digits(i.Low) + bilingual.Comma(f.lang) + digits(i.High) + "]"
}
