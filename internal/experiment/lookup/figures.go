package lookup

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		line("query-n", axisN, metric.Query, figure.Text{
			EN: "Mean time of a query of a stranger, by keys (ε = 1 %)",
			PT: "Tempo médio de uma consulta de um estranho, por chaves (ε = 1%)",
		}),
		line("latency-n", axisN, Latency, figure.Text{
			EN: "Mean time of a query that waits for the answer before, by keys (ε = 1 %)",
			PT: "Tempo médio de uma consulta que espera a resposta anterior, por chaves (ε = 1%)",
		}),
		line("query-eps", axis.Epsilon, metric.Query, figure.Text{
			EN: "Mean time of a query of a stranger, by ε (n = 100,000)",
			PT: "Tempo médio de uma consulta de um estranho, por ε (n = 100.000)",
		}),
		line("query-hits", axisHits, metric.Query, figure.Text{
			EN: "Mean time of a query, by the share of members (n = 100,000, ε = 1 %)",
			PT: "Tempo médio de uma consulta, pela fração de membros (n = 100.000, ε = 1%)",
		}),
	}
}

// line is one metric of all structures along one axis, with the others at their
// middle.
func line(id, name string, m runfolder.Metric, title figure.Text) figure.Figure {
	overlay := figure.Overlay(id, title, m)
	return figure.Figure{ID: id, Title: title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
		return overlay.Draw(along(s, name), l)
	}}
}
