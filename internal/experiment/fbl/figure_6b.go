package fbl

import "hyphbench/internal/report/figure"

// figure6b is the occupancy over k.
func figure6b() figure.Figure {
	return newFigure("6b",
		figure.Text{EN: "occupancy of a linear Bloom filter (b = 8)", PT: "FBL – influência do número de funções de hash (k) na calibração do estimador: taxa de ocupação (b = 8)"},
		twoOccupancies(),
		func(p *curves) []figure.CurvePanel {
			return occupancyPanels(hashCount(), 2, p.overK(BitOccupancy), p.overK(CellOccupancy))
		})
}
