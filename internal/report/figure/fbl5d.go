package figure

import "hyphbench/internal/experiment/fbl"

// fbl5d is the occupancy over b.
func fbl5d() Figure {
	return fblFigure("5d",
		Text{"occupancy of a linear Bloom filter (k = 7)", "FBL – influência da precisão (b) na calibração do estimador: taxa de ocupação (k = 7)"},
		twoOccupancies(),
		func(p *fblPoints) []curvePanel {
			return occupancyPanels(bitsPerCell(), 1, p.overB(fbl.MetricBitOccupancy), p.overB(fbl.MetricCellOccupancy))
		})
}

func twoOccupancies() Text {
	return Text{
		quantisedDown().EN + " Above, occupancy as the paper defines it; below, the share of cells that are not 0.",
		quantisedDown().PT + " Em cima, a ocupação como o artigo a define; em baixo, a fração de células diferentes de 0.",
	}
}

func occupancyPanels(x Text, from float64, ofBits, ofCells []curve) []curvePanel {
	panel := func(label Text, curves []curve) curvePanel {
		return curvePanel{xLabel: x, from: from, yLabel: label, curves: curves, high: 1, level: 0.5, levelLabel: Text{"half", "metade"}}
	}
	return []curvePanel{
		panel(Text{"share of bits that are 1", "fração de bits a 1"}, ofBits),
		panel(Text{"share of cells that are not 0", "fração de células ≠ 0"}, ofCells),
	}
}
