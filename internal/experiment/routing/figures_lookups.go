package routing

import (
	"fmt"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// treeFigure is messages and wrong turns of lookups in tree and quadtree.
func treeFigure() figure.Figure {
	return figure.Curves("routing-tree", figure.Text{
		EN: "Lookups in a tree and a quadtree of ORs of Bloom filters, by the bits of a filter",
		PT: "Consultas em uma árvore e uma quadtree de disjunções de Bloom filters, pelos bits de um filtro",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		panel := func(m runfolder.Metric, label figure.Text) figure.CurvePanel {
			var curves []figure.Curve
			for i, scene := range []string{tree, quadtree} {
				times := i - 1 // 0 in the quadtree
				name := figure.Text{EN: "tree", PT: "árvore"}
				if scene == quadtree {
					name = figure.Text{EN: "quadtree", PT: "quadtree"}
				}
				curves = append(curves, r.curve(name, figure.Look{Nth: i}, m, len(r.bits), func(i int) runfolder.Cell {
					return visit{scene, ored, r.bits[i], 0}.cell(m, times)
				}))
				if m == Hops {
					with := figure.Text{EN: name.EN + ", exact lists", PT: name.PT + ", listas exatas"}
					curves = append(curves, r.line(with, i, visit{scene: scene, way: exact}.cell(m, times), float64(len(r.bits)-1)))
				}
			}
			return over(r.bits, bitsLabel(), label, curves...)
		}
		return r.drawn(l, figure.Text{
			EN: "Above: messages until the resource is found; dashed, with exact lists. Below: wrong turns, where a filter had a false positive.",
			PT: "Acima: mensagens até achar o recurso; tracejado, com listas exatas. Abaixo: desvios errados, por falsos positivos.",
		}, panel(Hops, hopsLabel()), panel(Wrong, figure.Text{EN: "Wrong turns of a lookup", PT: "Desvios errados por consulta"}))
	})
}

// graphWays are the ways of filters in the graph.
func graphWays() []string { return []string{attenuated, confident, flat} }

// graphFigure compares the ways at messages of one size.
func graphFigure() figure.Figure {
	return figure.Curves("routing-graph", figure.Text{
		EN: "Lookups in a random graph with messages of one size: attenuated, linear and plain filters",
		PT: "Consultas em um grafo aleatório com mensagens de um só tamanho: filtros atenuados, lineares e simples",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		var panels []figure.CurvePanel
		for _, depth := range r.shown() {
			var curves []figure.Curve
			for _, way := range graphWays() {
				curves = append(curves, r.curve(labelOf(way), r.look(way), Hops, len(r.bits), func(i int) runfolder.Cell {
					return visit{graph, way, r.bits[i], depth}.cell(Hops, -1)
				}))
			}
			for _, way := range []string{exact, walk} {
				curves = append(curves, r.line(labelOf(way), r.look(way).Nth, visit{scene: graph, way: way}.cell(Hops, -1), float64(len(r.bits)-1)))
			}
			p := over(r.bits, bitsLabel(), figure.Text{EN: fmt.Sprintf("Messages, reach of %d hops", depth), PT: fmt.Sprintf("Mensagens, alcance de %d saltos", depth)}, curves...)
			p.Log = true
			panels = append(panels, p)
		}
		return r.drawn(l, figure.Text{
			EN: "Messages until the resource is found, random steps beyond the reach included. Dashed: exact tables, and no filters.",
			PT: "Mensagens até achar o recurso, com os passos aleatórios além do alcance. Tracejado: tabelas exatas e sem filtros.",
		}, panels...)
	})
}

// shown are the depths with a panel of their own: the number of a linear filter's bits of
// a cell, or the middle one, and the greatest.
func (r drawer) shown() (list []int) {
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

// middle is the size in the middle of those of the run.
func (r drawer) middle() int {
	if len(r.bits) == 0 {
		return 0
	}
	return r.bits[len(r.bits)/2]
}

// depthFigure is how far filters of one size lead as they reach farther.
func depthFigure() figure.Figure {
	return figure.Curves("routing-depth", figure.Text{
		EN: "Lookups in a random graph by the reach of filters, in messages of one size",
		PT: "Consultas em um grafo aleatório pelo alcance dos filtros, em mensagens de um só tamanho",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		bits := r.middle()
		var curves []figure.Curve
		for _, way := range graphWays() {
			curves = append(curves, r.curve(labelOf(way), r.look(way), Hops, len(r.depths), func(i int) runfolder.Cell {
				return visit{graph, way, bits, r.depths[i]}.cell(Hops, -1)
			}))
		}
		for _, way := range []string{exact, walk} {
			curves = append(curves, r.line(labelOf(way), r.look(way).Nth, visit{scene: graph, way: way}.cell(Hops, -1), float64(len(r.depths)-1)))
		}
		p := over(r.depths, figure.Text{EN: "reach of filters (hops)", PT: "alcance dos filtros (saltos)"}, hopsLabel(), curves...)
		p.Log = true
		return r.drawn(l, figure.Text{
			EN: fmt.Sprintf("Messages of %d bits: shared by all levels of an attenuated filter, cells of %d bits in a linear one.", bits, cellBits),
			PT: fmt.Sprintf("Mensagens de %d bits: divididos entre os níveis de um filtro atenuado, em células de %d bits em um linear.", bits, cellBits),
		}, p)
	})
}

// movesFigure is what moves of devices do.
func movesFigure() figure.Figure {
	return figure.Curves("routing-moves", figure.Text{
		EN: "Devices that move in a quadtree: lookups, and bytes told for each move",
		PT: "Dispositivos que se movem em uma quadtree: consultas, e bytes enviados por movimento",
	}, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		r := drawerOf(s)
		bits := r.middle()
		panel := func(m runfolder.Metric, label figure.Text) figure.CurvePanel {
			var curves []figure.Curve
			for _, v := range []visit{{quadtree, ored, bits, 0}, {quadtree, kept, bits, 0}, {scene: quadtree, way: exact}} {
				curves = append(curves, r.curve(labelOf(v.way), r.look(v.way), m, len(r.times), func(i int) runfolder.Cell { return v.cell(m, r.times[i]) }))
			}
			return over(r.times, figure.Text{EN: "times that a tenth of the devices moved", PT: "vezes que um décimo dos dispositivos se moveu"}, label, curves...)
		}
		return r.drawn(l, figure.Text{
			EN: fmt.Sprintf("Filters of %d bits; squares tell parent and siblings what changed. Exact tables are lists of devices.", bits),
			PT: fmt.Sprintf("Filtros de %d bits; quadrados informam pai e irmãos do que mudou. Tabelas exatas são listas de dispositivos.", bits),
		}, panel(Hops, hopsLabel()), panel(Update, figure.Text{EN: "Bytes for a move", PT: "Bytes por movimento"}))
	})
}
