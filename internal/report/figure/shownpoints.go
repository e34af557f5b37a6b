package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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

// pointOf is a mean of a series at its place on the axis.
func pointOf(run *report.Summary, m *report.Metric, s *report.Series, i int, unit string, mean, half float64, l Lang) Point {
	return Point{
		Name: s.Filter, Metrics: []runfolder.Metric{m.Name}, At: isValue(run, s.Axis, s.Values[i], l),
		Value: valueText(mean, half, say(run, unit, l), l),
	}
}

// show records a structure with both of its numbers.
func (f *front) show(c draw.Canvas, p frontPoint, at vg.Point) {
	value := func(i int) string { return p.at[i].text(say(f.summary, f.units[i].Unit, f.lang), f.lang) }
	show(c, at, Point{
		Name: p.name, Metrics: []runfolder.Metric{f.along[0].Name, f.along[1].Name}, At: value(0), Value: value(1),
	})
}

// show records a point of a curve.
func (c curvePlot) show(at vg.Point, curve Curve, i int) {
	if curve.said != nil {
		show(c.Canvas, at, curve.said[i])
		return
	}
	p := Point{Name: curve.Label.In(c.lang), At: c.at(curve.X[i]), Value: curve.Points[i].text("", c.lang)}
	if curve.Metric != "" {
		p.Metrics = []runfolder.Metric{curve.Metric}
	}
	show(c.Canvas, at, p)
}

// at is a place on the x axis, by its name if it has one.
func (c curvePlot) at(x float64) string {
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
func roughly(v float64, l Lang) string {
	power := math.Pow(10, math.Floor(math.Log10(v))-1)
	if v = math.Round(v/power) * power; v < 10 {
		return number(v, 1, l)
	}
	return Count(int(v), l)
}

// value is what stands at a place of an axis, 0 to 1.
func (a scale) value(at float64) float64 {
	if a.log {
		return a.low * math.Pow(a.high/a.low, at)
	}
	return a.low + at*(a.high-a.low)
}

// show records the median and the mean of a swarm, at its middle.
func (d *distribution) show(c draw.Canvas, s swarm, y vg.Length) {
	number := func(v float64) string { return valueText(v, 0, say(d.summary, d.scale.Unit, d.lang), d.lang) }
	show(c, vg.Point{X: c.X(d.axis.at(s.median)), Y: y}, Point{
		Name: s.name, Metrics: []runfolder.Metric{d.metric.Name}, At: s.place,
		Value: fmt.Sprintf(Text{"median %s, mean %s, %d values", "mediana %s, média %s, %d valores"}.In(d.lang), number(s.median), number(s.mean), len(s.values)),
	})
}
