package figure

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

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
}

// Curves is numbers over whole numbers: curves with points and intervals, in
// panels of their own axes. read finds them in a run, or returns a NoData
// error.
func Curves(id string, title Text, read func(s *report.Summary, l Lang) (CurvesOf, error)) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		of, err := read(s, l)
		if err != nil {
			return nil, err
		}
		return of.page(title.In(l), l, remarks(s, l)...).by(l, of.Of...).drawing(), nil
	}}
}

// Draw draws the curves under a title. They may be of several runs.
func (of CurvesOf) Draw(title Text, l Lang) *Drawing { return of.page(title.In(l), l).drawing() }

func (of CurvesOf) page(title string, l Lang, lines ...string) *page {
	whole := strings.NewReplacer(" = ", "\u00a0=\u00a0") // no line begins with a number alone
	p := &page{
		title: whole.Replace(title), lines: append([]string{of.Note.In(l)}, lines...),
		caption: of.Caption, height: figureHeight,
	}
	if len(of.Panels) > 1 {
		p.height *= 1.45
	}
	for i := range of.Panels {
		p.panels = append(p.panels, of.Panels[i].panel(l, 1/float64(len(of.Panels))))
	}
	p.legend = of.Panels[0].legend(l)
	if slices.ContainsFunc(of.Panels, func(c CurvePanel) bool { return c.cut }) {
		p.legend = append(p.legend, cutEntry(l))
	}
	return p
}

// Count writes a whole number with its digits in groups.
func Count(n int, l Lang) string { return count(n, l) }

// Look is the style of a curve: the nth colour and marker.
type Look struct {
	Nth    int
	Dashes []vg.Length
	Bare   bool // no markers
	Loose  bool // no line between the markers
}

func (k Look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette(k.Nth), Radius: 2.4, Shape: marker(k.Nth)}
}

// Curve is one of a panel.
type Curve struct {
	Label  Text             // in the legend; a curve without one is not there
	Metric runfolder.Metric // of the points; empty where they are none of the run's
	Look   Look
	X      []float64
	Points []CurvePoint // one for each X
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

	cut bool // an interval goes on beyond the panel
}

func (c *CurvePanel) panel(l Lang, share float64) panel {
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
	xs, marks := c.places(l)
	label := c.XLabel.In(l)
	if xs.log || c.LogX {
		label += ", " + scale{log: true}.remark(l)
	}
	plot := newPlot(label)
	if xs.log {
		plot.X.Scale = logScale{}
	}
	panel := panel{plot: plot, share: share, label: c.YLabel.In(l)}
	high := ys.high * 1.05
	if c.High > 0 {
		high = c.High
	}
	within, yMarks := extent{c.Low, high}, ticks(c.Low, high, 5, l)
	if c.Log {
		low, high := math.Floor(math.Log10(lowest)), math.Ceil(math.Log10(ys.high))
		if c.High > 0 {
			high = math.Ceil(math.Log10(c.High))
		}
		within, yMarks, plot.Y.Scale = extent{math.Pow(10, low), math.Pow(10, high)}, decades(low, high, l), logScale{}
	}
	frame(plot, xs.extent, within, marks, yMarks, true)
	panel.remark = cutRemark(plot, l)
	c.cut = c.cuts(within)
	plot.Add(curvePlot{c, l})
	return panel
}

// places is the x axis: names, or the places of the curves where they are few,
// or every whole number.
func (c *CurvePanel) places(l Lang) (scale, []plot.Tick) {
	const wholeNumbers = 20
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

// powers is the x axis of LogX. It is linear in log10 x: gonum takes the label of a
// logarithmic axis for one that hangs over its end, and leaves room for it there.
func (c *CurvePanel) powers(l Lang) (scale, []plot.Tick) {
	room := max(1.1, math.Pow(c.To/c.From, 0.04))
	whole := scale{extent{c.From / room, c.To * room}, true}
	marks := whole.ticks(6, l)
	if c.To >= 100*c.From { // each power of ten has a label
		marks = slices.DeleteFunc(decades(math.Floor(math.Log10(whole.low)), math.Ceil(math.Log10(whole.high)), l),
			func(t plot.Tick) bool { return !whole.has(t.Value) })
	}
	for i := range marks {
		marks[i].Value = math.Log10(marks[i].Value)
	}
	return scale{extent{math.Log10(whole.low), math.Log10(whole.high)}, false}, marks
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

// logScale is gonum's without its panic at 0.
type logScale struct{}

func (logScale) Normalize(low, high, x float64) float64 {
	return (math.Log(max(x, low)) - math.Log(low)) / (math.Log(high) - math.Log(low))
}

func (c *CurvePanel) legend(l Lang) []entry {
	var list []entry
	for _, curve := range c.Curves {
		if curve.Label == (Text{}) {
			continue
		}
		list = append(list, entry{curve.Label.In(l), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			if !curve.Look.Loose {
				c.StrokeLine2(stroke(palette(curve.Look.Nth), 1.1, curve.Look.Dashes...), b.Min.X, y, b.Max.X, y)
			}
			if !curve.Look.Bare {
				c.DrawGlyph(curve.Look.glyph(), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
			}
		}})
	}
	if c.Level > 0 {
		list = append(list, entry{c.LevelLabel.In(l), func(c draw.Canvas, b vg.Rectangle) {
			c.StrokeLine2(levelStyle(), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
		}})
	}
	return list
}

func markStyle() draw.LineStyle { return stroke(soft, 0.7, 1, 2) }

func levelStyle() draw.LineStyle { return stroke(color.Gray{0x77}, 1, 2, 2) }

// curvePlot is the content of a panel in a language.
type curvePlot struct {
	*CurvePanel
	lang Lang
}

// Plot draws level, curves and points.
func (c curvePlot) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	if linear := x; c.LogX {
		x = func(v float64) vg.Length { return linear(math.Log10(v)) }
	}
	if c.Level > 0 {
		canvas.StrokeLine2(levelStyle(), canvas.Min.X, y(c.Level), canvas.Max.X, y(c.Level))
	}
	for _, m := range c.Marks {
		canvas.StrokeLine2(markStyle(), x(m.X), canvas.Min.Y, x(m.X), canvas.Max.Y)
		sty := smallTick()
		sty.XAlign, sty.YAlign = text.XLeft, text.YTop
		canvas.FillText(sty, vg.Point{X: x(m.X) + 2.5, Y: canvas.Max.Y - 2}, m.Name)
	}
	for _, curve := range c.Curves {
		var line []vg.Point
		for i, point := range curve.Points {
			line = append(line, vg.Point{X: x(curve.X[i]), Y: y(point.Value)})
		}
		if !curve.Look.Loose {
			canvas.StrokeLines(stroke(palette(curve.Look.Nth), 1.1, curve.Look.Dashes...), canvas.ClipLinesXY(line)...)
		}
		if curve.Look.Bare {
			continue
		}
		for i, point := range curve.Points {
			if !canvas.ContainsY(line[i].Y) {
				continue
			}
			low, high := y(point.Value-point.Half), y(point.Value+point.Half)
			if c.Log && point.Value-point.Half < p.Y.Min { // where the scale ends
				low = canvas.Min.Y - 1
			}
			if high-low > 2*curve.Look.glyph().Radius {
				errorBar(canvas, stroke(palette(curve.Look.Nth), 0.8), line[i].X, low, high, 2)
			}
			canvas.DrawGlyph(curve.Look.glyph(), line[i])
			c.show(canvas, line[i], curve, i)
		}
	}
	c.showLevel(canvas, y)
}
