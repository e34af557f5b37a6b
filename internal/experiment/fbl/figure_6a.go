package fbl

import "hyphbench/internal/report/figure"

// figure6a is the mean squared error over k.
func figure6a() figure.Figure {
	return newFigure("6a",
		figure.Text{EN: "mean squared error of the estimates of a linear Bloom filter (b = 8)", PT: "FBL – influência do número de funções de hash (k) na calibração do estimador: erro quadrático médio (b = 8)"},
		quantisedDown(),
		func(p *curves) []figure.CurvePanel {
			return []figure.CurvePanel{{
				XLabel: hashCount(), From: 2, To: 16, YLabel: figure.Text{EN: "mean squared error", PT: "erro quadrático médio"},
				Curves: p.overK(MSE), Log: true,
				Level: 0.0005, LevelLabel: figure.Text{EN: "0.0005", PT: "0,0005"},
			}}
		})
}
