package figure

import (
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/runfolder"
)

// Sizes in points.
const (
	distRoomy = 28.0 // height of a row where there are few
	distClose = 13.0 // and where there are many
	distRoom  = 420  // for all rows of a page
	distDot   = 0.9  // radius where there are many dots
	distFew   = 60   // values of a cell, up to which they are larger
)

func (d *distribution) notes() []string {
	held := maps.Clone(d.held)
	if len(d.values) == 1 {
		held[d.along.Name] = d.values[0]
	}
	each := bilingual.Text{EN: "Each dot is one timed section, a row of the measurements.", PT: "Cada ponto é uma seção cronometrada, uma linha das medições."}
	if !d.metric.Timed() {
		each = bilingual.Text{EN: "Each dot is one measured value, a row of the measurements.", PT: "Cada ponto é um valor medido, uma linha das medições."}
	}
	notes := []string{strings.TrimSpace(held.sentence(d.summary, d.lang) + " " + each.In(d.lang))}
	if d.beyond > 0 {
		notes = append(notes, words("values beyond", d.beyond).In(d.lang))
	}
	if len(d.apart) > 0 {
		notes = append(notes, words("not drawn", say(d.summary, d.scale.Unit, d.lang), strings.Join(d.apart, "; ")).In(d.lang))
	}
	return notes
}

func (d *distribution) legend() []entry {
	return []entry{
		{bilingual.Text{EN: "median", PT: "mediana"}.In(d.lang), func(c draw.Canvas) { paintMedian(c, c.Center(), 5) }},
		{bilingual.Text{EN: "mean", PT: "média"}.In(d.lang), func(c draw.Canvas) { paintMean(c, c.Center()) }},
	}
}

// paintMedian draws an upright bar.
func paintMedian(c draw.Canvas, at vg.Point, half vg.Length) {
	c.StrokeLine2(stroke(ink, 1), at.X, at.Y-half, at.X, at.Y+half)
}

// paintMean draws a diamond.
func paintMean(c draw.Canvas, at vg.Point) {
	for _, g := range []draw.GlyphStyle{{Color: color.White, Radius: 2.6}, {Color: ink, Radius: 1.9}} {
		diamond{}.DrawGlyph(&c, g, at)
	}
}

// frame has a row for each swarm: those of several places stand below the name of their
// structure.
func (d *distribution) frame() *rowFrame {
	f := &rowFrame{lang: d.lang, axis: d.axis, label: d.label(), marks: 8, level: math.NaN(), titles: []string{""}}
	f.height = min(distRoomy, max(distClose, distRoom/vg.Length(len(d.rows))))
	name := ""
	for _, row := range d.rows {
		if len(d.values) > 1 && row.name != name {
			name = row.name
			f.heading(name)
		}
		words := row.name
		if name != "" {
			words = row.place
		}
		f.row(words, frameCell{paint: func(c draw.Canvas, y vg.Length) {
			d.paintSwarm(c, row, y, f.height)
			number := func(v float64) string { return valueText(v, 0, say(d.summary, d.scale.Unit, d.lang), d.lang) }
			show(c, vg.Point{X: c.X(d.axis.at(row.median)), Y: y}, Point{
				Name: row.name, Metrics: []runfolder.Metric{d.metric.Name}, At: row.place,
				Value: bilingual.Text{EN: "median %s, mean %s, %d values", PT: "mediana %s, média %s, %d valores"}.With(number(row.median), number(row.mean), len(row.values)).In(d.lang),
			})
		}})
	}
	return f
}

// dot is the radius of the dots.
func (d *distribution) dot() vg.Length {
	if slices.ContainsFunc(d.rows, func(row swarm) bool { return len(row.values) > distFew }) {
		return distDot
	}
	return 1.4 * distDot
}

func (d *distribution) label() string {
	label := valueLabel(d.summary, d.metric, bilingual.Text{}, d.lang)
	if d.metric.Timed() {
		label = bilingual.Text{EN: "Time", PT: "Tempo"}.In(d.lang) + " (" + say(d.summary, d.scale.Unit, d.lang) + ")"
	}
	return d.axis.named(label, d.lang)
}

// paintSwarm draws the values of a cell: dots that would cover each other stand
// above and below, closer where a row has no room for them, so that the height
// is their density. The bar of the median goes through them, the mean stands at
// their foot.
func (d *distribution) paintSwarm(c draw.Canvas, s swarm, y, height vg.Length) {
	clr := palette(s.nth)
	dot, half := d.dot(), min(height/2-1.5, 18)
	bins, most := map[int][]float64{}, 0
	var below, above int
	for _, v := range s.values {
		switch {
		case v < d.axis.low:
			below++
		case v > d.axis.high:
			above++
		default:
			bin := int(math.Floor(float64((c.X(d.axis.at(v)) - c.Min.X) / (2 * dot))))
			bins[bin] = append(bins[bin], v)
			most = max(most, len(bins[bin]))
		}
	}
	apart := vg.Length(2.1 * dot)
	if most > 1 {
		apart = min(apart, 2*(half-dot)/vg.Length(most-1))
	}
	for bin := 0; bin <= int(c.Size().X/(2*dot))+1; bin++ {
		for i, v := range bins[bin] {
			c.FillPolygon(clr, octagon(vg.Point{X: c.X(d.axis.at(v)), Y: y + apart*(vg.Length(i)-vg.Length(len(bins[bin])-1)/2)}, distDot))
		}
	}
	d.paintBeyond(c, clr, y, -1, below)
	d.paintBeyond(c, clr, y, 1, above)
	reach := max(min(half, apart*vg.Length(most)/2+2), 4) // of the marks
	if d.axis.has(s.median) {
		paintMedian(c, vg.Point{X: c.X(d.axis.at(s.median)), Y: y}, reach)
	}
	if d.axis.has(s.mean) {
		paintMean(c, vg.Point{X: c.X(d.axis.at(s.mean)), Y: y - reach + 1})
	}
}

// paintBeyond counts the values beyond an end of the axis.
func (d *distribution) paintBeyond(c draw.Canvas, clr color.Color, y, to vg.Length, n int) {
	if n == 0 {
		return
	}
	sty := aligned(style(6.5, false, ink), text.XRight, text.YCenter)
	at := vg.Point{X: c.Max.X + 4, Y: y}
	if to < 0 {
		at.X, sty.XAlign = c.Min.X-3, text.XLeft
	}
	arrow(c, clr, at, to)
	c.FillText(sty, vg.Point{X: at.X - 5*to, Y: y + raise}, bilingual.Count(n, d.lang))
}

// octagon is a small disc: thousands of curves would make a file of megabytes.
func octagon(at vg.Point, r vg.Length) (corners []vg.Point) {
	for i := range 8 {
		sin, cos := math.Sincos(math.Pi * (float64(i) + 0.5) / 4)
		corners = append(corners, vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)})
	}
	return corners
}
