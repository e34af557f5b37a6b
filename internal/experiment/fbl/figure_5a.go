package fbl

import "hyphbench/internal/report/figure"

// figure5a is the mean of the estimates over b.
func figure5a() figure.Figure {
	return newFigure("5a",
		figure.Text{EN: "mean of the estimates of a linear Bloom filter (k = 7)", PT: "FBL – influência da precisão (b) na calibração do estimador: valor médio (k = 7)"},
		figure.Text{
			EN: quantisedDown().EN + " Rounding to the nearest code and rounding up are drawn for comparison.",
			PT: quantisedDown().PT + " Para comparação, o arredondamento ao mais próximo e para cima.",
		},
		func(p *curves) []figure.CurvePanel {
			whole := figure.CurvePanel{
				XLabel: bitsPerCell(), From: 1, To: 16, YLabel: figure.Text{EN: "mean of ĉ", PT: "média de ĉ"},
				Curves: append(p.overB(Mean), p.others(Mean)...),
				Level:  0.5, LevelLabel: figure.Text{EN: "mean of c", PT: "média de c"},
			}
			enlarged := whole
			enlarged.YLabel = figure.Text{EN: "the same, enlarged", PT: "o mesmo, ampliado"}
			enlarged.Low, enlarged.High = 0.48, 0.52
			return []figure.CurvePanel{whole, enlarged}
		})
}
