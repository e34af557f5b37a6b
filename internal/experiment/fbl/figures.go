package fbl

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of the paper's evaluation, by its numbers.
func figures(*runfolder.Meta) []figure.Figure {
	down := figure.Text{
		EN: "c rounded down to b bits, as in the paper's Algorithm 2.",
		PT: "c truncado a b bits, como no Algoritmo 2 do artigo.",
	}
	compared := figure.Text{
		EN: down.EN + " Rounding to the nearest code and rounding up are drawn for comparison.",
		PT: down.PT + " Para comparação, o arredondamento ao mais próximo e para cima.",
	}
	twoOccupancies := figure.Text{
		EN: down.EN + " Above, occupancy as the paper defines it; below, the share of cells that are not 0.",
		PT: down.PT + " Em cima, a ocupação como o artigo a define; em baixo, a fração de células diferentes de 0.",
	}
	return []figure.Figure{
		newFigure("4",
			figure.Text{EN: "number of elements in a linear Bloom filter of k = 7, by the bits per cell", PT: "Impacto do nº de bits de precisão na capacidade do FBL (k = 7)"},
			figure.Text{
				EN: down.EN + " Above, occupancy as the paper defines it, below as share of cells. Where a point is missing, 4,096 elements are sometimes too few.",
				PT: down.PT + " Em cima, a ocupação como o artigo a define; em baixo, a fração de células. Onde falta um ponto, 4.096 elementos às vezes não bastam.",
			},
			func(p *curves) []figure.CurvePanel {
				return []figure.CurvePanel{
					p.capacities(BitCapacity, figure.Text{EN: "elements, by 1-bits", PT: "elementos, por bits a 1"}),
					p.capacities(CellCapacity, figure.Text{EN: "elements, by cells not 0", PT: "elementos, por células ≠ 0"}),
				}
			}),
		newFigure("5a",
			figure.Text{EN: "mean of the estimates of a linear Bloom filter (k = 7)", PT: "FBL – influência da precisão (b) na calibração do estimador: valor médio (k = 7)"},
			compared,
			func(p *curves) []figure.CurvePanel {
				whole := overBits(figure.Text{EN: "mean of ĉ", PT: "média de ĉ"}, append(p.overB(Mean), p.others(Mean)...)...)
				whole.Level, whole.LevelLabel = 0.5, figure.Text{EN: "mean of c", PT: "média de c"}
				enlarged := whole
				enlarged.YLabel = figure.Text{EN: "the same, enlarged", PT: "o mesmo, ampliado"}
				enlarged.Low, enlarged.High = 0.48, 0.52
				return []figure.CurvePanel{whole, enlarged}
			}),
		newFigure("5b",
			figure.Text{EN: "standard deviation of the estimates of a linear Bloom filter (k = 7, n = 70)", PT: "FBL – influência da precisão (b) na calibração do estimador: desvio padrão (k = 7, n = 70)"},
			figure.Text{
				EN: "The paper's Algorithm 2 rounds c down; rounding to the nearest code and rounding up are drawn for comparison.",
				PT: "O Algoritmo 2 do artigo trunca c; para comparação, o arredondamento ao mais próximo e para cima.",
			},
			func(p *curves) []figure.CurvePanel {
				panel := overBits(figure.Text{EN: "standard deviation of ĉ", PT: "desvio padrão de ĉ"},
					p.other(SD, linear.Floor, figure.Text{EN: "rounded down", PT: "truncado"}, figure.Look{Nth: 0}),
					p.other(SD, linear.Round, figure.Text{EN: "rounded", PT: "arredondado"}, figure.Look{Nth: 1}),
					p.other(SD, linear.Ceiling, figure.Text{EN: "rounded up", PT: "para cima"}, dashed(5, 2.5)),
				)
				panel.Level, panel.LevelLabel = 1/math.Sqrt(12), figure.Text{EN: "uniform distribution", PT: "distribuição uniforme"}
				return []figure.CurvePanel{panel}
			}),
		newFigure("5c",
			figure.Text{EN: "mean squared error of the estimates of a linear Bloom filter (k = 7)", PT: "FBL – influência da precisão (b) na calibração do estimador: erro quadrático médio (k = 7)"},
			compared,
			func(p *curves) []figure.CurvePanel {
				panel := overBits(squaredError(), append(p.overB(MSE), p.others(MSE)...)...)
				panel.Log, panel.Level, panel.LevelLabel = true, 0.01/12, figure.Text{EN: "1 % of the variance of c", PT: "1% da variância de c"}
				return []figure.CurvePanel{panel}
			}),
		newFigure("5d",
			figure.Text{EN: "occupancy of a linear Bloom filter (k = 7)", PT: "FBL – influência da precisão (b) na calibração do estimador: taxa de ocupação (k = 7)"},
			twoOccupancies,
			func(p *curves) []figure.CurvePanel { return occupancyPanels(overBits, p.overB) }),
		newFigure("6a",
			figure.Text{EN: "mean squared error of the estimates of a linear Bloom filter (b = 8)", PT: "FBL – influência do número de funções de hash (k) na calibração do estimador: erro quadrático médio (b = 8)"},
			down,
			func(p *curves) []figure.CurvePanel {
				panel := overHashes(squaredError(), p.overK(MSE)...)
				panel.Log, panel.Level, panel.LevelLabel = true, 0.0005, figure.Text{EN: "0.0005", PT: "0,0005"}
				return []figure.CurvePanel{panel}
			}),
		newFigure("6b",
			figure.Text{EN: "occupancy of a linear Bloom filter (b = 8)", PT: "FBL – influência do número de funções de hash (k) na calibração do estimador: taxa de ocupação (b = 8)"},
			twoOccupancies,
			func(p *curves) []figure.CurvePanel { return occupancyPanels(overHashes, p.overK) }),
		figure.Curves("codes", figure.Text{
			EN: "Mean squared error of the estimates of a linear Bloom filter by codes of the confidence (k = 7, n = 70)",
			PT: "Erro quadrático médio das estimativas de um FBL por códigos da confiança (k = 7, n = 70)",
		}, byCodes),
	}
}

