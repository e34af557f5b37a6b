package example

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{figure.Overlay("query", figure.Text{
		EN: "Mean time of a question, by keys and share of members (with 95 % confidence intervals)",
		PT: "Tempo médio de uma pergunta, por chaves e fração de membros (com intervalos de confiança de 95%)",
	}, metric.Query)}
}

// portuguese has what figures draw of a run beside their titles, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"one question":       "uma pergunta",
		"strangers admitted": "estranhos admitidos",
		"hits":               "membros",
	}
}
