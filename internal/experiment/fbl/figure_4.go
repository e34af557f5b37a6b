package fbl

import (
	"fmt"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figure4 is how many elements a filter holds until an occupancy is reached.
func figure4() figure.Figure {
	return newFigure("4",
		figure.Text{EN: "how many elements a linear Bloom filter of k = 7 holds, by the bits in a cell", PT: "Impacto do nº de bits de precisão na capacidade do FBL (k = 7)"},
		figure.Text{
			EN: quantisedDown().EN + " Above, occupancy as the paper defines it, below as share of cells. What is missing is not reached by 4,096 elements every time.",
			PT: quantisedDown().PT + " Em cima, a ocupação como o artigo a define; em baixo, a fração de células. O que falta nem sempre é atingido por 4.096 elementos.",
		},
		func(p *curves) []figure.CurvePanel {
			panel := func(metric runfolder.Metric, label figure.Text) figure.CurvePanel {
				c := figure.CurvePanel{XLabel: bitsPerCell(), From: 1, To: 16, YLabel: label, Log: true, Level: 100, LevelLabel: figure.Text{EN: "100 elements", PT: "100 elementos"}}
				for i, percent := range occupancies() {
					c.Curves = append(c.Curves, p.curve(figure.Text{EN: fmt.Sprint(percent, " %"), PT: fmt.Sprint(percent, "%")}, figure.Look{Nth: i}, widths(), func(b int) key {
						return key{metric: metric, b: b, k: paperK, quantisation: linear.Floor.String(), occupancy: share(percent)}
					}))
				}
				return c
			}
			return []figure.CurvePanel{
				panel(BitCapacity, figure.Text{EN: "elements, by 1-bits", PT: "elementos, por bits a 1"}),
				panel(CellCapacity, figure.Text{EN: "elements, by cells not 0", PT: "elementos, por células ≠ 0"}),
			}
		})
}
