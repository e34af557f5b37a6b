package figure

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
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
	shown   []*report.Metric // of times that are in the points besides
	style   Style
	height  vg.Length // of the whole in the zero Style, of a page of planes
	planes  []plane   // from top to bottom

	body body                            // in the place of planes
	tall func(width vg.Length) vg.Length // the height of planes; nil: by height

	medians bool // of times stand where the words are about means
}

// body is what a figure paints in the place of planes.
type body interface {
	tall(width vg.Length) vg.Length
	paint(c draw.Canvas)
}

// laidOut is a figure of which a kind makes the page. Title, the remarks on the run and
// the origin of the cells are the same for all kinds.
func laidOut(id string, title bilingual.Text, lay func(s *report.Summary, l bilingual.Lang) (*page, error)) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l bilingual.Lang) (*Drawing, error) {
		s, err := s.ForFigures()
		if err != nil {
			return nil, err
		}
		p, err := lay(s, l)
		if err != nil {
			return nil, err
		}
		p.title, p.lines = title.In(l), append(p.lines, remarks(s, l)...)
		if p.cells != nil {
			p.caption = origin(s, p.cells, p.timesText(s, l), l)
		} else if s.Answered() {
			p.caption = joined(p.caption, p.timesText(s, l))
		}
		p.title = strings.ReplaceAll(p.title, " = ", "\u00a0=\u00a0") // no line begins with a number alone
		p.by(l)
		if p.times() && !p.medians && !s.Answered() && s.Disturbed() {
			p.lines = append(p.lines, words("disturbed").In(l))
		}
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
	fillBox(c, color.White, c.Rectangle)
	m := p.style.margin()
	c = draw.Crop(c, m, -m, m, -m)

	title, lines, caption := p.texts(c.Size().X)
	top := write(c, c.Max.Y, titleStyle(), title)
	top = write(c, top-2, textStyle(), lines)
	top = p.paintLegend(c, top-gap)
	bottom := c.Min.Y
	for _, line := range slices.Backward(caption) {
		sty := aligned(captionStyle(), text.XLeft, text.YBottom)
		c.FillText(sty, vg.Point{X: c.Min.X, Y: bottom}, line)
		bottom += sty.Height("x") * 1.15
	}
	rest := draw.Crop(c, 0, 0, bottom+gap-c.Min.Y, top-gap-c.Max.Y)
	if p.body != nil {
		p.body.paint(rest)
		return
	}
	paintPlanes(rest, p.planes)
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
	sty := aligned(legendStyle(), text.XLeft, text.YCenter)
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

// write puts lines of text below top and returns where the next one goes.
func write(c draw.Canvas, top vg.Length, sty text.Style, lines []string) vg.Length {
	for _, line := range lines {
		c.FillText(sty, vg.Point{X: c.Min.X, Y: top}, line)
		top -= sty.Font.Size * 1.25
	}
	return top
}

// wrap breaks the lines of a text that are too long; empty ones are left out.
func wrap(s string, sty text.Style, width vg.Length) (lines []string) {
	for whole := range strings.SplitSeq(strings.ReplaceAll(s, " %", "\u00a0%"), "\n") {
		line := ""
		for word := range strings.SplitSeq(whole, " ") {
			if line != "" && sty.Width(line+" "+word) > width {
				lines, line = append(lines, line), ""
			}
			line = strings.TrimPrefix(line+" "+word, " ")
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
