package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
)

// fblFigure is a figure of the evaluation of the linear Bloom filter. Its
// panels are curves over b or k.
func fblFigure(id string, title Text, note Text, panels func(*fblPoints) []curvePanel) Figure {
	f := Figure{ID: id, Experiment: "fbl", Title: Text{
		"Figure " + id + ": " + title.EN,
		"Figura " + id + ": " + title.PT,
	}}
	f.Draw = func(d *Data, l Lang) (*Drawing, error) {
		whole := strings.NewReplacer(" = ", "\u00a0=\u00a0") // no line begins with a number alone
		points := newFBLPoints(d.Run)
		list := panels(points)
		if points.missing != "" {
			return nil, NoData(points.missing)
		}
		p := &page{
			title: whole.Replace(f.Title.In(l)), lines: append([]string{note.In(l)}, remarks(d.Summary, l)...),
			caption: points.caption(id, l), width: figureWidth, height: figureHeight,
		}
		if len(list) > 1 {
			p.height *= 1.45
		}
		for i := range list {
			p.panels = append(p.panels, list[i].panel(l, 1/float64(len(list))))
		}
		p.legend = list[0].legend(l)
		return p.drawing(), nil
	}
	return f
}

// fblPoints finds the numbers of a run.
type fblPoints struct {
	meta    *runfolder.Meta
	rows    map[fblKey]fblPoint
	missing string // a metric that was asked for in vain
}

type fblKey struct{ metric, n, b, k, quantisation, occupancy string }

// fblPoint is a number with the half-width of its 95 % interval, 0 where the
// run tells none.
type fblPoint struct{ value, half float64 }

func newFBLPoints(run *runfolder.Run) *fblPoints {
	p := &fblPoints{meta: &run.Meta, rows: map[fblKey]fblPoint{}}
	at := func(name string) int { return slices.Index(run.Columns, name) }
	n, b, k, q := at(fbl.ColumnN), at(fbl.ColumnB), at(fbl.ColumnK), at(fbl.ColumnQuantisation)
	occupancy, se := at(fbl.ColumnOccupancy), at(fbl.ColumnSE)
	if min(n, b, k, q, occupancy, se) < 0 {
		return p
	}
	for _, r := range run.Measured() {
		half, err := strconv.ParseFloat(r.Extra[se], 64)
		if err != nil {
			half = 0 // few iterations have no standard error
		}
		p.rows[fblKey{r.Metric, r.Extra[n], r.Extra[b], r.Extra[k], r.Extra[q], r.Extra[occupancy]}] = fblPoint{r.Value, 1.96 * half}
	}
	return p
}

// curve collects the points of one curve; those that the run lacks, since they
// cannot be reached, are left out. A curve without any is missing data.
func (p *fblPoints) curve(label Text, look look, xs []int, key func(x int) fblKey) curve {
	c := curve{label: label, look: look}
	for _, x := range xs {
		if point, ok := p.rows[key(x)]; ok {
			c.x, c.points = append(c.x, float64(x)), append(c.points, point)
		}
	}
	if len(c.x) == 0 && p.missing == "" {
		p.missing = fmt.Sprintf("the run has no measurement of %q for %s", key(xs[0]).metric, label.EN)
	}
	return c
}

// overB are the curves of a metric over b at k = 7, one for each n, under the
// paper's quantisation.
func (p *fblPoints) overB(metric string) []curve {
	return p.byN(metric, widths(), func(x int) (b, k int) { return x, 7 })
}

// overK are those over k at b = 8.
func (p *fblPoints) overK(metric string) []curve {
	return p.byN(metric, hashes(), func(x int) (b, k int) { return 8, x })
}

func (p *fblPoints) byN(metric string, xs []int, at func(x int) (b, k int)) []curve {
	var list []curve
	for i, n := range []int{30, 40, 50, 60, 70} {
		label := fmt.Sprintf("n = %d", n)
		list = append(list, p.curve(Text{label, label}, look{nth: i}, xs, func(x int) fblKey {
			b, k := at(x)
			return fblKey{metric, strconv.Itoa(n), strconv.Itoa(b), strconv.Itoa(k), linear.Floor.String(), ""}
		}))
	}
	return list
}

// other is the curve of a metric over b for n = 70 under another quantisation.
func (p *fblPoints) other(metric string, q linear.Quantisation, label Text, look look) curve {
	return p.curve(label, look, widths(), func(b int) fblKey {
		return fblKey{metric, "70", strconv.Itoa(b), "7", q.String(), ""}
	})
}

// others are those under rounding and ceiling.
func (p *fblPoints) others(metric string) []curve {
	return []curve{
		p.other(metric, linear.Round, Text{"n = 70, rounded", "n = 70, arredondado"}, look{nth: 6, dashes: []vg.Length{1.5, 2}, bare: true}),
		p.other(metric, linear.Ceiling, Text{"n = 70, rounded up", "n = 70, para cima"}, look{nth: 6, dashes: []vg.Length{5, 2.5}, bare: true}),
	}
}

func widths() []int { return span(1, 16) }
func hashes() []int { return span(2, 16) }

func span(low, high int) []int {
	var list []int
	for i := low; i <= high; i++ {
		list = append(list, i)
	}
	return list
}

