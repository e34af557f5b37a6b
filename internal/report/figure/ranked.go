package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// RankedOf is the content of a Ranked figure.
type RankedOf struct {
	Metric runfolder.Metric
	Groups []RankedGroup // from top to bottom

	// Baseline is a dashed line at its mean in every panel; empty for none.
	Baseline      string
	BaselineLabel Text

	// OfAsked draws a rate as a share of the ε asked for, beside a line at
	// 100 %, and leaves out what has no ε.
	OfAsked bool
}

// RankedGroup is a heading with the structures below it.
type RankedGroup struct {
	Title   Text
	Filters []string
}

// rankedPanels is how many values of the axis are drawn.
const rankedPanels = 3

// Ranked is a metric of many structures: a row for each, a panel for the
// smallest, the middle and the largest value of the axis. Dots are means, bars
// their 95 % intervals, the numbers the means again. Within a group the rows
// ascend by the first panel. What has no place on the axis is in every panel.
// It replaces Overlay where a run has more structures than colours.
func Ranked(id string, title Text, of RankedOf) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		r, err := newRanked(s, of, l)
		if err != nil {
			return nil, err
		}
		return r.page(title.In(l)).drawing(), nil
	}}
}

// ranked is the figure in the unit of its axis.
type ranked struct {
	summary  *report.Summary
	metric   *report.Metric
	of       RankedOf
	lang     Lang
	scale    metric.Scale
	along    axis.Axis
	values   []string // of the panels; one empty value for a run without an axis
	groups   []rankedRows
	level    float64 // of the dashed line, NaN for none
	axis     rankedAxis
	cells    []report.Cell
	cut      bool // an interval goes on beyond the axis
	anywhere bool // a structure has no place on the axis
}

type rankedRows struct {
	title string
	color color.Color // the group's in every figure of a run
	rows  []rankedRow
}

// rankedRow is a structure with a dot for each panel.
type rankedRow struct {
	name     string
	anywhere bool
	dots     []rankedDot
}

// rankedDot is a mean with its interval; NaN where the run lacks it.
type rankedDot struct{ mean, low, high float64 }

func newRanked(s *report.Summary, of RankedOf, l Lang) (*ranked, error) {
	m := s.Metric(of.Metric)
	if m == nil {
		return nil, NoData(fmt.Sprintf("the run has no measurement of %q", of.Metric))
	}
	r := &ranked{summary: s, metric: m, of: of, lang: l, scale: m.Scales[0], level: math.NaN(), values: []string{""}}
	if !m.Timed() { // a share says more than a count
		r.scale = m.Scales[len(m.Scales)-1]
	}
	if m.Axis >= 0 {
		r.along = s.Meta.Axes[m.Axis]
		r.values = ends(m, r.along)
	}
	if of.OfAsked && (r.along.Name != axis.Epsilon || r.scale.Unit != "%") {
		return nil, NoData(fmt.Sprintf("the run lacks the ε asked for, or the number that %q is a share of", of.Metric))
	}
	for nth, g := range of.Groups {
		rows := rankedRows{title: g.Title.In(l), color: palette(nth)}
		for _, name := range g.Filters {
			if row, there := r.row(name); there {
				rows.rows = append(rows.rows, row)
			}
		}
		slices.SortStableFunc(rows.rows, func(a, b rankedRow) int { return compareDots(a.dots, b.dots) })
		if len(rows.rows) > 0 {
			r.groups = append(r.groups, rows)
		}
	}
	if len(r.groups) == 0 {
		return nil, NoData(fmt.Sprintf("the run has no measurement of %q for a structure of the figure", of.Metric))
	}
	for _, c := range s.Baselines(m) {
		if c.Filter == of.Baseline {
			r.level = c.Mean * r.scale.Factor
		}
	}
	if of.OfAsked {
		r.level = 100
	}
	r.axis = r.newAxis()
	return r, nil
}

// ends are the smallest, the middle and the largest value of the axis.
func ends(m *report.Metric, along axis.Axis) []string {
	var all []string
	for _, series := range m.Series {
		all = append(all, series.Values...)
	}
	slices.SortFunc(all, along.Compare)
	all = slices.Compact(all)
	if len(all) <= rankedPanels {
		return all
	}
	return []string{all[0], all[(len(all)-1)/2], all[len(all)-1]}
}

