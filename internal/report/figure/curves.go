package figure

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// CurvesOf is the content of a Curves figure.
type CurvesOf struct {
	Note    Text // above the plots
	Caption string
	Panels  []CurvePanel // from top to bottom; the first one's legend serves all

	// Of are the metrics of which the panels show the cells' means, which may be
	// medians; none where they show other estimates.
	Of []*report.Metric

	// Cells are those of the run that the figure is made of, which its caption tells in
	// place of Caption; none: Caption does.
	Cells []report.Cell

	lines  []string  // behind the note
	height vg.Length // of the figure; 0: by the number of panels
}

// Curves is numbers along an axis: curves with points and intervals, or bars, in
// panels of their own axes. read finds them in a run, or returns a NoData
// error.
func Curves(id string, title Text, read func(s *report.Summary, l Lang) (CurvesOf, error)) Figure {
	return laidOut(id, title, func(s *report.Summary, l Lang) (*page, error) {
		of, err := read(s, l)
		if err != nil {
			return nil, err
		}
		return of.page(l), nil
	})
}

// Draw draws the curves under a title. They may be of several runs.
func (of CurvesOf) Draw(title Text, l Lang) *Drawing {
	p := of.page(l)
	p.title = title.In(l)
	return p.drawing()
}

func (of CurvesOf) page(l Lang) *page {
	p := &page{
		lines: append([]string{of.Note.In(l)}, of.lines...), caption: of.Caption, cells: of.Cells, of: of.Of, height: figureHeight,
	}
	if len(of.Panels) > 1 || of.Panels[0].Foot != nil {
		p.height *= 1.45
	}
	if of.height > 0 {
		p.height = of.height
	}
	for i := range of.Panels {
		plane := of.Panels[i].plane(l)
		if plane.share == 0 {
			plane.share = 1 / float64(len(of.Panels))
		}
		p.planes = append(p.planes, plane)
	}
	p.legend = of.Panels[0].legend(l)
	if slices.ContainsFunc(of.Panels, func(c CurvePanel) bool { return c.cut }) {
		p.legend = append(p.legend, cutEntry(l))
	}
	return p
}

// Look is the style of a curve: the nth colour and marker.
type Look struct {
	Nth    int
	Dashes []vg.Length
	Bare   bool // no markers
	Loose  bool // no line between the markers
}

// Dashed is the look with the nth of the patterns of a line.
func (k Look) Dashed(nth int) Look {
	k.Dashes = dashing(nth)
	return k
}

func (k Look) glyph() draw.GlyphStyle { return glyph(k.Nth, 2.4) }

// Curve is one of a panel.
type Curve struct {
	Label  Text             // in the legend; a curve without one is not there
	Metric runfolder.Metric // of the points; empty where they are none of the run's
	Look   Look
	X      []float64
	Points []CurvePoint // one for each X
	Line   []XY         // drawn in place of one that joins the points: a theory, a fit

	band  []float64 // half-widths around the line; none: it has no band
	said  []Point   // what a page says of the points; nil: by label and place
	ink   bool      // intervals are black
	shift vg.Length // to the right
}

// XY is a place in a panel.
type XY struct{ X, Y float64 }

// Stretch is a part of the x axis with a name, below the curves.
type Stretch struct {
	From, To float64
	Name     Text
	Nth      int // colour
}

// CurvePoint is a number with the half-width of its 95 % interval, 0 where the
// run has none.
type CurvePoint struct{ Value, Half float64 }

// PointOf is an estimate, times a factor.
func PointOf(e stats.Estimate, factor float64) CurvePoint {
	e = e.Scaled(factor)
	return CurvePoint{Value: e.Value, Half: e.CI().High - e.Value}
}

// MeanPoint is the mean of values, times a factor; false for fewer than two.
func MeanPoint(values []float64, factor float64) (CurvePoint, bool) {
	e, err := stats.MeanEstimate(values)
	if err != nil {
		return CurvePoint{}, false
	}
	return PointOf(e, factor), true
}

// CurvePanel is one plot.
type CurvePanel struct {
	XLabel, YLabel Text
	From, To       float64  // of the x axis
	Names          []string // of the whole numbers from From on; nil: the numbers
	Round          bool     // the x axis is marked at round numbers, not at the places of the points
	Curves         []Curve
	Log            bool    // of the y axis
	LogX           bool    // in any case, with marks at round numbers; 0 < From, no Names
	Level          float64 // a horizontal line; 0 for none
	LevelLabel     Text
	Low, High      float64 // of the y axis; a High of 0 to fit the curves
	Marks          []Mark  // upright lines with a name
	Foot           []Stretch

	share  float64 // of the height; 0: as much as the others
	along  *places // the x axis of series, in place of From, To and Names
	y      *scale  // the y axis; nil: by Log, Low and High
	yMarks int     // how many, with y
	remark Text    // on the y axis; empty: on its scale
	mute   bool    // the panel below has the labels of the x axis
	bars   bool    // from zero, side by side at each place, in place of curves
	floor  bool    // what lies below a logarithmic axis stands at its foot, with an arrow
	cut    bool    // an interval goes on beyond the panel
}

