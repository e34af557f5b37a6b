package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
)

// rowFrame is the body of a figure of rows: names at the left, below headings, beside them
// a panel or more over one axis, each with numbers at its right.
type rowFrame struct {
	lang      bilingual.Lang
	axis      scale
	label     string    // of the axis
	marks     int       // on it, about
	level     float64   // of a dashed line, NaN for none
	levelText string    // above it; may be empty
	titles    []string  // of the panels; may be empty
	height    vg.Length // of a row
	over      bool      // headings have the width of the figure, over the panels
	rows      []frameRow
}

// frameRow is a row with a cell for each panel, or a heading, which has none.
type frameRow struct {
	name  string
	cells []frameCell
}

// frameCell is what a row has in a panel.
type frameCell struct {
	number string
	bold   bool
	paint  func(panel draw.Canvas, y vg.Length) // nil: nothing
}

// Heights in points; rows shrink if the page lacks the room.
const (
	headHeight  = 15.0
	frameTop    = 26.0 // titles of the panels and the text of the level, if there are any
	frameBottom = 32.0 // ticks and label of the axis

	panelsApart = 10.0
	leastPanel  = 45.0 // width beside which numbers have room

	raise = 0.9 // of text, whose middle is that of its letters with descenders
)

func (f *rowFrame) heading(title string) { f.rows = append(f.rows, frameRow{name: title}) }

func (f *rowFrame) row(name string, cells ...frameCell) {
	f.rows = append(f.rows, frameRow{name, cells})
}

func (f *rowFrame) heightOf(r frameRow) vg.Length {
	if r.cells == nil {
		return headHeight
	}
	return f.height
}

// content is the height of all rows.
func (f *rowFrame) content() (height vg.Length) {
	for _, r := range f.rows {
		height += f.heightOf(r)
	}
	return height
}

func (f *rowFrame) tall(width vg.Length) vg.Length {
	return f.layout(width).top + frameBottom + f.content()
}

// frameLayout are the widths of the parts of a figure, and the height above its panels.
type frameLayout struct{ names, panel, numbers, top vg.Length }

// layout shares a width among names, panels and, where there is room, numbers.
func (f *rowFrame) layout(width vg.Length) (in frameLayout) {
	for _, r := range f.rows {
		if r.cells != nil || !f.over {
			in.names = max(in.names, r.style().Width(r.name))
		}
		for _, c := range r.cells {
			in.numbers = max(in.numbers, numberStyle(true).Width(c.number))
		}
	}
	in.names = min(in.names+14, 0.4*width)
	in.panel = (width - in.names - panelsApart*vg.Length(len(f.titles)-1)) / vg.Length(len(f.titles))
	if in.panel-in.numbers < max(leastPanel, in.numbers) { // the axis says the same
		in.numbers = 0
	}
	if in.top = 4; f.levelText != "" || strings.Join(f.titles, "") != "" {
		in.top = frameTop
	}
	for _, title := range f.titles {
		in.top = max(in.top, 6+10*vg.Length(len(wrap(title, headStyle(), in.panel))))
	}
	return in
}

func (f *rowFrame) paint(c draw.Canvas) {
	in := f.layout(c.Size().X)
	top := c.Max.Y - in.top
	shrink := min(1, (top-c.Min.Y-frameBottom)/f.content())
	bottom := top - f.content()*shrink
	panels := make([]draw.Canvas, len(f.titles))
	for i := range panels {
		left := c.Min.X + in.names + (in.panel+panelsApart)*vg.Length(i)
		panels[i] = area(c, left, bottom, left+in.panel-in.numbers-4, top)
		y := top
		for _, r := range f.rows {
			if y -= f.heightOf(r) * shrink; r.cells != nil {
				middle := y + f.height*shrink/2
				c.StrokeLine2(stroke(grid, 0.5), panels[i].Min.X, middle, panels[i].Max.X, middle)
			}
		}
		f.paintPanel(panels[i], c.Max.Y, wrap(f.titles[i], headStyle(), in.panel))
	}
	y := top
	for _, r := range f.rows {
		y -= f.heightOf(r) * shrink
		if r.cells == nil {
			f.paintHeading(c, r, y, headHeight*shrink)
			continue
		}
		at := y + f.height*shrink/2
		c.FillText(fitted(r.style(), r.name, in.names-8), vg.Point{X: c.Min.X + 6, Y: at + raise}, r.name)
		for i, cell := range r.cells {
			if in.numbers > 0 {
				sty := aligned(numberStyle(cell.bold), text.XRight, text.YCenter)
				c.FillText(sty, vg.Point{X: panels[i].Max.X + 4 + in.numbers, Y: at + raise}, cell.number)
			}
			if cell.paint != nil {
				cell.paint(panels[i], at)
			}
		}
	}
	whole := panels[0]
	whole.Max.X = panels[len(panels)-1].Max.X
	footLabel(c, whole, axisStyle(), bottom-frameBottom, f.label)
}

// paintHeading writes a heading above y; one that reaches over a panel covers its lines.
func (f *rowFrame) paintHeading(c draw.Canvas, r frameRow, y, height vg.Length) {
	sty := r.style()
	if f.over {
		sty = fitted(sty, r.name, c.Size().X)
		right := c.Min.X + sty.Width(r.name) + 4
		c.FillPolygon(color.White, []vg.Point{{X: c.Min.X, Y: y}, {X: right, Y: y}, {X: right, Y: y + height}, {X: c.Min.X, Y: y + height}})
	}
	c.FillText(sty, vg.Point{X: c.Min.X, Y: y + height*0.4 + raise}, r.name)
}

// paintPanel draws a panel without its rows: its title, the axis, the level.
func (f *rowFrame) paintPanel(panel draw.Canvas, top vg.Length, title []string) {
	head := aligned(headStyle(), text.XCenter, text.YTop)
	middle := (panel.Min.X + panel.Max.X) / 2
	at := vg.Point{X: middle, Y: top - 1}
	if math.IsNaN(f.level) { // next to its panel
		head.YAlign, at.Y = text.YBottom, panel.Max.Y+3
	}
	if len(title) > 0 {
		panel.FillText(head, at, strings.Join(title, "\n"))
	}
	along := newRuler(f.axis, 7.5)
	along.below(panel, along.marks(panel, f.marks, f.lang))
	if math.IsNaN(f.level) {
		return
	}
	x := panel.X(f.axis.at(f.level))
	panel.StrokeLine2(dashed(), x, panel.Min.Y, x, panel.Max.Y)
	label := aligned(style(7.5, false, ink), text.XCenter, text.YBottom)
	half := label.Width(f.levelText) / 2
	panel.FillText(label, vg.Point{X: min(max(x, panel.Min.X+half), max(panel.Max.X-half, middle)), Y: panel.Max.Y + 2}, f.levelText)
}

func (r frameRow) style() text.Style {
	if r.cells == nil {
		return aligned(headStyle(), text.XLeft, text.YCenter)
	}
	return rowStyle()
}

func headStyle() text.Style { return style(8.5, true, ink) }

func rowStyle() text.Style { return aligned(style(8, false, ink), text.XLeft, text.YCenter) }

func numberStyle(bold bool) text.Style {
	return aligned(style(7.5, bold, ink), text.XLeft, text.YCenter)
}
