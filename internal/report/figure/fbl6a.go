package figure

import "hyphbench/internal/experiment/fbl"

// fbl6a is the mean squared error over k.
func fbl6a() Figure {
	return fblFigure("6a",
		Text{"mean squared error of the estimates of a linear Bloom filter (b = 8)", "FBL – influência do número de funções de hash (k) na calibração do estimador: erro quadrático médio (b = 8)"},
		quantisedDown(),
		func(p *fblPoints) []curvePanel {
			return []curvePanel{{
				xLabel: hashCount(), from: 2, yLabel: Text{"mean squared error", "erro quadrático médio"},
				curves: p.overK(fbl.MetricMSE), log: true,
				level: 0.0005, levelLabel: Text{"0.0005", "0,0005"},
			}}
		})
}