func (c *CurvePanel) plane(l Lang) plane {
	xs, xMarks := c.places(l)
	ys, yMarks := c.rising(l)
	if !(ys.high > ys.low) { // of zeros alone, or of nothing
		ys = scale{extent{c.Low, c.Low + 1}, false}
	}
	p := plane{
		x: newRuler(xs, tickStyle().Font.Size), y: newRuler(ys, tickStyle().Font.Size), xMarks: xMarks, yMarks: yMarks,
		xLabel: c.XLabel.In(l), yLabel: c.YLabel.In(l), remark: ys.remark(l), label: axisStyle(), share: c.share, mute: c.mute,
		top: 5, // half of a number
	}
	if xs.log {
		p.xLabel = joined(p.xLabel, xs.remark(l))
	}
	if c.bars {
		p.x = p.x.bare()
		p.x.tick.Color = color.Transparent
	}
	if c.remark != (Text{}) {
		p.remark = c.remark.In(l)
	}
	c.cut = c.cuts(ys.extent)
	p.content = func(data draw.Canvas) { curvePlot{c, data, xs, ys, l}.paint() }
	return p
}

// rising is the y axis: the given one, or one that holds all points.
func (c *CurvePanel) rising(l Lang) (scale, []plot.Tick) {
	if c.y != nil {
		return *c.y, c.y.ticks(c.yMarks, l)
	}
	ys, lowest := nothing(), math.Inf(1)
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			ys.include(p.Value, p.Value+p.Half)
			if p.Value > 0 {
				lowest = min(lowest, p.Value)
			}
		}
	}
	if c.Level > 0 {
		ys.include(c.Level)
		lowest = min(lowest, c.Level)
	}
	high := ys.high * 1.05
	if c.High > 0 {
		ys.high, high = c.High, c.High
	}
	if c.Log {
		low, high := math.Floor(math.Log10(lowest)), math.Ceil(math.Log10(ys.high))
		return scale{extent{math.Pow(10, low), math.Pow(10, high)}, true}, decades(low, high, l)
	}
	return scale{extent{c.Low, high}, false}, ticks(c.Low, high, 5, l)
}

// places is the x axis: names, or the places of the curves where they are few,
// or every whole number.
func (c *CurvePanel) places(l Lang) (scale, []plot.Tick) {
	const wholeNumbers = 20
	if c.along != nil {
		return c.along.scale, c.along.marks
	}
	if c.bars {
		return scale{extent{-0.6, float64(len(c.Names)) - 0.4}, false}, c.nameTicks()
	}
	xs := scale{extent{c.From, c.To}.padded(0.03), false}
	if c.Names != nil {
		return xs, c.nameTicks()
	}
	if c.LogX {
		return c.powers(l)
	}
	if c.Round {
		return xs, ticks(c.From, c.To, roundMarks, l)
	}
	labels := map[float64]string{}
	for _, curve := range c.Curves {
		if curve.Look.Bare { // a theory, drawn at every place
			continue
		}
		for _, x := range curve.X {
			labels[x] = Decimal(strconv.FormatFloat(x, 'f', -1, 64), l)
		}
	}
	if len(labels) > fewPlaces && c.To-c.From >= fewPlaces && c.To-c.From <= wholeNumbers {
		return xs, everyTick(xs.extent, l)
	}
	return markedScale(labels, l)
}

// powers is the x axis of LogX.
func (c *CurvePanel) powers(l Lang) (scale, []plot.Tick) {
	room := max(1.1, math.Pow(c.To/c.From, 0.04))
	whole := scale{extent{c.From / room, c.To * room}, true}
	if c.To < 100*c.From {
		return whole, whole.ticks(6, l)
	}
	// Each power of ten has a label.
	marks := decades(math.Floor(math.Log10(whole.low)), math.Ceil(math.Log10(whole.high)), l)
	return whole, slices.DeleteFunc(marks, func(t plot.Tick) bool { return !whole.has(t.Value) })
}

// roundMarks is about how many marks an axis of Round has.
const roundMarks = 8

// cuts reports whether the panel ends within an interval that it draws.
func (c *CurvePanel) cuts(e extent) bool {
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			if !curve.Look.Bare && p.Value >= e.low && p.Value <= e.high && p.Half > 0 && (p.Value-p.Half < e.low || p.Value+p.Half > e.high) {
				return true
			}
		}
	}
	return false
}

