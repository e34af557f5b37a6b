package routing

import (
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func figures() []figure.Figure {
	return []figure.Figure{
		drawn("routing-tree",
			"Lookups in a tree and a quadtree of ORs of Bloom filters, by the bits of a filter",
			"Consultas em uma árvore e uma quadtree de disjunções de Bloom filters, pelos bits de um filtro", ofTrees),
		drawn("routing-graph",
			"Lookups in a random graph with messages of one size: attenuated, linear and plain filters",
			"Consultas em um grafo aleatório com mensagens de um só tamanho: filtros atenuados, lineares e simples", ofGraph),
		drawn("routing-depth",
			"Lookups in a random graph by the reach of filters, in messages of one size",
			"Consultas em um grafo aleatório pelo alcance dos filtros, em mensagens de um só tamanho", ofDepths),
		drawn("routing-moves",
			"Devices that move in a quadtree: lookups, and bytes told for each move",
			"Dispositivos que se movem em uma quadtree: consultas, e bytes enviados por movimento", ofMoves),
		drawn("routing-fill-tree",
			"Saturation of ORs of Bloom filters by level: filters that are joined have one size",
			"Saturação de disjunções de Bloom filters por nível: filtros que se unem têm um só tamanho", fillInTrees),
		drawn("routing-fill-graph",
			"Saturation by distance in messages of one size: levels of attenuated filters, cells of linear ones",
			"Saturação por distância em mensagens de um só tamanho: níveis de filtros atenuados, células de lineares", fillInGraph),
		drawn("routing-bytes",
			"Bytes sent in all, told before and for lookups, by the number of lookups",
			"Bytes enviados ao todo, antes e nas consultas, pelo número de consultas", ofBytes),
	}
}

// drawing is the content of a figure. Without a caption it is of means.
type drawing struct {
	caption, note figure.Text
	panels        []figure.CurvePanel
}

// drawn is a figure of panels, if there is anything in each.
func drawn(id, english, portuguese string, draw func(ran) drawing) figure.Figure {
	return trial.Curves(id, english, portuguese, func(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
		of := draw(read(d))
		caption := of.caption.In(l)
		if caption == "" {
			caption = figure.Textf("means over %d networks, %s lookups in each", "médias de %d redes, %s consultas em cada",
				d.Meta.Reps, d.Meta.Parameters["lookups"]).WithIntervals(l)
		}
		return figure.CurvesOf{Caption: caption, Note: of.note, Panels: of.panels}.Or("the run does not hold two networks of the methods to draw")
	})
}

// over is a panel over a list of whole numbers, at equal distances.
func over(list []int, x, y figure.Text, curves ...figure.Curve) figure.CurvePanel {
	p := figure.CurvePanel{XLabel: x, YLabel: y, From: 0, To: math.Max(1, float64(len(list)-1))}
	for _, v := range list {
		p.Names = append(p.Names, strconv.Itoa(v))
	}
	p.Add(curves...)
	return p
}

// curve has a point for each of the cells that the run has, one beside the other.
func (r ran) curve(label figure.Text, look figure.Look, m runfolder.Metric, places int, at func(i int) claim.Cell) figure.Curve {
	factor := 1.0
	if m == Fill {
		factor = 100 // %
	}
	c := figure.Curve{Label: label, Look: look, Metric: m}
	for i := range places {
		if y, ok := figure.MeanPoint(r.Samples.Times(at(i).Cell), factor); ok {
			c.Add(float64(i), y)
		}
	}
	return c
}

// line is a cell's mean all along so many places, dashed.
func (r ran) line(label figure.Text, nth int, c claim.Cell, places int) figure.Curve {
	y, ok := figure.MeanPoint(r.Samples.Times(c.Cell), 1)
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
func labelOf(method string) figure.Text {
	switch method {
	case kept:
		return figure.Text{EN: "the same, bits never cleared", PT: "as mesmas, sem apagar bits"}
	case confident:
		return figure.Text{EN: "linear Bloom filters", PT: "Bloom filters lineares"}
	case flat:
		return figure.Text{EN: "one Bloom filter of all within reach", PT: "um só Bloom filter de tudo ao alcance"}
	}
	list := methods()
	return list[slices.IndexFunc(list, func(m trial.Method) bool { return m.Name == method })].Title
}

func bitsLabel() figure.Text {
	return figure.Text{EN: "bits of a message of filters", PT: "bits de uma mensagem de filtros"}
}

func hopsLabel() figure.Text {
	return figure.Text{EN: "Messages of a lookup", PT: "Mensagens de uma consulta"}
}

// ofTrees is messages and wrong turns of lookups in tree and quadtree.
func ofTrees(r ran) drawing {
	panel := func(m runfolder.Metric, label figure.Text) figure.CurvePanel {
		var curves []figure.Curve
		for i, in := range []struct {
			scene string
			name  figure.Text
			at    []axis.Place
		}{
			{tree, figure.Text{EN: "tree", PT: "árvore"}, nil},
			{quadtree, figure.Text{EN: "quadtree", PT: "quadtree"}, moved(0)},
		} {
			curves = append(curves, r.curve(in.name, figure.Look{Nth: i}, m, len(r.bits), func(i int) claim.Cell {
				return r.at(scheme{in.scene, ored, r.bits[i], 0}, m, in.at...)
			}))
			if m == Hops {
				with := figure.Text{EN: in.name.EN + ", exact lists", PT: in.name.PT + ", listas exatas"}
				curves = append(curves, r.line(with, i, r.at(scheme{scene: in.scene, method: exact}, m, in.at...), len(r.bits)))
			}
		}
		return over(r.bits, bitsLabel(), label, curves...)
	}
	return drawing{
		note: figure.Text{
			EN: "Above: messages until the resource is found; dashed: with exact lists. Below: wrong turns, caused by false positives.",
			PT: "Acima: mensagens até achar o recurso; tracejado, com listas exatas. Abaixo: desvios errados, por falsos positivos.",
		},
		panels: []figure.CurvePanel{
			panel(Hops, hopsLabel()), panel(Wrong, figure.Text{EN: "Wrong turns of a lookup", PT: "Desvios errados por consulta"}),
		},
	}
}

// ofGraph compares the methods at messages of one size.
func ofGraph(r ran) drawing {
	of := drawing{note: figure.Text{
		EN: "Messages until the resource is found, including random steps beyond the reach. Dashed: exact tables, and no filters.",
		PT: "Mensagens até achar o recurso, com os passos aleatórios além do alcance. Tracejado: tabelas exatas e sem filtros.",
	}}
	for _, depth := range r.shown() {
		curves := r.inGraph(len(r.bits), func(method string, i int) scheme { return scheme{graph, method, r.bits[i], depth} })
		p := over(r.bits, bitsLabel(), figure.Textf("Messages, reach of %d hops", "Mensagens, alcance de %d saltos", depth), curves...)
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
	p := over(r.depths, figure.Text{EN: "reach of filters (hops)", PT: "alcance dos filtros (saltos)"}, hopsLabel(), curves...)
	p.Log = true
	return drawing{panels: []figure.CurvePanel{p}, note: figure.Textf(
		"Messages of %d bits: shared by all levels of an attenuated filter, cells of %d bits in a linear one.",
		"Mensagens de %d bits: divididos entre os níveis de um filtro atenuado, em células de %d bits em um linear.", bits, cellBits)}
}

func ofMoves(r ran) drawing {
	bits := r.middle()
	panel := func(m runfolder.Metric, label figure.Text) figure.CurvePanel {
		var curves []figure.Curve
		for _, s := range []scheme{{quadtree, ored, bits, 0}, {quadtree, kept, bits, 0}, {scene: quadtree, method: exact}} {
			curves = append(curves, r.curve(labelOf(s.method), r.look(s.method), m, len(r.times), func(i int) claim.Cell {
				return r.at(s, m, Times.At(r.times[i]))
			}))
		}
		times := figure.Text{EN: "times that a tenth of the devices moved", PT: "vezes que um décimo dos dispositivos se moveu"}
		return over(r.times, times, label, curves...)
	}
	return drawing{
		note: figure.Textf("Filters of %d bits; squares send changes to parent and siblings. Exact tables are lists of devices.",
			"Filtros de %d bits; quadrados enviam mudanças ao pai e aos irmãos. Tabelas exatas são listas de dispositivos.", bits),
		panels: []figure.CurvePanel{panel(Hops, hopsLabel()), panel(Update, figure.Text{EN: "Bytes for a move", PT: "Bytes por movimento"})},
	}
}

// fill is how full the filters of a scheme are on levels.
func (r ran) fill(label figure.Text, look figure.Look, s scheme, levels []int, at ...axis.Place) figure.Curve {
	return r.curve(label, look, Fill, len(levels), func(i int) claim.Cell {
		return r.at(s, Fill, append(at, Level.At(levels[i]))...)
	})
}

// fillInTrees is how full filters of one size are on the levels of trees.
func fillInTrees(r ran) drawing {
	panel := func(scene string, label figure.Text, at ...axis.Place) figure.CurvePanel {
		var curves []figure.Curve
		deepest := 0
		for i, bits := range r.sizes() {
			c := r.fill(figure.Textf("%d bits", "%d bits", bits), figure.Look{Nth: i}, scheme{scene, ored, bits, 0}, axis.Span(0, mostNodes), at...)
			deepest = max(deepest, len(c.X)-1)
			curves = append(curves, c)
		}
		return over(axis.Span(0, deepest), figure.Text{EN: "hops below the root", PT: "saltos abaixo da raiz"}, label, curves...)
	}
	return drawing{
		note: figure.Text{
			EN: "Share of set bits in the filter that a node sends about itself and all nodes below it. Above: tree; below: quadtree.",
			PT: "Fração dos bits ligados no filtro que um nó envia sobre si e tudo abaixo dele. Acima: árvore; abaixo: quadtree.",
		},
		panels: []figure.CurvePanel{
			panel(tree, figure.Text{EN: "Bits set (%), tree", PT: "Bits ligados (%), árvore"}),
			panel(quadtree, figure.Text{EN: "Bits set (%), quadtree", PT: "Bits ligados (%), quadtree"}, moved(0)...),
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
			label := figure.Textf(labelOf(method).EN+", %d bits", labelOf(method).PT+", %d bits", bits)
			curves = append(curves, r.fill(label, look, scheme{graph, method, bits, last(r.depths)}, distances))
		}
	}
	return drawing{
		note: figure.Textf("Filters that reach %d hops. A level has the resources at that distance; for a linear filter, the cells of resources at that distance or nearer.",
			"Filtros que alcançam %d saltos. Um nível tem os recursos a essa distância; no linear, as células dos recursos a essa distância ou menos.", last(r.depths)),
		panels: []figure.CurvePanel{over(distances, figure.Text{EN: "distance (hops)", PT: "distância (saltos)"},
			figure.Text{EN: "Bits set (%)", PT: "Bits ligados (%)"}, curves...)},
	}
}

// ofBytes is what each method sends in all, by the number of lookups.
func ofBytes(r ran) drawing {
	bits, depth := r.middle(), last(r.depths)
	panel := func(scene string, label figure.Text, filters ...scheme) figure.CurvePanel {
		var curves []figure.Curve
		for _, method := range []string{exact, flood, walk} {
			curves = append(curves, r.total(scheme{scene: scene, method: method}))
		}
		for _, s := range filters {
			curves = append(curves, r.total(s))
		}
		p := over([]int{1, 10, 100, 1000, 10_000, 100_000}, figure.Text{EN: "lookups", PT: "consultas"}, label, curves...)
		p.Log = true
		return p
	}
	return drawing{
		caption: figure.Textf("computed from the means over %d networks", "calculado com as médias de %d redes", r.Meta.Reps),
		note: figure.Textf("Filters of %d bits, in the graph with a reach of %d hops; nothing changes after the filters are sent. Above: graph; below: tree.",
			"Filtros de %d bits, no grafo com alcance de %d saltos; nada muda depois do envio dos filtros. Acima: grafo; abaixo: árvore.", bits, depth),
		panels: []figure.CurvePanel{
			panel(graph, figure.Text{EN: "Bytes, graph", PT: "Bytes, grafo"},
				scheme{graph, attenuated, bits, depth}, scheme{graph, confident, bits, depth}),
			panel(tree, figure.Text{EN: "Bytes, tree", PT: "Bytes, árvore"}, scheme{tree, ored, bits, 0}),
		},
	}
}

// total is the bytes of a scheme for 1, 10 … 100,000 lookups.
func (r ran) total(s scheme) figure.Curve {
	label := labelOf(s.method)
	if s.method == attenuated { // its look is that of ORs in the tree
		label = figure.Text{EN: "attenuated filters; in the tree ORs", PT: "filtros atenuados; na árvore disjunções"}
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
