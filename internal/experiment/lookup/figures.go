package lookup

import (
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) []figure.Figure {
	middle := map[string]string{}
	for _, a := range m.Axes {
		middle[a.Name] = a.Label(middleOf(a))
	}
	n, epsilon := middle[axisN], middle[axis.Epsilon]
	return []figure.Figure{
		line("query-n", axisN, metric.Query, figure.Text{
			EN: fmt.Sprintf("Mean time of a query of a stranger, by keys (ε = %s %%)", epsilon),
			PT: fmt.Sprintf("Tempo médio de uma consulta de um estranho, por chaves (ε = %s%%)", epsilon),
		}),
		line("latency-n", axisN, Latency, figure.Text{
			EN: fmt.Sprintf("Mean time of a query that waits for the answer before, by keys (ε = %s %%)", epsilon),
			PT: fmt.Sprintf("Tempo médio de uma consulta que espera a resposta anterior, por chaves (ε = %s%%)", epsilon),
		}),
		line("query-eps", axis.Epsilon, metric.Query, figure.Text{
			EN: fmt.Sprintf("Mean time of a query of a stranger, by ε (n = %s)", n),
			PT: fmt.Sprintf("Tempo médio de uma consulta de um estranho, por ε (n = %s)", n),
		}),
		line("query-hits", axisHits, metric.Query, figure.Text{
			EN: fmt.Sprintf("Mean time of a query, by the share of members (n = %s, ε = %s %%)", n, epsilon),
			PT: fmt.Sprintf("Tempo médio de uma consulta, pela fração de membros (n = %s, ε = %s%%)", n, epsilon),
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