// nameTicks labels the whole numbers that have names.
func (c *CurvePanel) nameTicks() (list []plot.Tick) {
	for i, name := range c.Names {
		list = append(list, plot.Tick{Value: c.From + float64(i), Label: name})
	}
	return list
}

// everyTick labels every whole number.
func everyTick(xs extent, l Lang) []plot.Tick {
	var list []plot.Tick
	for x := math.Ceil(xs.low); x <= xs.high; x++ {
		list = append(list, plot.Tick{Value: x, Label: number(x, 0, l)})
	}
	return list
}

// decades labels the powers of ten, with short marks between.
func decades(low, high float64, l Lang) []plot.Tick {
	var list []plot.Tick
	for e := low; e <= high; e++ {
		list = append(list, plot.Tick{Value: math.Pow(10, e), Label: powerLabel(math.Pow(10, e), l)})
		for f := 2.0; f < 10 && e < high; f++ {
			list = append(list, plot.Tick{Value: f * math.Pow(10, e)})
		}
	}
	return list
}

func (c *CurvePanel) legend(l Lang) []entry {
	var list []entry
	for _, curve := range c.Curves {
		if curve.Label == (Text{}) {
			continue
		}
		list = append(list, entry{curve.Label.In(l), func(box draw.Canvas) { c.paintEntry(box, curve) }})
	}
	if c.floor {
		list = append(list, entry{Text{"none was admitted, or fewer than the axis shows", "nenhuma foi admitida, ou menos do que o eixo mostra"}.In(l), func(c draw.Canvas) {
			at := vg.Point{X: c.Center().X, Y: c.Min.Y}
			arrowUp(c, soft, at, -1)
			c.DrawGlyph(draw.GlyphStyle{Color: soft, Radius: 2.6, Shape: disc{}}, vg.Point{X: at.X, Y: at.Y + 6})
		}})
	}
	if c.Level > 0 {
		list = append(list, entry{c.LevelLabel.In(l), lineMark(levelStyle())})
	}
	return list
}

// paintEntry draws what the legend explains: a bar, or band, line, interval and point.
func (c *CurvePanel) paintEntry(box draw.Canvas, curve Curve) {
	look, middle := curve.Look, box.Center()
	if c.bars && !look.Bare {
		bar(box, draw.Crop(box, 5, -5, 0, 0).Rectangle, look.Nth)
		return
	}
	if curve.band != nil {
		fillBox(box, shade, box.Rectangle)
	}
	if !look.Loose {
		lineMark(look.stroke())(box)
	}
	if curve.ink && look.Loose {
		higher := draw.Crop(box, 0, 0, -1, 1)
		errorBar(higher, stroke(ink, 0.8), middle.X, higher.Min.Y, higher.Max.Y, 2.5)
	}
	if !look.Bare {
		box.DrawGlyph(look.glyph(), middle)
	}
}

func (k Look) stroke() draw.LineStyle { return stroke(palette(k.Nth), 1.1, k.Dashes...) }

func markStyle() draw.LineStyle { return stroke(soft, 0.7, 1, 2) }

func levelStyle() draw.LineStyle { return stroke(color.Gray{0x77}, 1, 2, 2) }

// curvePlot is the content of a panel between its axes.
type curvePlot struct {
	*CurvePanel
	draw.Canvas
	xs, ys scale
	lang   Lang
}

func (c curvePlot) x(v float64) vg.Length { return c.X(c.xs.at(v)) }
func (c curvePlot) y(v float64) vg.Length { return c.Y(c.ys.at(v)) }

// paint draws level, curves and points.
func (c curvePlot) paint() {
	if c.Level > 0 {
		c.StrokeLine2(levelStyle(), c.Min.X, c.y(c.Level), c.Max.X, c.y(c.Level))
	}
	c.paintMarks()
	if c.bars {
		c.paintBars()
		return
	}
	for _, curve := range c.Curves {
		c.paintLine(curve)
		if !curve.Look.Bare {
			c.paintPoints(curve)
		}
	}
	c.paintFoot()
	c.showLevel()
}

// paintMarks draws upright lines with their names at the top, below each other where
// they are close.
func (c curvePlot) paintMarks() {
	sty := aligned(smallTick(), text.XLeft, text.YTop)
	var taken rows
	for _, m := range c.Marks {
		at := c.x(m.X) + 2.5
		row := taken.add(span{at, at + sty.Width(m.Name)})
		c.StrokeLine2(markStyle(), c.x(m.X), c.Min.Y, c.x(m.X), c.Max.Y)
		c.FillText(sty, vg.Point{X: at, Y: c.Max.Y - 2 - 8*vg.Length(row)}, m.Name)
	}
}

// footHeight is that of the stretches, in points.
const footHeight = 15