// row finds a structure's cells.
func (r *ranked) row(name string) (row rankedRow, there bool) {
	row.name = name
	for _, value := range r.values {
		i := slices.IndexFunc(r.metric.Cells, func(c report.Cell) bool {
			return c.Filter == name && (r.metric.Axis < 0 || c.Point.Value(r.metric.Axis) == value)
		})
		alone := i < 0 && r.metric.Axis >= 0 && !r.of.OfAsked
		if alone {
			i = slices.IndexFunc(r.metric.Cells, func(c report.Cell) bool {
				return c.Filter == name && c.Point.Value(r.metric.Axis) == ""
			})
		}
		if i < 0 {
			row.dots = append(row.dots, rankedDot{math.NaN(), math.NaN(), math.NaN()})
			continue
		}
		factor := r.scale.Factor
		if r.of.OfAsked {
			factor *= 100 / r.along.X(value)
		}
		d := r.metric.Cells[i].Scaled(factor)
		dot := rankedDot{d.Mean, d.Mean, d.Mean}
		if d.HalfWidth > 0 {
			dot.low, dot.high = d.Mean-d.HalfWidth, d.Mean+d.HalfWidth
		}
		row.dots = append(row.dots, dot)
		row.anywhere = row.anywhere || alone
		r.cells = append(r.cells, r.metric.Cells[i])
		there = true
	}
	r.anywhere = r.anywhere || row.anywhere
	return row, there
}

// compareDots orders rows by their first dots, by the next where they lack one.
func compareDots(a, b []rankedDot) int {
	for i := range a {
		switch x, y := a[i].mean, b[i].mean; {
		case x < y || !math.IsNaN(x) && math.IsNaN(y):
			return -1
		case x > y || math.IsNaN(x) && !math.IsNaN(y):
			return 1
		}
	}
	return 0
}

// rankedAxis is the axis that all panels share.
type rankedAxis struct {
	extent
	log bool
}

// at is the place of a value, 0 to 1, and below 0 for all that a logarithmic
// axis cannot show.
func (a rankedAxis) at(v float64) float64 {
	if a.log && v < a.low {
		return -1
	}
	if a.log {
		return logScale{}.Normalize(a.low, a.high, v)
	}
	return (v - a.low) / (a.high - a.low)
}

// newAxis has room for all means, and for intervals up to a fifth more at
// either end: one of two repetitions may be ten times as wide as all else.
func (r *ranked) newAxis() rankedAxis {
	means, whole := nothing(), nothing()
	means.include(r.level)
	r.each(func(d rankedDot) {
		means.include(d.mean)
		whole.include(d.low, d.high)
	})
	a := rankedAxis{extent: means, log: means.low > 0 && means.high >= 5*means.low}
	to, back := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if a.log {
		to, back = func(v float64) float64 { return math.Log(max(v, means.low/1e3)) }, math.Exp
	}
	room := extent{to(means.low), to(means.high)}.padded(0.2)
	held := extent{max(to(whole.low), room.low), min(to(whole.high), room.high)}
	held.include(to(means.low), to(means.high))
	held = held.padded(0.04)
	if !a.log && means.low >= 0 && (held.low < 0 || means.low < 0.4*means.high) {
		held.low = 0
	}
	a.extent = extent{back(held.low), back(held.high)}
	r.each(func(d rankedDot) { r.cut = r.cut || d.low < a.low || d.high > a.high })
	return a
}

func (r *ranked) each(f func(rankedDot)) {
	for _, g := range r.groups {
		for _, row := range g.rows {
			for _, d := range row.dots {
				f(d)
			}
		}
	}
}

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
	if len(r.values) > 1 {
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
	if r.anywhere && len(r.values) > 1 {
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
	width := (c.Max.X - c.Min.X - names - between*vg.Length(len(r.values)-1)) / vg.Length(len(r.values))
	top, bottom := c.Max.Y-rankedTop, c.Max.Y-rankedTop-r.content(row, head)

	panels := make([]draw.Canvas, len(r.values))
	for i, value := range r.values {
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
		r.paintFrame(panels[i], c.Max.Y, value)
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
			}
		}
	}
	label := axisStyle()
	label.XAlign = text.XCenter
	label.YAlign = text.YBottom
	c.FillText(label, vg.Point{X: (panels[0].Min.X + panels[len(panels)-1].Max.X) / 2, Y: bottom - rankedBottom + 3}, r.label())
}

