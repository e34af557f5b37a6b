package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// CurvesOf is the content of a Curves figure.
type CurvesOf struct {
	Note    bilingual.Text // above the plots
	Caption string
	Panels  []CurvePanel // from top to bottom; the first one's legend serves all

	// Of are the metrics of which the panels show the cells' means, which may be
	// medians; none where they show other estimates.
	Of []*report.Metric

	// Times are timed metrics of which the points are made by PointAt, or computed.
	Times []runfolder.Metric

	// Cells are those of the run that the figure is made of, which its caption tells in
	// place of Caption; none: Caption does.
	Cells []report.Cell

	lines  []string  // behind the note
	height vg.Length // of the figure; 0: by the number of panels
}

// Curves is numbers along an axis: curves with points and intervals, or bars, in
// panels of their own axes. read finds them in a run, or returns a NoData
// error.
func Curves(id string, title bilingual.Text, read func(s *report.Summary, l bilingual.Lang) (CurvesOf, error)) Figure {
	return laidOut(id, title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
		of, err := read(s, l)
		if err != nil {
			return nil, err
		}
		p := of.page(l)
		for _, name := range of.Times {
			if m := s.Metric(name); m != nil {
				p.shown = append(p.shown, m)
			}
		}
		return p, nil
	})
}

// Draw draws the curves under a title. They may be of several runs.
func (of CurvesOf) Draw(title bilingual.Text, l bilingual.Lang) *Drawing {
	p := of.page(l)
	p.title = title.In(l)
	return p.drawing()
}

func (of CurvesOf) page(l bilingual.Lang) *page {
	p := &page{
		lines: append([]string{of.Note.In(l)}, of.lines...), caption: of.Caption, cells: of.Cells, of: of.Of, height: figureHeight,
	}
	if len(of.Panels) > 1 || of.Panels[0].Foot != nil {
		p.height *= 1.45
	}
	p.height = cmp.Or(of.height, p.height)
	for i := range of.Panels {
		plane := of.Panels[i].plane(l)
		plane.share = cmp.Or(plane.share, 1/float64(len(of.Panels)))
		p.planes = append(p.planes, plane)
	}
	p.legend = of.Panels[0].legend(l)
	if slices.ContainsFunc(of.Panels, func(c CurvePanel) bool { return c.cut }) {
		p.legend = append(p.legend, cutEntry(l))
	}
	return p
}

// Curve is one of a panel.
type Curve struct {
	Label  bilingual.Text   // in the legend; a curve without one is not there
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
	Name     bilingual.Text
	Nth      int // colour
}

// CurvePanel is one plot.
type CurvePanel struct {
	XLabel, YLabel bilingual.Text
	From, To       float64  // of the x axis
	Names          []string // of the whole numbers from From on; nil: the numbers
	Round          bool     // the x axis is marked at round numbers, not at the places of the points
	Curves         []Curve
	Log            bool    // of the y axis
	LogX           bool    // in any case, with marks at round numbers; 0 < From, no Names
	Level          float64 // a horizontal line; 0 for none
	LevelLabel     bilingual.Text
	Low, High      float64 // of the y axis; a High of 0 to fit the curves
	Marks          []Mark  // upright lines with a name
	Foot           []Stretch

	share  float64 // of the height; 0: as much as the others
	xScale *scale  // in place of From, To and Names
	xMarks []tick
	yScale *scale         // nil: by Log, Low and High
	yMarks int            // how many, with yScale
	remark bilingual.Text // on the y axis; empty: on its scale
	mute   bool           // the panel below has the labels of the x axis
	bars   bool           // from zero, side by side at each place, in place of curves
	floor  bool           // what lies below a logarithmic axis stands at its foot, with an arrow
	cut    bool           // an interval goes on beyond the panel
}

func (c *CurvePanel) legend(l bilingual.Lang) []entry {
	var list []entry
	for _, curve := range c.Curves {
		if curve.Label == (bilingual.Text{}) {
			continue
		}
		list = append(list, entry{curve.Label.In(l), func(box draw.Canvas) { c.paintEntry(box, curve) }})
	}
	if c.floor {
		list = append(list, entry{bilingual.Text{EN: "zero, or below the axis", PT: "zero, ou abaixo do eixo"}.In(l), func(c draw.Canvas) {
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

func pointsOf(curves []Curve) (all []CurvePoint) {
	for _, c := range curves {
		all = append(all, c.Points...)
	}
	return all
}

// Add adds a point.
func (c *Curve) Add(x float64, p CurvePoint) {
	c.X, c.Points = append(c.X, x), append(c.Points, p)
}

// Through is a curve with cells (PointAt), times a factor, each at its place on the x
// axis. A cell of fewer than two values has no point, nor has one whose place is none.
func Through[C Sampled](c Curve, cells []C, factor float64, place func(C) float64) Curve {
	for _, cell := range cells {
		if p, ok := PointAt(cell, factor); ok && !math.IsNaN(place(cell)) {
			c.Add(place(cell), p)
		}
	}
	return c
}

// Trace adds points of a function without intervals, so many steps at equal ratios from one place
// to another.
func (c *Curve) Trace(from, to float64, steps int, f func(x float64) float64) {
	for i := range steps + 1 {
		x := from * math.Pow(to/from, float64(i)/float64(steps))
		c.Add(x, CurvePoint{Value: f(x)})
	}
}

// Positive is the curve without points of 0 and below, for which a logarithmic axis has no
// place.
func (c Curve) Positive() Curve { return c.only(func(p CurvePoint) bool { return p.Value > 0 }) }

// only is the curve with some of its points.
func (c Curve) only(some func(CurvePoint) bool) Curve {
	all := c
	c.X, c.Points, c.said = nil, nil, nil
	for i, p := range all.Points {
		if !some(p) {
			continue
		}
		if c.Add(all.X[i], p); all.said != nil {
			c.said = append(c.said, all.said[i])
		}
	}
	return c
}

// Add adds those of the curves that have points, on a logarithmic axis Positive ones.
func (c *CurvePanel) Add(curves ...Curve) {
	for _, curve := range curves {
		if c.Log {
			curve = curve.Positive()
		}
		if len(curve.X) > 0 {
			c.Curves = append(c.Curves, curve)
		}
	}
}

// Fit lets the x axis reach from the least place of a point to the greatest.
func (c *CurvePanel) Fit() {
	c.From, c.To = math.Inf(1), math.Inf(-1)
	for _, curve := range c.Curves {
		c.From, c.To = min(c.From, slices.Min(curve.X)), max(c.To, slices.Max(curve.X))
	}
}

// Or are the curves where every panel has one, else an error that says what the run lacks.
func (of CurvesOf) Or(lacks NoData) (CurvesOf, error) {
	for _, p := range of.Panels {
		if len(p.Curves) == 0 {
			return CurvesOf{}, lacks
		}
	}
	return of, nil
}