// paintFoot names stretches of the x axis where they have the room.
func (c curvePlot) paintFoot() {
	for i, part := range c.Foot {
		b := vg.Rectangle{Min: vg.Point{X: max(c.x(part.From), c.Min.X), Y: c.Min.Y}, Max: vg.Point{X: min(c.x(part.To), c.Max.X), Y: c.Min.Y + footHeight}}
		fillBox(c.Canvas, tint(palette(part.Nth), tints()[1]), b)
		sty := aligned(style(7.5, true, ink), text.XCenter, text.YCenter)
		if name := part.Name.In(c.lang); sty.Width(name)+4 < b.Max.X-b.Min.X {
			c.FillText(sty, vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y+b.Max.Y)/2 + raise}, name)
		}
		if i > 0 {
			c.StrokeLine2(stroke(color.White, 1), b.Min.X, b.Min.Y, b.Min.X, b.Max.Y)
		}
	}
}

// paintLine draws the line of a curve, with its band.
func (c curvePlot) paintLine(curve Curve) {
	if curve.band != nil {
		var edge []vg.Point
		for i, at := range curve.Line {
			edge = append(edge, vg.Point{X: c.x(at.X), Y: min(c.y(at.Y+curve.band[i]), c.Max.Y)})
		}
		for i := range curve.Line {
			at := curve.Line[len(curve.Line)-1-i]
			edge = append(edge, vg.Point{X: c.x(at.X), Y: max(c.y(at.Y-curve.band[len(curve.Line)-1-i]), c.Min.Y)})
		}
		c.FillPolygon(shade, edge)
	}
	var line []vg.Point
	for _, at := range curve.Line {
		line = append(line, vg.Point{X: c.x(at.X), Y: c.y(at.Y)})
	}
	if curve.Line == nil && !curve.Look.Loose {
		for i, point := range curve.Points {
			line = append(line, vg.Point{X: c.x(curve.X[i]), Y: c.y(point.Value)})
		}
	}
	if len(line) > 0 {
		c.StrokeLines(curve.Look.stroke(), c.ClipLinesXY(line)...)
		if curve.Look.Bare && curve.said != nil {
			show(c.Canvas, line[len(line)-1], curve.said[0])
		}
	}
}

// paintPoints draws the points of a curve with their intervals.
func (c curvePlot) paintPoints(curve Curve) {
	bar := stroke(palette(curve.Look.Nth), 0.8)
	if curve.ink {
		bar.Color = ink
	}
	for i, point := range curve.Points {
		at := vg.Point{X: c.x(curve.X[i]) + curve.shift, Y: c.y(point.Value)}
		if c.floor && point.Value < c.ys.low {
			arrowUp(c.Canvas, palette(curve.Look.Nth), vg.Point{X: at.X, Y: c.Min.Y}, -1)
			at.Y, point.Half = c.Min.Y+6, 0
		}
		if !c.ContainsY(at.Y) {
			continue
		}
		low, high := c.y(point.Value-point.Half), c.y(point.Value+point.Half)
		if curve.ink || high-low > 2*curve.Look.glyph().Radius {
			errorBar(c.Canvas, bar, at.X, low, high, 2)
		}
		c.DrawGlyph(curve.Look.glyph(), at)
		c.show(at, curve, i)
	}
}

// paintBars draws the bars of each place side by side, from zero.
func (c curvePlot) paintBars() {
	n := 0
	for _, curve := range c.Curves {
		if len(curve.X) > 0 {
			n++
		}
	}
	width := 0.8 / float64(n)
	for nth, curve := range c.Curves {
		for i, point := range curve.Points {
			left := curve.X[i] - 0.4 + width*float64(nth)
			top := vg.Point{X: c.x(left + width/2), Y: c.y(point.Value)}
			bar(c.Canvas, vg.Rectangle{Min: vg.Point{X: c.x(left), Y: c.y(0)}, Max: vg.Point{X: c.x(left + width), Y: top.Y}}, curve.Look.Nth)
			errorBar(c.Canvas, stroke(ink, 0.8), top.X, c.y(point.Value-point.Half), c.y(point.Value+point.Half), 1.8)
			c.show(top, curve, i)
		}
	}
}

// bar is a filled rectangle with a thin white edge towards its neighbour, and
// with the marker of its structure at the foot.
func bar(c draw.Canvas, r vg.Rectangle, nth int) {
	r.Max.X -= 0.4
	fillBox(c, palette(nth), r)
	g := glyph(nth, min(2, 0.3*(r.Max.X-r.Min.X)))
	g.Color = color.White
	if foot := r.Min.Y + 2.5*g.Radius; foot+2*g.Radius <= r.Max.Y {
		c.DrawGlyph(g, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: foot})
	}
}
