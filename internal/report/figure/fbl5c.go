package figure

import "hyphbench/internal/experiment/fbl"

// fbl5c is the mean squared error over b.
func fbl5c() Figure {
	return fblFigure("5c",
		Text{"mean squared error of the estimates of a linear Bloom filter (k = 7)", "FBL – influência da precisão (b) na calibração do estimador: erro quadrático médio (k = 7)"},
		Text{
			quantisedDown().EN + " Rounding to the nearest code and rounding up are drawn for comparison.",
			quantisedDown().PT + " Para comparação, o arredondamento ao mais próximo e para cima.",
		},
		func(p *fblPoints) []curvePanel {
			return []curvePanel{{
				xLabel: bitsPerCell(), from: 1, yLabel: Text{"mean squared error", "erro quadrático médio"},
				curves: append(p.overB(fbl.MetricMSE), p.others(fbl.MetricMSE)...), log: true,
				level: 0.01 / 12, levelLabel: Text{"1 % of the variance of c", "1% da variância de c"},
			}}
		})
}
