package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/canvas"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Point is a number that a figure shows, where it shows it. A page says it to a
// reader who points there.
type Point struct {
	X, Y    float64            // in the picture, from its upper left corner, in points
	Name    string             // of what: a structure, or a curve as the legend names it
	Metrics []runfolder.Metric // what is shown of it; none where the figure does not know
	At      string             // where on the axes: "ε = 1 %"; may be empty
	Value   string             // with its interval and unit: "2.96 ± 0.02 ms"
}

// picture is an SVG that keeps the points that it shows.
type picture struct {
	*canvas.SVG
	points []Point
}

// Picture is the drawing as an SVG file with the points that it shows, in the
// order in which they are painted.
func (d *Drawing) Picture(l Label) (svg []byte, points []Point, err error) {
	c := &picture{SVG: canvas.NewSVG(d.Width, d.Height, "fig-"+l.ID, l.Title)}
	svg, err = d.painted(c) // in greys without points, for which nobody asks
	return svg, c.points, err
}

// show records that a point is painted at a place. Of the formats only SVG
// keeps points; what lies outside of the canvas is not seen.
func show(c draw.Canvas, at vg.Point, p Point) {
	under := c.Canvas
	for { // a part of a canvas is a canvas on a canvas
		whole, is := under.(draw.Canvas)
		if !is {
			break
		}
		under = whole.Canvas
	}
	picture, keeps := under.(*picture)
	if !keeps || !c.Contains(at) {
		return
	}
	p.X, p.Y = picture.Place(at)
	picture.points = append(picture.points, p)
}

// show records a point of a curve.
func (c curvePlot) show(at vg.Point, curve Curve, i int) {
	if curve.said != nil {
		show(c.Canvas, at, curve.said[i])
		return
	}
	p := Point{Name: curve.Label.In(c.lang), At: c.xText(curve.X[i]), Value: curve.Points[i].text("", c.lang)}
	if curve.Metric != "" {
		p.Metrics = []runfolder.Metric{curve.Metric}
	}
	show(c.Canvas, at, p)
}

// xText is a place on the x axis, by its name if it has one.
func (c curvePlot) xText(x float64) string {
	value := valueText(x, 0, "", c.lang)
	if i := int(x - c.From); i >= 0 && i < len(c.Names) {
		value = c.Names[i]
	}
	return c.XLabel.In(c.lang) + ": " + value
}

// metricsOf are those of cells, in their order.
func metricsOf(cells []report.Cell) (list []runfolder.Metric) {
	for _, c := range cells {
		if !slices.Contains(list, c.Metric) {
			list = append(list, c.Metric)
		}
	}
	return list
}

// regionSteps is on how many places of each axis a map is read.
const regionSteps = 16

// show records the regions at places all over the map, which has no points.
func (f *regions) show(c graph) {
	for i := range regionSteps {
		for j := range regionSteps {
			up, right := (float64(i)+0.5)/regionSteps, (float64(j)+0.5)/regionSteps
			name := f.of.Names[f.at(right, up)]
			show(c.Canvas, vg.Point{X: c.X(right), Y: c.Y(up)}, Point{
				Name: name.In(f.lang), Metrics: metricsOf(f.of.Cells), At: f.of.XLabel.In(f.lang) + ": " + roughly(c.xs.value(right), f.lang), Value: f.of.YLabel.In(f.lang) + ": " + roughly(c.ys.value(up), f.lang),
			})
		}
	}
}

// roughly writes a place with two digits, in groups.
func roughly(v float64, l bilingual.Lang) string {
	power := math.Pow(10, math.Floor(math.Log10(v))-1)
	if v = math.Round(v/power) * power; v < 10 {
		return bilingual.Number(v, 1, l)
	}
	return bilingual.Count(int(v), l)
}
