package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
)

// Sizes of a figure of families, in points.
const (
	familyHead    = 13.0 // name of the family
	familyFoot    = 16.0 // ticks of the x axis
	familyLabel   = 18.0 // label of the x axis
	familyLeast   = 92.0 // height of the data
	familyName    = 7.6  // from name to name
	familyBetween = 9.0  // from names to the next panel
	familyLeader  = 8.0  // from a line's end to its name's mark
	familyMark    = 8.0  // the mark before a name
	familyNarrow  = 45.0 // least width of the data
)

func (f *families) notes() []string {
	list := []string{f.of.At.sentence(f.summary, f.lang)}
	if f.unplaced {
		list = append(list, words("not positive").In(f.lang))
	}
	return list
}

var (
	others = color.Gray{0xC8} // lines of the other structures
	faint  = color.Gray{0x99}
)

func referenceStyle() draw.LineStyle { return stroke(ink, 0.9, 3, 2) }
func levelDashes() []vg.Length       { return []vg.Length{5, 1.5, 1, 1.5} }

func (f *families) legend() []entry {
	list := []entry{{meanText(f.wide).In(f.lang), func(c draw.Canvas) {
		lineMark(stroke(soft, 1))(c)
		if f.wide {
			errorBar(c, stroke(soft, 0.7), c.Center().X, c.Min.Y, c.Max.Y, 1.5)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: soft, Radius: 1.9, Shape: disc{}}, c.Center())
	}}}
	if f.cut {
		list = append(list, cutEntry(f.lang))
	}
	if f.levels {
		list = append(list, entry{bilingual.Text{EN: "structure independent of ", PT: "estrutura que não depende de "}.In(f.lang) + say(f.summary, f.along.Symbol(), f.lang), lineMark(stroke(soft, 0.9, levelDashes()...))})
	}
	if len(f.panels) > 1 {
		list = append(list, entry{bilingual.Text{EN: "structures of the other panels", PT: "estruturas dos outros painéis"}.In(f.lang), lineMark(stroke(others, 0.7))})
	}
	if label := f.referenceLabel(); label != "" {
		list = append(list, entry{label, lineMark(referenceStyle())})
	}
	return list
}

func (f *families) referenceLabel() string {
	switch {
	case f.of.OfAsked:
		return bilingual.Text{EN: "requested", PT: "pedida"}.In(f.lang)
	case f.of.Reference != nil:
		return f.of.Reference.Label.In(f.lang)
	}
	return ""
}

func smallTick() text.Style {
	s := tickStyle()
	s.Font.Size = 7
	return s
}

func lineName() text.Style { return aligned(style(7, false, ink), text.XLeft, text.YCenter) }

// paint draws the panels row by row, each with its names at the right.
func (f *families) paint(c draw.Canvas) {
	ticks := f.y.ticks(4, f.lang)
	numbers := smallRuler(f.y).width(ticks)
	columns, rows := f.columns(c.Size().X), f.rows(c.Size().X)
	names, all := f.names(columns)
	left := c.Min.X + upWidth(sideStyle(), f.y.remark(f.lang)) + numbers + 6
	width := (c.Max.X - left - all - familyBetween*vg.Length(columns-1)) / vg.Length(columns)
	height := (c.Size().Y-familyLabel)/vg.Length(rows) - familyHead - familyFoot
	x := left
	for column := range columns {
		for i := column; i < len(f.panels); i += columns {
			y := c.Max.Y - (familyHead+height+familyFoot)*vg.Length(i/columns) - familyHead
			data := graph{area(c, x, y-height, x+width, y), f.x, f.y}
			f.paintFrame(data, f.panels[i].title, ticks, column == 0)
			f.paintCurves(data, i)
		}
		x += width + names[column] + familyBetween
	}
	footLabel(c, draw.Crop(c, left-c.Min.X, 0, 0, 0), sideStyle(), c.Min.Y, f.alongLabel())
	upLabel(draw.Crop(c, 0, 0, familyLabel, 0), sideStyle(), labelOf(f.summary, f.metric, f.of.Label, f.of.OfAsked, f.lang), f.y.remark(f.lang))
}

func (f *families) alongLabel() string {
	return f.x.ofPlaces(cmp.Or(f.of.Along.In(f.lang), axisLabel(f.summary, f.along, f.lang)), f.lang)
}

func sideStyle() text.Style { return style(8.5, false, ink) }

// upLabel writes a label and a smaller remark along the left edge, upwards.
func upLabel(c draw.Canvas, sty text.Style, label, remark string) {
	width := upWidth(sty, "")
	sty = fitted(sty, label, c.Size().Y)
	sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, text.XCenter, text.YTop
	at := vg.Point{X: c.Min.X, Y: (c.Min.Y + c.Max.Y) / 2}
	c.FillText(sty, at, label)
	at.X += width
	sty.Font.Size, sty.Color = 7, soft
	c.FillText(sty, at, remark)
}

