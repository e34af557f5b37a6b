package figure

import (
	"math"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/filter/linear"
)

// fbl5b is the standard deviation of the estimates over b.
func fbl5b() Figure {
	return fblFigure("5b",
		Text{"standard deviation of the estimates of a linear Bloom filter (k = 7, n = 70)", "FBL – influência da precisão (b) na calibração do estimador: desvio padrão (k = 7, n = 70)"},
		Text{
			"The paper's Algorithm 2 rounds c down; rounding to the nearest code and rounding up are drawn for comparison.",
			"O Algoritmo 2 do artigo trunca c; para comparação, o arredondamento ao mais próximo e para cima.",
		},
		func(p *fblPoints) []curvePanel {
			under := func(q linear.Quantisation, label Text, look look) curve {
				return p.other(fbl.MetricSD, q, label, look)
			}
			return []curvePanel{{
				xLabel: bitsPerCell(), from: 1, yLabel: Text{"standard deviation of ĉ", "desvio padrão de ĉ"},
				curves: []curve{
					under(linear.Floor, Text{"rounded down", "truncado"}, look{nth: 0}),
					under(linear.Round, Text{"rounded", "arredondado"}, look{nth: 1}),
					under(linear.Ceiling, Text{"rounded up", "para cima"}, look{nth: 6, dashes: []vg.Length{5, 2.5}, bare: true}),
				},
				level: 1 / math.Sqrt(12), levelLabel: Text{"uniform distribution", "distribuição uniforme"},
			}}
		})
}
