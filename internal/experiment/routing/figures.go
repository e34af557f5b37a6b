package routing

import (
	_ "embed"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func figures() []figure.Figure {
	return []figure.Figure{
		drawn("routing-tree", ofTrees),
		drawn("routing-graph", ofGraph),
		drawn("routing-depth", ofDepths),
		drawn("routing-moves", ofMoves),
		drawn("routing-fill-tree", fillInTrees),
		drawn("routing-fill-graph", fillInGraph),
		drawn("routing-bytes", ofBytes),
	}
}

// drawing is the content of a figure. Without a caption it is of means.
type drawing struct {
	caption, note bilingual.Text
	panels        []figure.CurvePanel
}

// drawn is a figure of panels, if there is anything in each.
func drawn(id string, draw func(ran) drawing) figure.Figure {
	return trial.Curves(id, text(id), func(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
		of := draw(read(d))
		caption := of.caption.In(l)
		if caption == "" {
			caption = figure.WithIntervals(text("means", d.Meta.Reps, d.Meta.Parameters["lookups"]), l)
		}
		return figure.CurvesOf{Caption: caption, Note: of.note, Panels: of.panels}.Or("the run does not hold two networks of the methods to draw")
	})
}

// over is a panel over a list of whole numbers, at equal distances.
func over(list []int, x, y bilingual.Text, curves ...figure.Curve) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: x, YLabel: y, From: 0, To: math.Max(1, float64(len(list)-1))}
	for _, v := range list {
		p.Names = append(p.Names, strconv.Itoa(v))
	}
	p.Add(curves...)
	return p
}

// curve has a point for each of the cells that the run has, one beside the other.
func (r ran) curve(label bilingual.Text, look figure.Look, m runfolder.Metric, places int, at func(i int) claim.Cell) figure.Curve {
	factor := 1.0
	if m == Fill {
		factor = 100 // %
	}
	c := figure.Curve{Label: label, Look: look, Metric: m}
	for i := range places {
		if y, ok := figure.PointAt(at(i), factor); ok {
			c.Add(float64(i), y)
		}
	}
	return c
}

// line is a cell's mean all along so many places, dashed.
func (r ran) line(label bilingual.Text, nth int, c claim.Cell, places int) figure.Curve {
	y, ok := figure.PointAt(c, 1)
	if !ok {
		return figure.Curve{}
	}
	level := figure.CurvePoint{Value: y.Value}
	return figure.Curve{
		Label: label, Look: figure.Look{Nth: nth}.Theory(4, 2.5), Metric: c.Metric,
		X: []float64{0, float64(places - 1)}, Points: []figure.CurvePoint{level, level},
	}
}

// inGraph are the messages with filters in the graph, and dashed those with tables and with
// nothing.
func (r ran) inGraph(places int, at func(method string, i int) scheme) (curves []figure.Curve) {
	for _, method := range graphMethods() {
		cell := func(i int) claim.Cell { return r.at(at(method, i), Hops) }
		curves = append(curves, r.curve(labelOf(method), r.look(method), Hops, places, cell))
	}
	for _, method := range []string{exact, walk} {
		curves = append(curves, r.line(labelOf(method), r.look(method).Nth, r.at(scheme{scene: graph, method: method}, Hops), places))
	}
	return curves
}

// look is that of a method in all figures of the run. ORs in a tree are attenuated filters
// of one level, and look like these.
func (r ran) look(method string) figure.Look {
	if method == ored {
		method = attenuated
	}
	return figure.LookOf(r.Summary, method)
}

// middle is the size in the middle of those of the run.
func (r ran) middle() int {
	if len(r.bits) == 0 {
		return 0
	}
	return r.bits[len(r.bits)/2]
}

// sizes are the smallest, middle and largest of the run.
func (r ran) sizes() (list []int) {
	if len(r.bits) == 0 {
		return nil
	}
	for _, bits := range []int{r.bits[0], r.middle(), last(r.bits)} {
		if bits > last(list) {
			list = append(list, bits)
		}
	}
	return list
}

// labelOf is the title of a method, or less where figures say the rest.
func labelOf(method string) bilingual.Text {
	switch method {
	case kept:
		return text("kept")
	case confident:
		return text("linear")
	case flat:
		return text("flat")
	}
	list := methods()
	return list[slices.IndexFunc(list, func(m trial.Method) bool { return m.Name == method })].Title
}

// ofTrees is messages and wrong turns of lookups in tree and quadtree.
func ofTrees(r ran) drawing {
	panel := func(m runfolder.Metric, label bilingual.Text) figure.CurvePanel {
		var curves []figure.Curve
		for i, in := range []struct {
			scene string
			name  bilingual.Text
			at    []axis.Place
		}{
			{tree, text("tree"), nil},
			{quadtree, text("quadtree"), moved(0)},
		} {
			curves = append(curves, r.curve(in.name, figure.Look{Nth: i}, m, len(r.bits), func(i int) claim.Cell {
				return r.at(scheme{in.scene, ored, r.bits[i], 0}, m, in.at...)
			}))
			if m == Hops {
				curves = append(curves, r.line(text("exact lists", in.name), i, r.at(scheme{scene: in.scene, method: exact}, m, in.at...), len(r.bits)))
			}
		}
		return over(r.bits, text("message bits"), label, curves...)
	}
	return drawing{
		note: text("tree note"),
		panels: []figure.CurvePanel{
			panel(Hops, text("hops")), panel(Wrong, text("wrong turns")),
		},
	}
}

