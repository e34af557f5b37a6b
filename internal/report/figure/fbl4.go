package figure

import (
	"fmt"
	"strconv"

	"hyphbench/internal/experiment/fbl"
	"hyphbench/internal/filter/linear"
)

// fbl4 is how many elements a filter holds until an occupancy is reached.
func fbl4() Figure {
	return fblFigure("4",
		Text{"how many elements a linear Bloom filter of k = 7 holds, by the bits in a cell", "Impacto do nº de bits de precisão na capacidade do FBL (k = 7)"},
		Text{
			quantisedDown().EN + " Above, occupancy as the paper defines it, below as share of cells. What is missing is not reached by 4,096 elements every time.",
			quantisedDown().PT + " Em cima, a ocupação como o artigo a define; em baixo, a fração de células. O que falta nem sempre é atingido por 4.096 elementos.",
		},
		func(p *fblPoints) []curvePanel {
			panel := func(metric string, label Text) curvePanel {
				c := curvePanel{xLabel: bitsPerCell(), from: 1, yLabel: label, log: true, level: 100, levelLabel: Text{"100 elements", "100 elementos"}}
				for i, percent := range []string{"30", "40", "50", "60", "70"} {
					c.curves = append(c.curves, p.curve(Text{percent + " %", percent + "%"}, look{nth: i}, widths(), func(b int) fblKey {
						return fblKey{metric, "", strconv.Itoa(b), "7", linear.Floor.String(), fmt.Sprintf("0.%c", percent[0])}
					}))
				}
				return c
			}
			return []curvePanel{
				panel(fbl.MetricBitCapacity, Text{"elements, by 1-bits", "elementos, por bits a 1"}),
				panel(fbl.MetricCellCapacity, Text{"elements, by cells not 0", "elementos, por células ≠ 0"}),
			}
		})
}
