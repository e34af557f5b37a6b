package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heights in points; rows shrink if the page lacks the room.
const (
	rankedRowHeight  = 11.0
	rankedHeadHeight = 15.0
	rankedTop        = 26.0 // values of the axis, and the label of the line
	rankedBottom     = 32.0 // ticks and label of the axis

	raise = 0.9 // of text, whose middle is that of its letters with descenders
)

func (r *ranked) page(title string) *page {
	order := Text{"Within a family the rows ascend by the mean.", "Em cada família, as linhas estão em ordem crescente da média."}
	if len(r.panels) > 1 {
		order = Text{"Within a family the rows ascend by the mean in the left panel.", "Em cada família, as linhas estão em ordem crescente da média no painel da esquerda."}
	}
	p := &page{
		title: title, lines: append([]string{order.In(r.lang)}, remarks(r.summary, r.lang)...), legend: r.legend(), caption: origin(r.summary, r.cells, r.lang),
		width: figureWidth, body: r.paint,
	}
	p.height = p.around() + rankedTop + rankedBottom + r.content(rankedRowHeight, rankedHeadHeight)
	return p
}

// content is the height of all rows and headings.
func (r *ranked) content(row, head vg.Length) vg.Length {
	height := vg.Length(0)
	for _, g := range r.groups {
		height += head + row*vg.Length(len(g.rows))
	}
	return height
}

func (r *ranked) legend() []entry {
	middle := func(b vg.Rectangle) vg.Point {
		return vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y + b.Max.Y) / 2}
	}
	wide, dot := false, Text{"mean", "média"}
	r.each(func(d rankedDot) { wide = wide || d.high > d.low })
	if wide {
		dot = Text{"mean, 95 % interval", "média, intervalo de 95%"}
	}
	paint := func(hollow bool) func(c draw.Canvas, b vg.Rectangle) {
		return func(c draw.Canvas, b vg.Rectangle) {
			at := middle(b)
			if !wide {
				b.Min.X, b.Max.X = at.X, at.X
			}
			r.paintDot(c, soft, hollow, at.Y, b.Min.X, at.X, b.Max.X)
		}
	}
	list := []entry{{dot.In(r.lang), paint(false)}}
	if r.anywhere && len(r.panels) > 1 {
		list = append(list, entry{fmt.Sprintf(Text{"no %s: the same in all panels", "sem %s: o mesmo em todos os painéis"}.In(r.lang), r.along.Symbol()), paint(true)})
	}
	if r.cut {
		list = append(list, entry{Text{"the interval goes on", "o intervalo continua"}.In(r.lang), func(c draw.Canvas, b vg.Rectangle) {
			at := middle(b)
			c.StrokeLine2(stroke(soft, 0.9), b.Min.X+4, at.Y, b.Max.X, at.Y)
			arrow(c, soft, vg.Point{X: b.Max.X, Y: at.Y}, 1)
		}})
	}
	if !r.of.OfAsked { // of rates the smallest is not the best
		list = append(list, entry{Text{"the smallest mean", "a menor média"}.In(r.lang), func(c draw.Canvas, b vg.Rectangle) {
			sty := numberStyle(true)
			sty.XAlign = text.XRight
			c.FillText(sty, vg.Point{X: b.Max.X, Y: middle(b).Y}, number(1.23, 2, r.lang))
		}})
	}
	return list
}

// paint draws names at the left, the panels beside them.
func (r *ranked) paint(c draw.Canvas) {
	shrink := min(1, (c.Size().Y-rankedTop-rankedBottom)/r.content(rankedRowHeight, rankedHeadHeight))
	row, head := rankedRowHeight*shrink, rankedHeadHeight*shrink
	names := vg.Length(0)
	for _, g := range r.groups {
		names = max(names, headStyle().Width(g.title))
		for _, one := range g.rows {
			names = max(names, rowStyle().Width(one.name))
		}
	}
	names += 20
	numbers := vg.Length(0)
	r.each(func(d rankedDot) { numbers = max(numbers, numberStyle(true).Width(r.text(d.mean))) })
	const between = 10
	width := (c.Max.X - c.Min.X - names - between*vg.Length(len(r.panels)-1)) / vg.Length(len(r.panels))
	top, bottom := c.Max.Y-rankedTop, c.Max.Y-rankedTop-r.content(row, head)

	panels := make([]draw.Canvas, len(r.panels))
	for i, p := range r.panels {
		left := c.Min.X + names + (width+between)*vg.Length(i)
		panels[i] = draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: left + width - numbers - 4, Y: top}}}
		y := top
		for _, g := range r.groups {
			y -= head
			for range g.rows {
				y -= row
				c.StrokeLine2(stroke(grid, 0.5), panels[i].Min.X, y+row/2, panels[i].Max.X, y+row/2)
			}
		}
		r.paintFrame(panels[i], c.Max.Y, p.title)
	}
	best := r.best()
	y := top
	for _, g := range r.groups {
		sty := headStyle()
		sty.YAlign = text.YCenter
		c.DrawGlyph(draw.GlyphStyle{Color: g.color, Radius: 2.6, Shape: disc{}}, vg.Point{X: c.Min.X + 3, Y: y - head*0.6})
		c.FillText(sty, vg.Point{X: c.Min.X + 10, Y: y - head*0.6 + raise}, g.title)
		y -= head
		for _, one := range g.rows {
			y -= row
			at := y + row/2
			c.FillText(rowStyle(), vg.Point{X: c.Min.X + 10, Y: at + raise}, one.name)
			for i, d := range one.dots {
				panel := panels[i]
				sty := numberStyle(d.mean == best[i] && !r.of.OfAsked)
				sty.XAlign = text.XRight
				c.FillText(sty, vg.Point{X: panel.Max.X + 4 + numbers, Y: at + raise}, r.text(d.mean))
				if math.IsNaN(d.mean) {
					continue
				}
				x := func(v float64) vg.Length { return panel.X(r.axis.at(v)) }
				r.paintDot(panel, g.color, one.anywhere, at, x(d.low), x(d.mean), x(d.high))
				r.show(panel, one, i, vg.Point{X: x(d.mean), Y: at})
			}
		}
	}
	label := axisStyle()
	label.XAlign = text.XCenter
	label.YAlign = text.YBottom
	c.FillText(label, vg.Point{X: (panels[0].Min.X + panels[len(panels)-1].Max.X) / 2, Y: bottom - rankedBottom + 3}, r.label())
}

