package figure

import (
	"fmt"
	"math"
	"strings"

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

	rankedBetween = 10.0

	leastPanel = 45.0 // width beside which numbers have room

	raise = 0.9 // of text, whose middle is that of its letters with descenders
)

func (r *ranked) notes() []string {
	order := Text{"Within a family the rows ascend by the mean.", "Em cada família, as linhas estão em ordem crescente da média."}
	if len(r.panels) > 1 {
		order = Text{"Within a family the rows ascend by the mean in the left panel.", "Em cada família, as linhas estão em ordem crescente da média no painel da esquerda."}
	}
	return []string{order.In(r.lang)}
}

func (r *ranked) tall(width vg.Length) vg.Length {
	return r.layout(width).top + rankedBottom + r.content(rankedRowHeight, rankedHeadHeight)
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
	wide, dot := false, Text{"mean", "média"}
	r.each(func(d rankedDot) { wide = wide || d.high > d.low })
	if wide {
		dot = Text{"mean, 95 % interval", "média, intervalo de 95%"}
	}
	list := []entry{{dot.In(r.lang), func(c draw.Canvas) {
		at, low, high := c.Center(), c.Min.X, c.Max.X
		if !wide {
			low, high = at.X, at.X
		}
		paintDot(c, draw.GlyphStyle{Color: soft, Radius: 2.7, Shape: disc{}}, at.Y, low, at.X, high)
	}}}
	if r.anywhere && len(r.panels) > 1 {
		list = append(list, entry{fmt.Sprintf(Text{"no %s: the same in all panels", "sem %s: o mesmo em todos os painéis"}.In(r.lang), say(r.summary, r.along.Symbol(), r.lang)), star})
	}
	if r.cut {
		list = append(list, cutEntryAcross(r.lang, soft, 0.9))
	}
	if !r.of.OfAsked { // of rates the smallest is not the best
		list = append(list, entry{Text{"the smallest mean", "a menor média"}.In(r.lang), func(c draw.Canvas) {
			sty := aligned(numberStyle(true), text.XRight, text.YCenter)
			c.FillText(sty, vg.Point{X: c.Max.X, Y: c.Center().Y}, number(1.23, 2, r.lang))
		}})
	}
	return list
}

// star is the mark of names whose structures have no place on an axis.
func star(c draw.Canvas) {
	sty := aligned(rowStyle(), text.XRight, text.YCenter)
	c.FillText(sty, vg.Point{X: c.Max.X, Y: c.Center().Y}, "*")
}

// label is the name with its star.
func (r rankedRow) label() string {
	if r.anywhere {
		return r.name + "*"
	}
	return r.name
}

// rankedLayout are the widths of the parts of a figure, and the height above its
// panels.
type rankedLayout struct{ names, panel, numbers, top vg.Length }

// layout shares a width among names, panels and, where there is room, numbers.
func (r *ranked) layout(width vg.Length) (in rankedLayout) {
	for _, g := range r.groups {
		in.names = max(in.names, headStyle().Width(g.title))
		for _, one := range g.rows {
			in.names = max(in.names, rowStyle().Width(one.label()))
		}
	}
	in.names += 14
	r.each(func(d rankedDot) { in.numbers = max(in.numbers, numberStyle(true).Width(r.text(d.mean))) })
	in.panel = (width - in.names - rankedBetween*vg.Length(len(r.panels)-1)) / vg.Length(len(r.panels))
	if in.panel-in.numbers < leastPanel { // the axis says the same
		in.numbers = 0
	}
	in.top = rankedTop
	for _, p := range r.panels {
		in.top = max(in.top, 6+10*vg.Length(len(wrapLines(p.title, headStyle(), in.panel))))
	}
	return in
}

// wrapLines breaks the lines of a text that are too long.
func wrapLines(s string, sty text.Style, width vg.Length) (list []string) {
	for _, line := range strings.Split(s, "\n") {
		list = append(list, wrap(line, sty, width)...)
	}
	return list
}

// paint draws names at the left, the panels beside them.
func (r *ranked) paint(c draw.Canvas) {
	in := r.layout(c.Size().X)
	r.bare = in.numbers == 0
	names, numbers, width := in.names, in.numbers, in.panel
	shrink := min(1, (c.Size().Y-in.top-rankedBottom)/r.content(rankedRowHeight, rankedHeadHeight))
	row, head := rankedRowHeight*shrink, rankedHeadHeight*shrink
	top, bottom := c.Max.Y-in.top, c.Max.Y-in.top-r.content(row, head)

	panels := make([]draw.Canvas, len(r.panels))
	for i, p := range r.panels {
		left := c.Min.X + names + (width+rankedBetween)*vg.Length(i)
		panels[i] = area(c, left, bottom, left+width-numbers-4, top)
		y := top
		for _, g := range r.groups {
			y -= head
			for range g.rows {
				y -= row
				c.StrokeLine2(stroke(grid, 0.5), panels[i].Min.X, y+row/2, panels[i].Max.X, y+row/2)
			}
		}
		r.paintFrame(panels[i], c.Max.Y, strings.Join(wrapLines(p.title, headStyle(), width), "\n"))
	}
	best := r.best()
	y := top
	for _, g := range r.groups {
		sty := aligned(headStyle(), text.XLeft, text.YCenter)
		c.FillText(sty, vg.Point{X: c.Min.X, Y: y - head*0.6 + raise}, g.title)
		y -= head
		for _, one := range g.rows {
			y -= row
			at := y + row/2
			c.FillText(rowStyle(), vg.Point{X: c.Min.X + 6, Y: at + raise}, one.label())
			for i, d := range one.dots {
				panel := panels[i]
				sty := aligned(numberStyle(d.mean == best[i] && !r.of.OfAsked), text.XRight, text.YCenter)
				if !r.bare {
					c.FillText(sty, vg.Point{X: panel.Max.X + 4 + numbers, Y: at + raise}, r.text(d.mean))
				}
				if math.IsNaN(d.mean) {
					continue
				}
				x := func(v float64) vg.Length { return panel.X(r.axis.at(v)) }
				paintDot(panel, glyph(one.nth, 2.6), at, x(d.low), x(d.mean), x(d.high))
				r.show(panel, one, i, vg.Point{X: x(d.mean), Y: at})
			}
		}
	}
	whole := panels[0]
	whole.Max.X = panels[len(panels)-1].Max.X
	footLabel(c, whole, axisStyle(), bottom-rankedBottom, r.label())
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
	along := newRuler(r.axis, 7.5)
	along.below(panel, along.marks(panel, 4, r.lang))
	if math.IsNaN(r.level) {
		return
	}
	x := panel.X(r.axis.at(r.level))
	panel.StrokeLine2(dashed(), x, panel.Min.Y, x, panel.Max.Y)
	label := aligned(style(7.5, false, ink), text.XCenter, text.YBottom)
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
// an arrow, and the mark of its structure.
func paintDot(c draw.Canvas, mark draw.GlyphStyle, y, low, mean, high vg.Length) {
	levelBar(c, stroke(mark.Color, 1.1), mark.Color, y, low, high, 0)
	c.DrawGlyph(mark, vg.Point{X: mean, Y: y})
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

func rowStyle() text.Style { return aligned(style(8, false, ink), text.XLeft, text.YCenter) }

func numberStyle(bold bool) text.Style {
	return aligned(style(7.5, bold, ink), text.XLeft, text.YCenter)
}
