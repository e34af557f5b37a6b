package fbl

import "hyphbench/internal/report/figure"

// figure5c is the mean squared error over b.
func figure5c() figure.Figure {
	return newFigure("5c",
		figure.Text{EN: "mean squared error of the estimates of a linear Bloom filter (k = 7)", PT: "FBL – influência da precisão (b) na calibração do estimador: erro quadrático médio (k = 7)"},
		figure.Text{
			EN: quantisedDown().EN + " Rounding to the nearest code and rounding up are drawn for comparison.",
			PT: quantisedDown().PT + " Para comparação, o arredondamento ao mais próximo e para cima.",
		},
		func(p *curves) []figure.CurvePanel {
			return []figure.CurvePanel{{
				XLabel: bitsPerCell(), From: 1, To: 16, YLabel: figure.Text{EN: "mean squared error", PT: "erro quadrático médio"},
				Curves: append(p.overB(MSE), p.others(MSE)...), Log: true,
				Level: 0.01 / 12, LevelLabel: figure.Text{EN: "1 % of the variance of c", PT: "1% da variância de c"},
			}}
		})
}
