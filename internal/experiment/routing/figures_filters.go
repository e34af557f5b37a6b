package routing

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func fillLabel() figure.Text { return figure.Text{EN: "Bits set (%)", PT: "Bits ligados (%)"} }

// fills is the curve of a visit over levels from 0 or 1.
func (r drawer) fills(label figure.Text, look figure.Look, v visit, times, first, levels int) figure.Curve {
	c := figure.Curve{Label: label, Look: look, Metric: Fill}
	for level := first; level <= levels; level++ {
		if y, ok := r.point(runfolder.Cell{Filter: v.way, Metric: Fill, Point: v.at(times, level)}); ok {
			c.X, c.Points = append(c.X, float64(level-first)), append(c.Points, figure.CurvePoint{Value: 100 * y.Value, Half: 100 * y.Half})
		}
	}
	return c
}

// span lists whole numbers.
func span(from, to int) (list []int) {
	for i := from; i <= to; i++ {
		list = append(list, i)
	}
	return list
}

// sizes are the smallest, middle and largest of a run.
func (r drawer) sizes() (list []int) {
	if len(r.bits) == 0 {
		return nil
	}
	for _, bits := range []int{r.bits[0], r.middle(), last(r.bits)} {
		if len(list) == 0 || bits > list[len(list)-1] {
			list = append(list, bits)
		}
	}
	return list
}

// fillTreeFigure is how full filters of one size are on the levels of trees.
func fillTreeFigure() figure.Figure {
	return figure.Curves("routing-fill-tree", figure.Text{
		EN: "Saturation of ORs of Bloom filters by level: filters that are joined have one size",
		PT: "Saturação de disjunções de Bloom filters por nível: filtros que se unem têm um só tamanho",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		panel := func(scene string, times int, label figure.Text) figure.CurvePanel {
			var curves []figure.Curve
			deepest := 0
			for i, bits := range r.sizes() {
				c := r.fills(figure.Text{EN: fmt.Sprintf("%d bits", bits), PT: fmt.Sprintf("%d bits", bits)}, figure.Look{Nth: i}, visit{scene, ored, bits, 0}, times, 0, mostNodes)
				deepest = max(deepest, len(c.X)-1)
				curves = append(curves, c)
			}
			return over(span(0, deepest), figure.Text{EN: "hops below the root", PT: "saltos abaixo da raiz"}, label, curves...)
		}
		return r.drawn(l, figure.Text{
			EN: "Share of the bits that are set in what a node tells of itself and of all below it. Above: tree; below: quadtree.",
			PT: "Fração dos bits ligados no que um nó informa de si e de tudo abaixo dele. Acima: árvore; abaixo: quadtree.",
		}, panel(tree, -1, figure.Text{EN: "Bits set (%), tree", PT: "Bits ligados (%), árvore"}),
			panel(quadtree, 0, figure.Text{EN: "Bits set (%), quadtree", PT: "Bits ligados (%), quadtree"}))
	})
}

// fillGraphFigure is how full attenuated and linear filters are by distance.
func fillGraphFigure() figure.Figure {
	return figure.Curves("routing-fill-graph", figure.Text{
		EN: "Saturation by distance in messages of one size: levels of attenuated filters, cells of linear ones",
		PT: "Saturação por distância em mensagens de um só tamanho: níveis de filtros atenuados, células de lineares",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		depth := last(r.depths)
		var curves []figure.Curve
		for i, bits := range r.sizes() {
			for _, way := range []string{attenuated, confident} {
				look := figure.Look{Nth: i}
				if way == confident {
					look.Dashes = []vg.Length{4, 2.5}
				}
				label := labelOf(way)
				label = figure.Text{EN: fmt.Sprintf("%s, %d bits", label.EN, bits), PT: fmt.Sprintf("%s, %d bits", label.PT, bits)}
				curves = append(curves, r.fills(label, look, visit{graph, way, bits, depth}, -1, 1, depth))
			}
		}
		p := over(span(1, depth), figure.Text{EN: "distance (hops)", PT: "distância (saltos)"}, fillLabel(), curves...)
		return r.drawn(l, figure.Text{
			EN: fmt.Sprintf("Filters that reach %d hops. A level has what is so many hops away; of a linear filter, cells of what is so near or nearer.", depth),
			PT: fmt.Sprintf("Filtros que alcançam %d saltos. Um nível tem o que está a tantos saltos; no linear, células do que está a tantos ou menos.", depth),
		}, p)
	})
}

// bytesFigure is what each way sends in all, by the number of lookups.
func bytesFigure() figure.Figure {
	return figure.Curves("routing-bytes", figure.Text{
		EN: "Bytes sent in all, told before and for lookups, by the number of lookups",
		PT: "Bytes enviados ao todo, antes e nas consultas, pelo número de consultas",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		bits, depth := r.middle(), last(r.depths)
		panel := func(label figure.Text, ways ...visit) figure.CurvePanel {
			var curves []figure.Curve
			for _, v := range ways {
				curves = append(curves, r.total(v, r.look(v.way)))
			}
			p := over([]int{1, 10, 100, 1000, 10_000, 100_000}, figure.Text{EN: "lookups", PT: "consultas"}, label, curves...)
			p.Log = true
			return p
		}
		of, err := r.drawn(l, figure.Text{
			EN: fmt.Sprintf("Filters of %d bits, in the graph with a reach of %d hops; nothing changes after what is told. Above: graph; below: tree.", bits, depth),
			PT: fmt.Sprintf("Filtros de %d bits, no grafo com alcance de %d saltos; nada muda depois. Acima: grafo; abaixo: árvore.", bits, depth),
		}, panel(figure.Text{EN: "Bytes, graph", PT: "Bytes, grafo"},
			visit{scene: graph, way: exact}, visit{scene: graph, way: flood}, visit{scene: graph, way: walk}, visit{graph, attenuated, bits, depth}, visit{graph, confident, bits, depth}),
			panel(figure.Text{EN: "Bytes, tree", PT: "Bytes, árvore"},
				visit{scene: tree, way: exact}, visit{scene: tree, way: flood}, visit{scene: tree, way: walk}, visit{tree, ored, bits, 0}))
		of.Caption = fmt.Sprintf(figure.Text{EN: "computed of the means over %d networks", PT: "calculado das médias de %d redes"}.In(l), r.Meta.Reps)
		return of, err
	})
}

// total is the bytes of a way for 1, 10 … 100,000 lookups.
func (r drawer) total(v visit, look figure.Look) figure.Curve {
	label := labelOf(v.way)
	if v.way == attenuated { // its look is that of ORs in the tree
		label = figure.Text{EN: "attenuated filters; in the tree ORs", PT: "filtros atenuados; na árvore disjunções"}
	}
	c := figure.Curve{Label: label, Look: look}
	told := r.Mean(v.cell(Advert, -1))
	if math.IsNaN(told) {
		told = 0 // nothing is told
	}
	each := r.Mean(v.cell(LookupBytes, -1))
	if math.IsNaN(each) {
		return c
	}
	lookups := 1.0
	for x := range 6 {
		c.X, c.Points = append(c.X, float64(x)), append(c.Points, figure.CurvePoint{Value: told + lookups*each})
		lookups *= 10
	}
	return c
}