// upWidth is the width that upLabel takes.
func upWidth(sty text.Style, remark string) vg.Length {
	width := sty.Font.Size + 2.5
	if remark != "" {
		width += 9
	}
	return width
}

// paintFrame draws a panel without its lines.
func (f *families) paintFrame(c graph, title string, yTicks []tick, numbers bool) {
	head := aligned(headStyle(), text.XLeft, text.YBottom)
	c.FillText(head, vg.Point{X: c.Min.X, Y: c.Max.Y + 2.5}, title)
	paintRulers(c.Canvas, smallRuler(f.x).bare(), smallRuler(f.y), f.xTicks(c), yTicks, numbers)
	names := aligned(style(6, false, soft), text.XLeft, text.YBottom)
	uprights{stroke(faint, 0.6, 1, 1.6), names, 1.5, 1, 6.5}.paint(c, f.of.Marks)
}

// xTicks are the places of the run on the axis, with labels where there is
// room: powers of ten first, then the ends.
func (f *families) xTicks(c graph) []tick {
	last := len(f.values) - 1
	rank := func(i int) int {
		e := math.Log10(f.along.X(f.values[i]))
		switch {
		case math.Abs(e-math.Round(e)) < 1e-9:
			return 0
		case i == 0 || i == last:
			return 1
		}
		return 2
	}
	order, marks := make([]int, len(f.values)), make([]tick, len(f.values))
	for i, v := range f.values {
		order[i], marks[i] = i, tick{Value: f.along.X(v), Label: placeLabel(f.along, v, f.lang)}
	}
	slices.SortStableFunc(order, func(i, j int) int { return rank(i) - rank(j) })
	list, _ := withRoom(marks, order, smallTick(), 2, c.x)
	return list
}

// placeLabel is a value below an axis; of counts, powers of ten are written as
// such from 10³ to 10⁸.
func placeLabel(a axis.Axis, value string, l bilingual.Lang) string {
	if e := len(value) - 1; a.Kind == axis.CountKind && e >= 3 && e <= 8 && value == "1"+strings.Repeat("0", e) {
		return "10" + strings.Map(raised, strconv.Itoa(e))
	}
	return bilingual.Decimal(a.Label(value), l)
}

// raised is a digit as an exponent; the font lacks 0 and 9.
func raised(digit rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'] }

// paintCurves draws those of the other families in grey, the reference and the own ones, with
// their names.
func (f *families) paintCurves(c graph, own int) {
	for i, p := range f.panels {
		for _, curve := range p.curves {
			if i != own {
				c.StrokeLines(stroke(others, 0.5), c.line(curve))
			}
		}
	}
	c.StrokeLines(referenceStyle(), c.line(Curve{Line: f.reference()}))
	type end struct {
		at   vg.Point
		nth  int
		name string
	}
	var ends []end
	for _, curve := range f.panels[own].curves {
		line := c.line(curve)
		if len(line) == 0 {
			continue
		}
		last, nth := line[len(line)-1], curve.Look.Nth
		ends = append(ends, end{last, nth, curve.Label.In(f.lang)})
		c.StrokeLines(stroke(palette(nth), 0.9, curve.Look.Dashes...), line)
		if curve.Look.Bare {
			show(c.Canvas, last, curve.said[0])
			continue
		}
		for i, p := range curve.Points {
			if low, high := c.y(p.low()), c.y(p.high()); high-low >= 2*smallGlyph(0).Radius { // wider than its dot
				errorBar(c.Canvas, stroke(palette(nth), 0.7), line[i].X, low, high, 1.5)
			}
			show(c.Canvas, line[i], curve.said[i])
		}
		for _, at := range line {
			c.DrawGlyph(smallGlyph(nth), at)
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.at.Y, b.at.Y), b.nth-a.nth) }) // the first of equal ones is above
	places := make([]vg.Length, len(ends))
	for i, e := range ends {
		places[i] = e.at.Y
	}
	c.Rectangle.Max.X += familyLeader + familyMark // glyphs beyond a canvas are not drawn
	edge := c.Max.X - familyMark
	for i, y := range spread(places, familyName, c.Min.Y+3, c.Max.Y-3) {
		e := ends[i]
		mark := vg.Point{X: edge, Y: y}
		c.StrokeLine2(stroke(palette(e.nth), 0.4), e.at.X, e.at.Y, mark.X, mark.Y)
		c.DrawGlyph(smallGlyph(e.nth), mark)
		c.FillText(lineName(), vg.Point{X: mark.X + 4, Y: y + raise}, e.name)
	}
}