// paintFrame draws a panel without its rows: its title, the ticks, the line.
func (r *ranked) paintFrame(panel draw.Canvas, top vg.Length, title string) {
	head := headStyle()
	head.XAlign = text.XCenter
	middle := (panel.Min.X + panel.Max.X) / 2
	at := vg.Point{X: middle, Y: top - 1}
	if len(r.of.Panels) > 0 && math.IsNaN(r.level) { // next to its panel
		head.YAlign, at.Y = text.YBottom, panel.Max.Y+3
	}
	if title != "" {
		panel.FillText(head, at, title)
	}
	tick := tickStyle()
	tick.Font.Size = 7.5
	tick.XAlign = text.XCenter
	for _, t := range r.axis.ticks(4, r.lang) {
		x := panel.X(r.axis.at(t.Value))
		length := vg.Length(2)
		if t.Label != "" {
			length = 4
			panel.StrokeLine2(stroke(grid, 0.8), x, panel.Min.Y, x, panel.Max.Y)
			panel.FillText(tick, vg.Point{X: x, Y: panel.Min.Y - 6}, t.Label)
		}
		panel.StrokeLine2(stroke(soft, 0.5), x, panel.Min.Y, x, panel.Min.Y-length)
	}
	panel.StrokeLine2(stroke(soft, 0.7), panel.Min.X, panel.Min.Y, panel.Max.X, panel.Min.Y)
	if math.IsNaN(r.level) {
		return
	}
	x := panel.X(r.axis.at(r.level))
	panel.StrokeLine2(dashed(), x, panel.Min.Y, x, panel.Max.Y)
	label := style(7.5, false, ink)
	label.XAlign, label.YAlign = text.XCenter, text.YBottom
	words := r.levelText()
	half := label.Width(words) / 2
	panel.FillText(label, vg.Point{X: min(max(x, panel.Min.X+half), max(panel.Max.X-half, middle)), Y: panel.Max.Y + 2}, words)
}

func (r *ranked) levelText() string {
	if r.of.OfAsked {
		return Text{"asked for", "pedida"}.In(r.lang)
	}
	return r.of.BaselineLabel.In(r.lang) + " " + r.text(r.level)
}

// paintDot draws an interval without caps, cut off at the panel's edges with
// an arrow, and the dot; a hollow one for what has no place on the axis.
func (r *ranked) paintDot(c draw.Canvas, colour color.Color, hollow bool, y, low, mean, high vg.Length) {
	from, to := max(low, c.Min.X), min(high, c.Max.X)
	if to > from {
		c.StrokeLine2(stroke(colour, 1.1), from, y, to, y)
	}
	if low < c.Min.X {
		arrow(c, colour, vg.Point{X: c.Min.X, Y: y}, -1)
	}
	if high > c.Max.X {
		arrow(c, colour, vg.Point{X: c.Max.X, Y: y}, 1)
	}
	at := vg.Point{X: mean, Y: y}
	c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: 2.7, Shape: disc{}}, at)
	if hollow {
		c.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: 1.6, Shape: disc{}}, at)
	}
}

// arrow is a filled head with its point at at, to the right or (−1) the left.
func arrow(c draw.Canvas, colour color.Color, at vg.Point, to vg.Length) {
	c.FillPolygon(colour, []vg.Point{at, {X: at.X - 3.5*to, Y: at.Y + 2}, {X: at.X - 3.5*to, Y: at.Y - 2}})
}

// best are the smallest means of the panels.
func (r *ranked) best() []float64 {
	list := make([]float64, len(r.panels))
	for i := range list {
		list[i] = math.Inf(1)
		for _, g := range r.groups {
			for _, row := range g.rows {
				if m := row.dots[i].mean; m < list[i] {
					list[i] = m
				}
			}
		}
	}
	return list
}

func headStyle() text.Style { return style(8.5, true, ink) }

func rowStyle() text.Style {
	s := style(8, false, ink)
	s.YAlign = text.YCenter
	return s
}

func numberStyle(bold bool) text.Style {
	s := style(7.5, bold, ink)
	s.YAlign = text.YCenter
	return s
}
