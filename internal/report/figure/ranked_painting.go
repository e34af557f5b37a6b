package figure

import (
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/runfolder"
)

func (r *ranked) notes() []string {
	order := bilingual.Text{EN: "Within a family, the rows are sorted by the mean (ascending).", PT: "Em cada família, as linhas estão em ordem crescente da média."}
	if len(r.panels) > 1 {
		order = bilingual.Text{EN: "Within a family, the rows are sorted by the mean in the left panel (ascending).", PT: "Em cada família, as linhas estão em ordem crescente da média no painel da esquerda."}
	}
	return []string{order.In(r.lang)}
}

func (r *ranked) legend() []entry {
	list := []entry{{meanText(r.wide).In(r.lang), func(c draw.Canvas) {
		at, low, high := c.Center(), c.Min.X, c.Max.X
		if !r.wide {
			low, high = at.X, at.X
		}
		paintDot(c, draw.GlyphStyle{Color: soft, Radius: 2.7, Shape: disc{}}, at.Y, low, at.X, high)
	}}}
	if r.anywhere && len(r.panels) > 1 {
		list = append(list, entry{bilingual.Text{EN: "structure without %s: same value in all panels", PT: "estrutura sem %s: mesmo valor em todos os painéis"}.With(say(r.summary, r.along.Symbol(), r.lang)).In(r.lang), star})
	}
	if r.cut {
		list = append(list, cutEntryAcross(r.lang, soft, 0.9))
	}
	if !r.of.OfAsked { // of rates the smallest is not the best
		list = append(list, entry{bilingual.Text{EN: "bold number: smallest mean of the panel", PT: "número em negrito: menor média do painel"}.In(r.lang), func(c draw.Canvas) {
			sty := aligned(numberStyle(true), text.XRight, text.YCenter)
			c.FillText(sty, vg.Point{X: c.Max.X, Y: c.Center().Y}, bilingual.Number(1.23, 2, r.lang))
		}})
	}
	return list
}

// star is the mark of names whose structures have no place on an axis.
func star(c draw.Canvas) {
	sty := aligned(rowStyle(), text.XRight, text.YCenter)
	c.FillText(sty, vg.Point{X: c.Max.X, Y: c.Center().Y}, "*")
}

// starred is a name with its mark, if it has one.
func starred(name string, mark bool) string {
	if mark {
		name += "*"
	}
	return name
}

// frame has a row for each structure.
func (r *ranked) frame() *rowFrame {
	label := r.axis.named(labelOf(r.summary, r.metric, r.of.Label, r.of.OfAsked, r.lang), r.lang)
	f := &rowFrame{lang: r.lang, axis: r.axis, label: label, marks: 4, level: r.level, height: 11}
	if !math.IsNaN(r.level) {
		f.levelText = r.levelText()
	}
	for _, p := range r.panels {
		f.titles = append(f.titles, p.title)
	}
	best := r.best()
	for _, g := range r.groups {
		f.heading(g.title)
		for _, row := range g.rows {
			var cells []frameCell
			for i, d := range row.dots {
				cell := frameCell{number: bilingual.ThreeDigits(d.Value, r.lang), bold: d.Value == best[i] && !r.of.OfAsked}
				if !math.IsNaN(d.Value) {
					cell.paint = func(panel draw.Canvas, y vg.Length) { r.paintDot(panel, row, i, y) }
				}
				cells = append(cells, cell)
			}
			f.row(starred(row.name, row.anywhere), cells...)
		}
	}
	return f
}

// paintDot draws the mean of a structure with its interval.
func (r *ranked) paintDot(panel draw.Canvas, row rankedRow, i int, y vg.Length) {
	x := func(v float64) vg.Length { return panel.X(r.axis.at(v)) }
	d, p := row.dots[i], r.panels[i]
	paintDot(panel, glyph(row.nth, 2.6), y, x(d.low()), x(d.Value), x(d.high()))
	unit := say(r.summary, r.scale.Unit, r.lang)
	if r.of.OfAsked {
		unit = ofAsked(r.lang)
	}
	show(panel, vg.Point{X: x(d.Value), Y: y}, Point{
		Name: row.name, Metrics: []runfolder.Metric{p.metric.Name}, At: strings.ReplaceAll(p.title, "\n", " "), Value: d.text(unit, r.lang),
	})
}

func (r *ranked) levelText() string {
	if r.of.OfAsked {
		return bilingual.Text{EN: "requested", PT: "pedida"}.In(r.lang)
	}
	return r.of.BaselineLabel.In(r.lang) + " " + bilingual.ThreeDigits(r.level, r.lang)
}

// paintDot draws an interval without caps, cut off at the panel's edges with
// an arrow, and the mark of its structure.
func paintDot(c draw.Canvas, mark draw.GlyphStyle, y, low, mean, high vg.Length) {
	levelBar(c, stroke(mark.Color, 1.1), mark.Color, y, low, high, 0)
	c.DrawGlyph(mark, vg.Point{X: mean, Y: y})
}

// best are the smallest means of the panels.
func (r *ranked) best() (list []float64) {
	for i := range r.panels {
		means := nothing()
		for _, g := range r.groups {
			for _, row := range g.rows {
				means.include(row.dots[i].Value)
			}
		}
		list = append(list, means.low)
	}
	return list
}