// caption says what the numbers are means of: iterations, or repetitions of
// Figure 4.
func (p *fblPoints) caption(id string, l Lang) string {
	of, what := p.meta.Parameters["iterations"], Text{"iterations", "iterações"}
	if id == "4" {
		of, what = p.meta.Parameters["capacity_repetitions"], Text{"repetitions", "repetições"}
	}
	n, _ := strconv.Atoi(of) // written by the experiment
	bits, _ := strconv.Atoi(p.meta.Parameters["bits"])
	return fmt.Sprintf(Text{
		"%s bits in all; means over %s %s, seed %d; 95 %% intervals where they are larger than the points",
		"%s bits ao todo; médias de %s %s, semente %d; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), count(bits, l), count(n, l), what.In(l), p.meta.Seed)
}

// look is how a curve is drawn: the nth colour and marker.
type look struct {
	nth    int
	dashes []vg.Length
	bare   bool // no markers
}

func (k look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette(k.nth), Radius: 2.4, Shape: marker(k.nth)}
}

type curve struct {
	label  Text
	look   look
	x      []float64
	points []fblPoint
}

// curvePanel is one plot.
type curvePanel struct {
	xLabel, yLabel Text
	from           float64 // of the x axis, which ends at 16
	curves         []curve
	log            bool
	level          float64 // a horizontal line; 0 for none
	levelLabel     Text
	low, high      float64 // of the y axis; a high of 0 to fit the curves
}

func (c *curvePanel) panel(l Lang, share float64) panel {
	xs, ys := extent{c.from, 16}, nothing()
	lowest := math.Inf(1)
	for _, curve := range c.curves {
		for _, p := range curve.points {
			ys.include(p.value, p.value+p.half)
			if p.value > 0 {
				lowest = min(lowest, p.value)
			}
		}
	}
	if c.level > 0 {
		ys.include(c.level)
		lowest = min(lowest, c.level)
	}
	plot := newPlot(c.xLabel.In(l))
	xs = xs.padded(0.03)
	panel := panel{plot: plot, share: share, label: c.yLabel.In(l)}
	if c.log {
		low, high := math.Floor(math.Log10(lowest)), math.Ceil(math.Log10(ys.high))
		frame(plot, xs, extent{math.Pow(10, low), math.Pow(10, high)}, everyTick(xs, l), decades(low, high, l), true)
		plot.Y.Scale = logScale{}
		panel.remark = Text{"logarithmic axis", "eixo logarítmico"}.In(l)
	} else {
		high := ys.high * 1.05
		if c.high > 0 {
			high = c.high
		}
		frame(plot, xs, extent{c.low, high}, everyTick(xs, l), ticks(c.low, high, 5, l), true)
		if c.low > 0 {
			panel.remark = Text{"axis does not start at zero", "o eixo não começa em zero"}.In(l)
		}
	}
	plot.Add(c)
	return panel
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
		decimals := max(0, int(-e))
		list = append(list, plot.Tick{Value: math.Pow(10, e), Label: number(math.Pow(10, e), decimals, l)})
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

func (c *curvePanel) legend(l Lang) []entry {
	var list []entry
	for _, curve := range c.curves {
		list = append(list, entry{curve.label.In(l), func(c draw.Canvas, b vg.Rectangle) {
			y := (b.Min.Y + b.Max.Y) / 2
			c.StrokeLine2(stroke(palette(curve.look.nth), 1.1, curve.look.dashes...), b.Min.X, y, b.Max.X, y)
			if !curve.look.bare {
				c.DrawGlyph(curve.look.glyph(), vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: y})
			}
		}})
	}
	if c.level > 0 {
		list = append(list, entry{c.levelLabel.In(l), func(c draw.Canvas, b vg.Rectangle) {
			c.StrokeLine2(levelStyle(), b.Min.X, (b.Min.Y+b.Max.Y)/2, b.Max.X, (b.Min.Y+b.Max.Y)/2)
		}})
	}
	return list
}

func levelStyle() draw.LineStyle { return stroke(color.Gray{0x77}, 1, 2, 2) }

// Plot draws level, curves and points.
func (c *curvePanel) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	if c.level > 0 {
		canvas.StrokeLine2(levelStyle(), canvas.Min.X, y(c.level), canvas.Max.X, y(c.level))
	}
	for _, curve := range c.curves {
		var line []vg.Point
		for i, point := range curve.points {
			line = append(line, vg.Point{X: x(curve.x[i]), Y: y(point.value)})
		}
		canvas.StrokeLines(stroke(palette(curve.look.nth), 1.1, curve.look.dashes...), canvas.ClipLinesXY(line)...)
		if curve.look.bare {
			continue
		}
		for i, point := range curve.points {
			if !canvas.ContainsY(line[i].Y) {
				continue
			}
			low, high := y(point.value-point.half), y(point.value+point.half)
			if high-low > 2*curve.look.glyph().Radius {
				errorBar(canvas, stroke(palette(curve.look.nth), 0.8), line[i].X, low, high, 2)
			}
			canvas.DrawGlyph(curve.look.glyph(), line[i])
		}
	}
}

// Texts that several of the figures share.
func bitsPerCell() Text { return Text{"bits in a cell, b", "bits por célula, b"} }
func hashCount() Text   { return Text{"hash functions, k", "funções de hash, k"} }

func quantisedDown() Text {
	return Text{
		"c rounded down to b bits, as in the paper's Algorithm 2.",
		"c truncado a b bits, como no Algoritmo 2 do artigo.",
	}
}
