package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/runfolder"
)

func (f *front) notes() []string {
	return []string{f.of.At.sentence(f.summary, f.lang), words("less is better").In(f.lang)}
}

var dominated = color.Gray{0x96} // what belongs to structures that others surpass

func (f *front) legend() []entry {
	front := entry{bilingual.Text{EN: "bold name: not dominated, a corner of the black line (Pareto front)", PT: "nome em negrito: não dominada, um canto da linha preta (frente de Pareto)"}.In(f.lang), func(c draw.Canvas) {
		at := c.Center()
		c.StrokeLines(frontStyle(), []vg.Point{{X: c.Min.X, Y: c.Max.Y}, {X: c.Min.X, Y: at.Y}, {X: c.Max.X, Y: at.Y}, {X: c.Max.X, Y: c.Min.Y}})
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 2.8, Shape: disc{}}, at)
	}}
	list := []entry{front, {bilingual.Text{EN: "grey name: dominated; another structure is at least as good on both axes, and better on one", PT: "nome em cinza: dominada; outra estrutura é ao menos tão boa nos dois eixos, e melhor em um"}.In(f.lang), func(c draw.Canvas) {
		c.DrawGlyph(draw.GlyphStyle{Color: dominated, Radius: 2, Shape: disc{}}, c.Center())
	}}}
	if f.bare {
		list = append(list, entry{bilingual.Text{EN: "structure without ε", PT: "estrutura sem ε"}.In(f.lang), star})
	}
	if f.wide {
		list = append(list, entry{bilingual.Text{EN: "95 % interval", PT: "intervalo de 95%"}.In(f.lang), func(c draw.Canvas) {
			at := c.Center()
			lineMark(whiskerStyle(dominated))(draw.Crop(c, 4, -4, 0, 0))
			c.StrokeLine2(whiskerStyle(dominated), at.X, c.Min.Y, at.X, c.Max.Y)
		}})
	}
	if f.cut {
		list = append(list, cutEntryAcross(f.lang, dominated, 0.5))
	}
	return list
}

func frontStyle() draw.LineStyle                  { return stroke(ink, 1) }
func whiskerStyle(clr color.Color) draw.LineStyle { return stroke(clr, 0.5) }

func nameStyle(best bool) text.Style {
	s := style(7, false, soft)
	if best {
		s = style(7.5, true, ink)
	}
	s.YAlign = text.YCenter
	return s
}

// planes has one plane.
func (f *front) planes() []plane {
	p := smallPlane(f.scales[0], f.scales[1], f.lang)
	p.xLabel = p.x.named(valueLabel(f.summary, f.along[0], f.of.X.Label, f.lang), f.lang)
	p.yLabel, p.content = valueLabel(f.summary, f.along[1], f.of.Y.Label, f.lang), f.paintPoints
	return []plane{p}
}

// steps are the edge of what the front surpasses.
func (f *front) steps(c graph) (list []vg.Point) {
	level := c.Max.Y
	for _, p := range f.points {
		if !p.best {
			break
		}
		at := p.place(c)
		list = append(list, vg.Point{X: at.X, Y: level}, at)
		level = at.Y
	}
	return append(list, vg.Point{X: c.Max.X, Y: level})
}

// paintPoints draws the front, the intervals, the dots and their names, those of
// the front above all others.
func (f *front) paintPoints(c graph) {
	tags := make([]tag, len(f.points))
	for i, p := range f.points {
		sty := nameStyle(p.best)
		tags[i] = tag{dot: p.place(c), width: sty.Width(p.label()), height: sty.Font.Size * 1.05}
	}
	steps := f.steps(c)
	var lines [][2]vg.Point
	for i := range steps[1:] {
		lines = append(lines, [2]vg.Point{steps[i], steps[i+1]})
	}
	area := c.Rectangle
	area.Min = area.Min.Add(vg.Point{X: 1, Y: 1})
	place(tags, area, lines)
	for i, t := range tags {
		if t.ring > 0 {
			to := t.leader()
			c.StrokeLine2(stroke(f.points[i].leaderColor(), 0.4), to[0].X, to[0].Y, to[1].X, to[1].Y)
		}
	}
	c.StrokeLines(frontStyle(), steps)
	for i := len(tags) - 1; i >= 0; i-- {
		f.points[i].paintWhiskers(c)
	}
	for i := len(tags) - 1; i >= 0; i-- {
		p, b := f.points[i], tags[i].box
		c.DrawGlyph(p.glyph(), tags[i].dot)
		show(c.Canvas, tags[i].dot, Point{Name: p.name, Metrics: []runfolder.Metric{f.along[0].Name, f.along[1].Name}, At: f.value(p, 0), Value: f.value(p, 1)})
		c.FillText(nameStyle(p.best), vg.Point{X: b.Min.X, Y: (b.Min.Y+b.Max.Y)/2 + raise}, p.label())
	}
}

// value is a number of a structure with its unit.
func (f *front) value(p frontPoint, i int) string {
	return p.at[i].text(say(f.summary, f.units[i].Unit, f.lang), f.lang)
}

// label is the name, with a star where the structure has no ε.
func (p frontPoint) label() string { return starred(p.name, p.bare) }

func (p frontPoint) leaderColor() color.Color {
	if p.best {
		return ink
	}
	return color.Gray{0xB4}
}

// place is where the dot is.
func (p frontPoint) place(c graph) vg.Point { return c.at(p.at[0].Value, p.at[1].Value) }

// paintWhiskers draws both intervals without caps; one that goes on beyond the
// plot ends in an arrow.
func (p frontPoint) paintWhiskers(c graph) {
	at, clr := p.place(c), palette(p.nth)
	levelBar(c.Canvas, whiskerStyle(clr), clr, at.Y, c.x(p.at[0].low()), c.x(p.at[0].high()), 0)
	errorBar(c.Canvas, whiskerStyle(clr), at.X, c.y(p.at[1].low()), c.y(p.at[1].high()), 0)
}

// glyph is a structure's mark, a larger one for those of the front.
func (p frontPoint) glyph() draw.GlyphStyle {
	if p.best {
		return glyph(p.nth, 2.9)
	}
	return glyph(p.nth, 2)
}
