package figure

import "hyphbench/internal/experiment/fbl"

// fbl5a is the mean of the estimates over b.
func fbl5a() Figure {
	return fblFigure("5a",
		Text{"mean of the estimates of a linear Bloom filter (k = 7)", "FBL – influência da precisão (b) na calibração do estimador: valor médio (k = 7)"},
		Text{
			quantisedDown().EN + " Rounding to the nearest code and rounding up are drawn for comparison.",
			quantisedDown().PT + " Para comparação, o arredondamento ao mais próximo e para cima.",
		},
		func(p *fblPoints) []curvePanel {
			whole := curvePanel{
				xLabel: bitsPerCell(), from: 1, yLabel: Text{"mean of ĉ", "média de ĉ"},
				curves: append(p.overB(fbl.MetricMean), p.others(fbl.MetricMean)...),
				level:  0.5, levelLabel: Text{"mean of c", "média de c"},
			}
			enlarged := whole
			enlarged.yLabel = Text{"the same, enlarged", "o mesmo, ampliado"}
			enlarged.low, enlarged.high = 0.48, 0.52
			return []curvePanel{whole, enlarged}
		})
}