// ofGraph compares the methods at messages of one size.
func ofGraph(r ran) drawing {
	of := drawing{note: text("graph note")}
	for _, depth := range r.shown() {
		curves := r.inGraph(len(r.bits), func(method string, i int) scheme { return scheme{graph, method, r.bits[i], depth} })
		p := over(r.bits, text("message bits"), text("messages at a reach", depth), curves...)
		p.Log = true
		of.panels = append(of.panels, p)
	}
	return of
}

// shown are the depths with a panel of their own: the number of a linear filter's bits of
// a cell, or the middle one, and the greatest.
func (r ran) shown() (list []int) {
	for _, depth := range r.depths {
		if depth == cellBits && depth < last(r.depths) {
			list = append(list, depth)
		}
	}
	if len(list) == 0 && len(r.depths) > 1 {
		list = append(list, r.depths[(len(r.depths)-1)/2])
	}
	return append(list, last(r.depths))
}

// ofDepths is how far filters of one size lead as they reach farther.
func ofDepths(r ran) drawing {
	bits := r.middle()
	curves := r.inGraph(len(r.depths), func(method string, i int) scheme { return scheme{graph, method, bits, r.depths[i]} })
	p := over(r.depths, text("reach"), text("hops"), curves...)
	p.Log = true
	return drawing{panels: []figure.CurvePanel{p}, note: text("depth note", bits, cellBits)}
}

func ofMoves(r ran) drawing {
	bits := r.middle()
	panel := func(m runfolder.Metric, label bilingual.Text) figure.CurvePanel {
		var curves []figure.Curve
		for _, s := range []scheme{{quadtree, ored, bits, 0}, {quadtree, kept, bits, 0}, {scene: quadtree, method: exact}} {
			curves = append(curves, r.curve(labelOf(s.method), r.look(s.method), m, len(r.times), func(i int) claim.Cell {
				return r.at(s, m, Times.At(r.times[i]))
			}))
		}
		return over(r.times, text("times moved"), label, curves...)
	}
	return drawing{
		note:   text("moves note", bits),
		panels: []figure.CurvePanel{panel(Hops, text("hops")), panel(Update, text("bytes for a move"))},
	}
}

// fill is how full the filters of a scheme are on levels.
func (r ran) fill(label bilingual.Text, look figure.Look, s scheme, levels []int, at ...axis.Place) figure.Curve {
	return r.curve(label, look, Fill, len(levels), func(i int) claim.Cell {
		return r.at(s, Fill, append(at, Level.At(levels[i]))...)
	})
}

// fillInTrees is how full filters of one size are on the levels of trees.
func fillInTrees(r ran) drawing {
	panel := func(scene string, label bilingual.Text, at ...axis.Place) figure.CurvePanel {
		var curves []figure.Curve
		deepest := 0
		for i, bits := range r.sizes() {
			c := r.fill(text("bits", bits), figure.Look{Nth: i}, scheme{scene, ored, bits, 0}, axis.Span(0, mostNodes), at...)
			deepest = max(deepest, len(c.X)-1)
			curves = append(curves, c)
		}
		return over(axis.Span(0, deepest), text("below the root"), label, curves...)
	}
	return drawing{
		note: text("fill-tree note"),
		panels: []figure.CurvePanel{
			panel(tree, text("bits set, tree")),
			panel(quadtree, text("bits set, quadtree"), moved(0)...),
		},
	}
}

// fillInGraph is how full attenuated and linear filters are by distance.
func fillInGraph(r ran) drawing {
	distances := axis.Span(1, last(r.depths))
	var curves []figure.Curve
	for i, bits := range r.sizes() {
		for _, method := range []string{attenuated, confident} {
			look := figure.Look{Nth: i}
			if method == confident {
				look = look.Broken(4, 2.5)
			}
			curves = append(curves, r.fill(text("of bits", labelOf(method), bits), look, scheme{graph, method, bits, last(r.depths)}, distances))
		}
	}
	return drawing{
		note:   text("fill-graph note", last(r.depths)),
		panels: []figure.CurvePanel{over(distances, text("distance"), text("bits set"), curves...)},
	}
}

// ofBytes is what each method sends in all, by the number of lookups.
func ofBytes(r ran) drawing {
	bits, depth := r.middle(), last(r.depths)
	panel := func(scene string, label bilingual.Text, filters ...scheme) figure.CurvePanel {
		var curves []figure.Curve
		for _, method := range []string{exact, flood, walk} {
			curves = append(curves, r.total(scheme{scene: scene, method: method}))
		}
		for _, s := range filters {
			curves = append(curves, r.total(s))
		}
		p := over([]int{1, 10, 100, 1000, 10_000, 100_000}, text("lookups"), label, curves...)
		p.Log = true
		return p
	}
	return drawing{
		caption: text("computed", r.Meta.Reps),
		note:    text("bytes note", bits, depth),
		panels: []figure.CurvePanel{
			panel(graph, text("bytes, graph"),
				scheme{graph, attenuated, bits, depth}, scheme{graph, confident, bits, depth}),
			panel(tree, text("bytes, tree"), scheme{tree, ored, bits, 0}),
		},
	}
}

// total is the bytes of a scheme for 1, 10 … 100,000 lookups.
func (r ran) total(s scheme) figure.Curve {
	label := labelOf(s.method)
	if s.method == attenuated { // its look is that of ORs in the tree
		label = text("attenuated")
	}
	c := figure.Curve{Label: label, Look: r.look(s.method)}
	told, each := r.at(s, Advert).Mean(), r.at(s, LookupBytes).Mean()
	if math.IsNaN(told) {
		told = 0 // nothing is told
	}
	if math.IsNaN(each) {
		return c
	}
	for x, lookups := range []float64{1, 10, 100, 1000, 10_000, 100_000} {
		c.Add(float64(x), figure.CurvePoint{Value: told + lookups*each})
	}
	return c
}
