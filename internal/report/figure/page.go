package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

// page is the frame of every figure: title, lines of text and legend above,
// the origin of the data below.
type page struct {
	title   string
	lines   []string // empty ones take no place
	legend  []entry
	caption string
	cells   []report.Cell    // of which the caption tells the origin; none: it tells something else
	of      []*report.Metric // of which the figure shows means; none where it shows other numbers
	style   Style
	height  vg.Length // of the whole in the zero Style, of a page of panels
	panels  []panel   // from top to bottom

	body func(c draw.Canvas)             // in the place of panels
	tall func(width vg.Length) vg.Length // its height

	medians bool // of times stand where the words are about means
}

// panel is a plot with its share of the height. The label of its y axis is
// drawn apart, since a remark below it is smaller.
type panel struct {
	plot   *plot.Plot
	share  float64
	label  string
	remark string
	mute   bool // the labels of its x axis stand below another panel
}

// laidOut is a figure of which a kind makes the page. Title, the remarks on the run and
// the origin of the cells are the same for all kinds.
func laidOut(id string, title Text, lay func(s *report.Summary, l Lang) (*page, error)) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		p, err := lay(s, l)
		if err != nil {
			return nil, err
		}
		p.title, p.lines = title.In(l), append(p.lines, remarks(s, l)...)
		if p.cells != nil {
			p.caption = origin(s, p.cells, l)
		}
		p.title = strings.ReplaceAll(p.title, " = ", "\u00a0=\u00a0") // no line begins with a number alone
		p.by(l)
		return p.drawing(), nil
	}}
}

// entry is a line of the legend with the mark that it explains.
type entry struct {
	label string
	mark  func(c draw.Canvas) // on its box
}

// lineMark is the mark of a line.
func lineMark(sty draw.LineStyle) func(draw.Canvas) {
	return func(c draw.Canvas) { c.StrokeLine2(sty, c.Min.X, c.Center().Y, c.Max.X, c.Center().Y) }
}

// area is the part of a canvas between two corners.
func area(c draw.Canvas, left, bottom, right, top vg.Length) draw.Canvas {
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: right, Y: top}}}
}

func (p *page) paint(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	m := p.style.margin()
	c = draw.Crop(c, m, -m, m, -m)

	title, lines, caption := p.shown()
	top := c.Max.Y
	for _, line := range wrap(title, titleStyle(), c.Size().X) {
		top = write(c, top, titleStyle(), line)
	}
	top -= 2
	for _, text := range lines {
		for _, line := range wrap(text, textStyle(), c.Size().X) {
			top = write(c, top, textStyle(), line)
		}
	}
	top = p.paintLegend(c, top-gap)
	bottom := c.Min.Y
	captions := wrap(caption, captionStyle(), c.Size().X)
	for i := range captions {
		sty := captionStyle()
		sty.YAlign = text.YBottom
		c.FillText(sty, vg.Point{X: c.Min.X, Y: bottom}, captions[len(captions)-1-i])
		bottom += sty.Height("x") * 1.15
	}
	rest := draw.Crop(c, 0, 0, bottom+gap-c.Min.Y, top-gap-c.Max.Y)
	if p.body != nil {
		p.body(rest)
		return
	}
	p.paintPanels(rest)
}

// paintPanels draws the plots below each other, their data areas aligned.
func (p *page) paintPanels(c draw.Canvas) {
	labels, left, right := vg.Length(0), vg.Length(0), vg.Length(0)
	panels := make([]panel, len(p.panels))
	for i, panel := range p.panels {
		labels = max(labels, panel.paintLabel(c, false))
		data := panel.plot.DataCanvas(c)
		panels[i] = panel.fitted(data.Size().X - panel.paintLabel(c, false))
		data = panels[i].plot.DataCanvas(c)
		left, right = max(left, data.Min.X-c.Min.X), max(right, c.Max.X-data.Max.X)
	}
	top := c.Max.Y
	for _, panel := range panels {
		height := c.Size().Y * vg.Length(panel.share)
		part := draw.Crop(c, 0, 0, top-height-c.Min.Y, top-c.Max.Y)
		data := panel.plot.DataCanvas(part)
		panel.plot.Draw(draw.Crop(part, labels+left-(data.Min.X-part.Min.X), part.Max.X-data.Max.X-right, 0, 0))
		panel.paintLabel(draw.Crop(part, 0, 0, data.Min.Y-part.Min.Y, data.Max.Y-part.Max.Y), true)
		top -= height
	}
}

// fitted is the panel with the labels that its width has room for.
func (p panel) fitted(width vg.Length) panel {
	on := *p.plot
	marks := on.X.Tick.Marker.Ticks(on.X.Min, on.X.Max)
	marks = thinned(marks, on.X.Tick.Label, func(v float64) vg.Length { return width * vg.Length(on.X.Norm(v)) })
	for i := range marks {
		if p.mute && marks[i].Label != "" { // keeps its line of the grid
			marks[i].Label = " "
		}
	}
	on.X.Tick.Marker = plot.ConstantTicks(marks)
	on.X.Label.Text = strings.Join(wrap(on.X.Label.Text, on.X.Label.TextStyle, width), "\n")
	p.plot = &on
	return p
}