// byCodes draws the error in the filter and, dashed, that of quantisation alone by its theory.
func byCodes(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	p := &curves{numbers: newNumbers(s)}
	panel := overBits(squaredError())
	panel.Log = true
	for i, of := range []struct {
		name  string
		label figure.Text
	}{
		{linear.Floor.String(), figure.Text{EN: "linear", PT: "linear"}}, {logarithmic, figure.Text{EN: "logarithmic", PT: "logarítmico"}},
		{root, figure.Text{EN: "square root", PT: "raiz quadrada"}},
	} {
		panel.Curves = append(panel.Curves, p.curve(of.label, figure.Look{Nth: i}, widths(), func(b int) key {
			return key{metric: MSE, n: largestN, b: b, k: paperK, quantisation: of.name}
		}), p.curve(figure.Text{EN: of.label.EN + ", quantisation alone (theory)", PT: of.label.PT + ", só a quantização (teoria)"},
			figure.Look{Nth: i, Dashes: []vg.Length{4, 2.5}, Bare: true}, widths(), func(b int) key {
				return key{metric: QuantisationTheory, b: b, quantisation: of.name}
			}))
	}
	if p.missing != "" {
		return figure.CurvesOf{}, figure.NoData(p.missing)
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel}, Caption: p.caption("codes", l), Note: figure.Text{
		EN: "All round c down. Codes of b bits begin at 0; logarithmic ones go on from 1/(2^b − 1) to 1.",
		PT: "Todos truncam c. Códigos de b bits começam em 0; os logarítmicos seguem de 1/(2^b − 1) a 1.",
	}}, nil
}

func squaredError() figure.Text {
	return figure.Text{EN: "mean squared error", PT: "erro quadrático médio"}
}

func overBits(y figure.Text, list ...figure.Curve) figure.CurvePanel {
	return figure.CurvePanel{XLabel: figure.Text{EN: "bits per cell, b", PT: "bits por célula, b"}, From: 1, To: largestB, YLabel: y, Curves: list}
}

func overHashes(y figure.Text, list ...figure.Curve) figure.CurvePanel {
	return figure.CurvePanel{XLabel: figure.Text{EN: "hash functions, k", PT: "funções de hash, k"}, From: 2, To: largestK, YLabel: y, Curves: list}
}

func occupancyPanels(over func(figure.Text, ...figure.Curve) figure.CurvePanel, curves func(runfolder.Metric) []figure.Curve) []figure.CurvePanel {
	list := []figure.CurvePanel{
		over(figure.Text{EN: "share of bits that are 1", PT: "fração de bits a 1"}, curves(BitOccupancy)...),
		over(figure.Text{EN: "share of cells that are not 0", PT: "fração de células ≠ 0"}, curves(CellOccupancy)...),
	}
	for i := range list {
		list[i].High, list[i].Level, list[i].LevelLabel = 1, 0.5, figure.Text{EN: "half", PT: "metade"}
	}
	return list
}

// capacities are how many elements a filter holds until each occupancy is reached.
func (p *curves) capacities(metric runfolder.Metric, label figure.Text) figure.CurvePanel {
	panel := overBits(label)
	panel.Log, panel.Level, panel.LevelLabel = true, 100, figure.Text{EN: "100 elements", PT: "100 elementos"}
	for i, percent := range occupancies() {
		panel.Curves = append(panel.Curves, p.curve(figure.Text{EN: fmt.Sprint(percent, " %"), PT: fmt.Sprint(percent, "%")}, figure.Look{Nth: i}, widths(), func(b int) key {
			return key{metric: metric, b: b, k: paperK, quantisation: linear.Floor.String(), occupancy: share(percent)}
		}))
	}
	return panel
}