// paintFrame draws a panel without its rows: the value of the axis, the ticks,
// the line.
func (r *ranked) paintFrame(panel draw.Canvas, top vg.Length, value string) {
	head := headStyle()
	head.XAlign = text.XCenter
	middle := (panel.Min.X + panel.Max.X) / 2
	if value != "" {
		panel.FillText(head, vg.Point{X: middle, Y: top - 1}, r.heading(value))
	}
	tick := tickStyle()
	tick.Font.Size = 7.5
	tick.XAlign = text.XCenter
	for _, t := range r.ticks() {
		x := panel.X(r.axis.at(t.value))
		length := vg.Length(2)
		if t.label != "" {
			length = 4
			panel.StrokeLine2(stroke(grid, 0.8), x, panel.Min.Y, x, panel.Max.Y)
			panel.FillText(tick, vg.Point{X: x, Y: panel.Min.Y - 6}, t.label)
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
	list := make([]float64, len(r.values))
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

// heading is a value of the axis above its panel.
func (r *ranked) heading(value string) string {
	text := r.along.Symbol() + " = " + localised(r.along.Label(value), r.lang)
	if r.along.Kind == axis.RateKind {
		text += Text{"\u00a0%", "%"}.In(r.lang)
	}
	return text
}

// label names the axis, and says how it is cut.
func (r *ranked) label() string {
	p := valuePanel(newPlot(""), r.metric, r.lang)
	label := p.label
	switch {
	case r.of.OfAsked:
		label = Text{"Measured rate (% of the ε asked for)", "Razão medida (% do ε pedido)"}.In(r.lang)
	case !r.metric.Timed():
		label = r.scale.Unit
	}
	switch {
	case r.axis.log:
		label += Text{", logarithmic axis", ", eixo logarítmico"}.In(r.lang)
	case r.axis.low > 0:
		label += Text{"; the axis does not start at zero", "; o eixo não começa em zero"}.In(r.lang)
	}
	return label
}

// text is a mean in three digits or more.
func (r *ranked) text(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.Abs(v) >= 1000:
		return count(int(math.Round(v)), r.lang)
	case math.Abs(v) >= 99.95:
		return number(v, 0, r.lang)
	case math.Abs(v) >= 9.995:
		return number(v, 1, r.lang)
	}
	return number(v, 2, r.lang)
}

type rankedTick struct {
	value float64
	label string
}

// ticks has about five labels, which a narrow panel has room for.
func (r *ranked) ticks() []rankedTick {
	var list []rankedTick
	if !r.axis.log {
		for _, t := range ticks(r.axis.low, r.axis.high, 4, r.lang) {
			list = append(list, rankedTick{t.Value, t.Label})
		}
		return list
	}
	label := func(v float64) string {
		if v >= 1 {
			return count(int(math.Round(v)), r.lang)
		}
		return number(v, int(math.Ceil(-math.Log10(v)-1e-9)), r.lang)
	}
	from, to := math.Floor(math.Log10(r.axis.low)), math.Ceil(math.Log10(r.axis.high))
	every := 1.0
	if to-from > 4 {
		every = 2
	}
	var between []float64 // labelled too, where powers of ten alone are too few
	switch span := math.Log10(r.axis.high / r.axis.low); {
	case span < 1.7:
		between = []float64{2, 5}
	case span < 2.6:
		between = []float64{3}
	}
	for e := from; e <= to; e++ {
		for f := 1.0; f < 10; f++ {
			v := f * math.Pow(10, e)
			if v < r.axis.low || v > r.axis.high {
				continue
			}
			t := rankedTick{value: v}
			if f == 1 && math.Mod(e, every) == 0 || slices.Contains(between, f) {
				t.label = label(v)
			}
			list = append(list, t)
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