// paintLabel writes label and remark along the left edge, upwards, and returns
// the width that they take; without paint it only measures.
func (p panel) paintLabel(c draw.Canvas, paint bool) vg.Length {
	width := vg.Length(0)
	for i, line := range []string{p.label, p.remark} {
		if line == "" {
			continue
		}
		sty := axisStyle()
		if i == 1 {
			sty = style(7.5, false, soft)
		}
		room := sty.Font.Size * 1.3
		if paint {
			sty = fitted(sty, line, c.Size().Y)
			sty.Rotation = math.Pi / 2
			sty.XAlign, sty.YAlign = text.XCenter, text.YTop
			c.FillText(sty, vg.Point{X: c.Min.X + width, Y: (c.Min.Y + c.Max.Y) / 2}, line)
		}
		width += room
	}
	return width + 2
}

// Sizes of the legend.
const (
	legendMark  = 20.0
	legendSpace = 14.0
	legendLine  = 13.0
)

// legendLines puts the entries on as few lines as hold them. One that is wider
// than the page is broken into several.
func (p *page) legendLines(width vg.Length) [][]entry {
	var lines [][]entry
	taken := vg.Length(0)
	for i, e := range p.legend {
		if e.width() > width {
			for _, part := range wrap(e.label, legendStyle(), width-legendMark-4) {
				lines = append(lines, []entry{{part, e.mark}})
				e.mark = func(draw.Canvas) {}
			}
			taken = width
			continue
		}
		size := e.width()
		if i == 0 || taken+size > width {
			lines, taken = append(lines, nil), 0
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		taken += size + legendSpace
	}
	return lines
}

func (e entry) width() vg.Length { return legendMark + 4 + legendStyle().Width(e.label) }

// paintLegend draws the entries and returns where the rest of the page begins.
func (p *page) paintLegend(c draw.Canvas, top vg.Length) vg.Length {
	sty := legendStyle()
	sty.YAlign = text.YCenter
	for _, line := range p.legendLines(c.Max.X - c.Min.X) {
		x, y := c.Min.X, top-legendLine/2
		for _, e := range line {
			e.mark(area(c, x, y-legendLine/2+2, x+legendMark, y+legendLine/2-2))
			c.FillText(sty, vg.Point{X: x + legendMark + 4, Y: y}, e.label)
			x += e.width() + legendSpace
		}
		top -= legendLine
	}
	return top
}

// write puts one line of text below top and returns where the next one goes.
func write(c draw.Canvas, top vg.Length, sty text.Style, line string) vg.Length {
	c.FillText(sty, vg.Point{X: c.Min.X, Y: top}, line)
	return top - sty.Font.Size*1.25
}

// wrap breaks text into lines that fit.
func wrap(s string, sty text.Style, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(strings.ReplaceAll(s, " %", "\u00a0%"), " ") {
		if line != "" && sty.Width(line+" "+word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line == "" {
		return lines
	}
	return append(lines, line)
}

// newPlot is an empty plot in the house style: a light grid, no frame.
func newPlot(x string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = ""
	p.X.Label.Text = x
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		sty := axis.Label.TextStyle
		axis.Label.TextStyle = axisStyle()
		axis.Label.TextStyle.XAlign, axis.Label.TextStyle.YAlign = sty.XAlign, sty.YAlign
		sty = axis.Tick.Label
		axis.Tick.Label = tickStyle()
		axis.Tick.Label.XAlign, axis.Tick.Label.YAlign = sty.XAlign, sty.YAlign
		axis.Tick.LineStyle = stroke(soft, 0.5)
		axis.Tick.Length = 4
		axis.LineStyle = stroke(soft, 0.7)
		axis.Padding = 0
		axis.Label.Padding = 4
	}
	return p
}

// frame sets range and ticks of both axes and draws the grid at the labelled
// ticks. No tick, no grid: bars have none for their groups.
func frame(p *plot.Plot, x, y extent, xTicks, yTicks []plot.Tick, xGrid bool) {
	p.X.Min, p.X.Max = x.low, x.high
	p.Y.Min, p.Y.Max = y.low, y.high
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(xTicks), plot.ConstantTicks(yTicks)
	p.Add(gridLines{xGrid})
}

// gridLines draws a line through the plot at each labelled tick.
type gridLines struct{ x bool }

func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	sty := stroke(grid, 0.6)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if x := trX(t.Value); g.x && t.Label != "" && c.ContainsX(x) {
			c.StrokeLine2(sty, x, c.Min.Y, x, c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := trY(t.Value); t.Label != "" && c.ContainsY(y) {
			c.StrokeLine2(sty, c.Min.X, y, c.Max.X, y)
		}
	}
}