// dashed are the looks of the quantisations that the paper does not have.
func dashed(dash, gap vg.Length) figure.Look {
	return figure.Look{Nth: 6, Dashes: []vg.Length{dash, gap}, Bare: true}
}

// newFigure is a figure of the evaluation. Its panels are curves over b or k.
func newFigure(id string, title, note figure.Text, panels func(*curves) []figure.CurvePanel) figure.Figure {
	title = figure.Text{EN: "Figure " + id + ": " + title.EN, PT: "Figura " + id + ": " + title.PT}
	return figure.Curves(id, title, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		p := &curves{numbers: newNumbers(s)}
		of := figure.CurvesOf{Note: note, Caption: p.caption(id, l), Panels: panels(p)}
		if p.missing != "" {
			return of, figure.NoData(p.missing)
		}
		return of, nil
	})
}

// curves makes curves of the numbers of a run.
type curves struct{ *numbers }

// curve collects the points of one curve and skips those that the run lacks,
// which are out of reach. A curve without points is missing data.
func (p *curves) curve(label figure.Text, look figure.Look, xs []int, at func(x int) key) figure.Curve {
	c := figure.Curve{Label: label, Look: look, Metric: at(xs[0]).metric}
	for _, x := range xs {
		if e, ok := p.find(at(x)); ok {
			half := e.CI().High - e.Value
			if math.IsNaN(half) { // few iterations have no standard error
				half = 0
			}
			c.X, c.Points = append(c.X, float64(x)), append(c.Points, figure.CurvePoint{Value: e.Value, Half: half})
		}
	}
	if len(c.X) == 0 && p.missing == "" {
		p.missing = fmt.Sprintf("the run has no measurement of %q for %s", at(xs[0]).metric, label.EN)
	}
	return c
}

// overB are the curves of a metric over b at k = 7, one for each n, under the
// paper's quantisation.
func (p *curves) overB(metric runfolder.Metric) []figure.Curve {
	return p.byN(metric, widths(), func(x int) (b, k int) { return x, paperK })
}

// overK are those over k at b = 8.
func (p *curves) overK(metric runfolder.Metric) []figure.Curve {
	return p.byN(metric, hashes(), func(x int) (b, k int) { return paperB, x })
}

func (p *curves) byN(metric runfolder.Metric, xs []int, at func(x int) (b, k int)) []figure.Curve {
	var list []figure.Curve
	for i, n := range elements() {
		label := fmt.Sprintf("n = %d", n)
		list = append(list, p.curve(figure.Text{EN: label, PT: label}, figure.Look{Nth: i}, xs, func(x int) key {
			b, k := at(x)
			return key{metric: metric, n: n, b: b, k: k, quantisation: linear.Floor.String()}
		}))
	}
	return list
}

// other is the curve of a metric over b for n = 70 under another quantisation.
func (p *curves) other(metric runfolder.Metric, q linear.Quantisation, label figure.Text, look figure.Look) figure.Curve {
	return p.curve(label, look, widths(), func(b int) key {
		return key{metric: metric, n: largestN, b: b, k: paperK, quantisation: q.String()}
	})
}

// others are those under rounding and ceiling.
func (p *curves) others(metric runfolder.Metric) []figure.Curve {
	return []figure.Curve{
		p.other(metric, linear.Round, figure.Text{EN: "n = 70, rounded", PT: "n = 70, arredondado"}, dashed(1.5, 2)),
		p.other(metric, linear.Ceiling, figure.Text{EN: "n = 70, rounded up", PT: "n = 70, para cima"}, dashed(5, 2.5)),
	}
}

// caption says what the numbers are means of: iterations, or repetitions of
// Figure 4.
func (p *curves) caption(id string, l figure.Lang) string {
	n, what := p.iterations, figure.Text{EN: "iterations", PT: "iterações"}
	if id == "4" {
		n, what = p.repetitions, figure.Text{EN: "repetitions", PT: "repetições"}
	}
	bits, _ := strconv.Atoi(p.summary.Meta.Parameters["bits"]) // written by the experiment
	return fmt.Sprintf(figure.Text{
		EN: "%s bits in all; means over %s %s, seed %d; 95 %% intervals where they are larger than the points",
		PT: "%s bits ao todo; médias de %s %s, semente %d; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), figure.Count(bits, l), figure.Count(n, l), what.In(l), p.summary.Meta.Seed)
}
