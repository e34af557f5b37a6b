package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
)

// CostsOf is the content of a Costs figure. Both axes are logarithmic.
type CostsOf struct {
	Notes          []Text // above the plot
	XLabel, YLabel Text
	From, To       float64    // of the x axis
	Lines          []CostLine // the first one is drawn in grey: what the others are compared with
	Marks          []Mark     // places on the x axis with a name
	Cells          []report.Cell
}

// CostLine is a cost that depends on x, with what was measured of it.
type CostLine struct {
	Name Text
	Look Look // of all but the first
	At   func(x float64) float64
	Dots []CostDot
}

// CostDot is a measured cost.
type CostDot struct{ X, Y float64 }

// Costs is what several choices cost along a quantity, as lines, with a band below the
// plot that names the cheapest at each place. read finds them in a run, or returns a
// NoData error.
func Costs(id string, title Text, read func(s *report.Summary, l Lang) (CostsOf, error)) Figure {
	return Figure{ID: id, Title: title, Draw: func(s *report.Summary, l Lang) (*Drawing, error) {
		of, err := read(s, l)
		if err != nil {
			return nil, err
		}
		if len(of.Cells) == 0 {
			return nil, NoData("the run has none of the measurements of this figure")
		}
		f := &costs{of, l, scale{extent{of.From, of.To}, true}, scale{nothing(), true}}
		f.fit()
		return planeDrawing(s, l, title, of.Notes, of.Cells, f.legend(), f.paint), nil
	}}
}

type costs struct {
	of   CostsOf
	lang Lang
	x, y scale
}

const (
	costSteps  = 240  // of a line
	bandHeight = 15.0 // points
	markHeight = 46.0 // of the names above the plot
)

// places are those on the x axis at which lines are read.
func (f *costs) places() []float64 {
	list := make([]float64, costSteps+1)
	for i := range list {
		list[i] = f.of.From * math.Pow(f.of.To/f.of.From, float64(i)/costSteps)
	}
	return list
}

// fit makes the y axis hold the cheapest line and all dots; lines may leave it above.
func (f *costs) fit() {
	for _, x := range f.places() {
		f.y.include(f.of.Lines[f.cheapest(x)].At(x))
	}
	for _, line := range f.of.Lines {
		f.y.include(line.At(f.of.From))
		for _, d := range line.Dots {
			f.y.include(d.Y)
		}
	}
	f.y.low, f.y.high = f.y.low/1.6, f.y.high*2.5
}

// cheapest is the number of the line that is lowest at x; the first of two equal ones.
func (f *costs) cheapest(x float64) int {
	best := 0
	for i, line := range f.of.Lines {
		if line.At(x) < f.of.Lines[best].At(x) {
			best = i
		}
	}
	return best
}

// color is that of line i.
func (f *costs) color(i int) color.Color {
	if i == 0 {
		return color.Gray{0x66}
	}
	return palette(f.of.Lines[i].Look.Nth)
}

func (f *costs) glyph(i int) draw.GlyphStyle {
	if i == 0 {
		return draw.GlyphStyle{Color: f.color(0), Radius: 2.2, Shape: draw.CrossGlyph{}}
	}
	g := glyph(f.of.Lines[i].Look.Nth)
	g.Radius = 2.2
	return g
}

func (f *costs) stroke(i int) draw.LineStyle {
	if i == 0 {
		return stroke(f.color(0), 1.3, 4, 2)
	}
	return stroke(f.color(i), 1.1, dashing(i-1)...)
}

func (f *costs) legend() (list []entry) {
	for i, line := range f.of.Lines {
		list = append(list, entry{line.Name.In(f.lang), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			c.StrokeLine2(f.stroke(i), b.Min.X, y, b.Max.X, y)
			c.DrawGlyph(f.glyph(i), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
		}})
	}
	return list
}

func (f *costs) paint(c draw.Canvas) {
	data := plane{x: f.x, y: f.y, xLabel: f.of.XLabel.In(f.lang), yLabel: f.of.YLabel.In(f.lang), lang: f.lang, top: markHeight, right: 4}.paint(c)
	f.paintMarks(data)
	f.paintBand(data)
	data.Min.Y += bandHeight
	at := func(x, y float64) vg.Point {
		return vg.Point{X: data.X(f.x.at(x)), Y: data.Min.Y - bandHeight + vg.Length(f.y.at(y))*(data.Max.Y-data.Min.Y+bandHeight)}
	}
	for i := range f.of.Lines {
		i = len(f.of.Lines) - 1 - i // the first one is above all others
		var line []vg.Point
		for _, x := range f.places() {
			line = append(line, at(x, f.of.Lines[i].At(x)))
		}
		data.StrokeLines(f.stroke(i), data.ClipLinesXY(line)...)
	}
	for i, line := range f.of.Lines {
		for _, d := range line.Dots {
			if p := at(d.X, d.Y); data.Contains(p) {
				data.DrawGlyph(f.glyph(i), p)
				show(data, p, Point{
					Name: line.Name.In(f.lang), Metrics: metricsOf(f.of.Cells), At: f.of.XLabel.In(f.lang) + ": " + valueText(d.X, 0, "", f.lang), Value: valueText(d.Y, 0, "", f.lang),
				})
			}
		}
	}
}

// paintMarks names places above the plot, upwards.
func (f *costs) paintMarks(c draw.Canvas) {
	sty := smallTick()
	sty.Rotation = math.Pi / 2
	sty.XAlign, sty.YAlign = text.XLeft, text.YCenter
	var where []vg.Length
	for _, m := range f.of.Marks {
		where = append(where, c.X(f.x.at(m.X)))
	}
	for i, x := range spread(where, sty.Font.Size*1.05, c.Min.X, c.Max.X) {
		c.StrokeLine2(stroke(color.Gray{0xAA}, 0.5, 2, 2), where[i], c.Min.Y, where[i], c.Max.Y)
		c.StrokeLine2(stroke(color.Gray{0xAA}, 0.5), where[i], c.Max.Y, x, c.Max.Y+4)
		c.FillText(sty, vg.Point{X: x - 1, Y: c.Max.Y + 6}, f.of.Marks[i].Name)
	}
}

// paintBand names the cheapest line along the foot of the plot.
func (f *costs) paintBand(c draw.Canvas) {
	places := f.places()
	for from := 0; from < len(places)-1; {
		who, to := f.cheapest(places[from]), from+1
		for to < len(places)-1 && f.cheapest(places[to]) == who {
			to++
		}
		b := vg.Rectangle{Min: vg.Point{X: c.X(f.x.at(places[from])), Y: c.Min.Y}, Max: vg.Point{X: c.X(f.x.at(places[to])), Y: c.Min.Y + bandHeight}}
		fillBox(c, tint(f.color(who), tints()[1]), b)
		sty := style(7.5, true, ink)
		sty.XAlign, sty.YAlign = text.XCenter, text.YCenter
		name := f.of.Lines[who].Name.In(f.lang)
		if sty.Width(name)+4 < b.Max.X-b.Min.X {
			c.FillText(sty, vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y+b.Max.Y)/2 + raise}, name)
		}
		if from > 0 {
			c.StrokeLine2(stroke(color.White, 1), b.Min.X, b.Min.Y, b.Min.X, b.Max.Y)
		}
		from = to
	}
}
