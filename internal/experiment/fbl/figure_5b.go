package fbl

import (
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/figure"
	"math"

	"gonum.org/v1/plot/vg"
)

// figure5b is the standard deviation of the estimates over b.
func figure5b() figure.Figure {
	return newFigure("5b",
		figure.Text{EN: "standard deviation of the estimates of a linear Bloom filter (k = 7, n = 70)", PT: "FBL – influência da precisão (b) na calibração do estimador: desvio padrão (k = 7, n = 70)"},
		figure.Text{
			EN: "The paper's Algorithm 2 rounds c down; rounding to the nearest code and rounding up are drawn for comparison.",
			PT: "O Algoritmo 2 do artigo trunca c; para comparação, o arredondamento ao mais próximo e para cima.",
		},
		func(p *curves) []figure.CurvePanel {
			under := func(q linear.Quantisation, label figure.Text, look figure.Look) figure.Curve {
				return p.other(SD, q, label, look)
			}
			return []figure.CurvePanel{{
				XLabel: bitsPerCell(), From: 1, To: 16, YLabel: figure.Text{EN: "standard deviation of ĉ", PT: "desvio padrão de ĉ"},
				Curves: []figure.Curve{
					under(linear.Floor, figure.Text{EN: "rounded down", PT: "truncado"}, figure.Look{Nth: 0}),
					under(linear.Round, figure.Text{EN: "rounded", PT: "arredondado"}, figure.Look{Nth: 1}),
					under(linear.Ceiling, figure.Text{EN: "rounded up", PT: "para cima"}, figure.Look{Nth: 6, Dashes: []vg.Length{5, 2.5}, Bare: true}),
				},
				Level: 1 / math.Sqrt(12), LevelLabel: figure.Text{EN: "uniform distribution", PT: "distribuição uniforme"},
			}}
		})
}
