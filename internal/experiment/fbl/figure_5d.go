package fbl

import "hyphbench/internal/report/figure"

// figure5d is the occupancy over b.
func figure5d() figure.Figure {
	return newFigure("5d",
		figure.Text{EN: "occupancy of a linear Bloom filter (k = 7)", PT: "FBL – influência da precisão (b) na calibração do estimador: taxa de ocupação (k = 7)"},
		twoOccupancies(),
		func(p *curves) []figure.CurvePanel {
			return occupancyPanels(bitsPerCell(), 1, p.overB(BitOccupancy), p.overB(CellOccupancy))
		})
}

func twoOccupancies() figure.Text {
	return figure.Text{
		EN: quantisedDown().EN + " Above, occupancy as the paper defines it; below, the share of cells that are not 0.",
		PT: quantisedDown().PT + " Em cima, a ocupação como o artigo a define; em baixo, a fração de células diferentes de 0.",
	}
}

func occupancyPanels(x figure.Text, from float64, ofBits, ofCells []figure.Curve) []figure.CurvePanel {
	panel := func(label figure.Text, curves []figure.Curve) figure.CurvePanel {
		return figure.CurvePanel{XLabel: x, From: from, To: 16, YLabel: label, Curves: curves, High: 1, Level: 0.5, LevelLabel: figure.Text{EN: "half", PT: "metade"}}
	}
	return []figure.CurvePanel{
		panel(figure.Text{EN: "share of bits that are 1", PT: "fração de bits a 1"}, ofBits),
		panel(figure.Text{EN: "share of cells that are not 0", PT: "fração de células ≠ 0"}, ofCells),
	}
}
