package figure

import "hyphbench/internal/experiment/fbl"

// fbl6b is the occupancy over k.
func fbl6b() Figure {
	return fblFigure("6b",
		Text{"occupancy of a linear Bloom filter (b = 8)", "FBL – influência do número de funções de hash (k) na calibração do estimador: taxa de ocupação (b = 8)"},
		twoOccupancies(),
		func(p *fblPoints) []curvePanel {
			return occupancyPanels(hashCount(), 2, p.overK(fbl.MetricBitOccupancy), p.overK(fbl.MetricCellOccupancy))
		})
}
