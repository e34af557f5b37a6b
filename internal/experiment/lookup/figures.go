package lookup

import (
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
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
	if keys, err := axis.ParseCount(n); err == nil {
		n = axis.Grouped(keys)
	}
	groups, marks := experiment.Families(m.Filters), caches(m)
	line := func(id, name string, of runfolder.Metric, title figure.Text) figure.Figure {
		families := figure.FamiliesOf{Groups: groups, Metric: of, Axis: name, Y: figure.Logarithmic}
		if name == axisN {
			families.Marks = marks
		}
		return held(name, figure.Families(id, title, families))
	}
	front := held(axis.Epsilon, figure.Front("time-space", figure.Text{
		EN: fmt.Sprintf("Time against space: a query of a stranger and bits a key (n = %s)", n),
		PT: fmt.Sprintf("Tempo e espaço: uma consulta de um estranho e bits por chave (n = %s)", n),
	}, figure.FrontOf{
		X:  figure.FrontAxis{Metric: BitsPerKey, Label: figure.Text{EN: "Bits a key", PT: "Bits por chave"}, Scaling: figure.Logarithmic},
		Y:  figure.FrontAxis{Metric: metric.Query, Label: figure.Text{EN: "Time of a query", PT: "Tempo de uma consulta"}, Scaling: figure.Logarithmic},
		At: figure.Place{axis.Epsilon: middleValue(m, axis.Epsilon)}, Filters: m.Filters,
	}))
	return []figure.Figure{
		front,
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

// held draws a figure along one axis, with the others at their middle.
func held(name string, f figure.Figure) figure.Figure {
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
		return f.Draw(along(s, name), l)
	}}
}

// middleValue is that of an axis of the run, empty for an axis that it lacks.
func middleValue(m *runfolder.Meta, name string) string {
	i := m.Axis(name)
	if i < 0 {
		return ""
	}
	return middleOf(m.Axes[i])
}

// markedBits is the size of a key at which the caches are marked, which is about
// that of the filters at ε = 1 %.
const markedBits = 10

// caches are the numbers of keys that fill the caches of the run's machine.
func caches(m *runfolder.Meta) (list []figure.Mark) {
	if len(m.Sessions) == 0 || m.Sessions[0].Machine == nil {
		return nil
	}
	cpu := m.Sessions[0].Machine.CPU
	for _, c := range []struct {
		name  string
		bytes int
	}{{"L1d", cpu.L1d}, {"L2", cpu.L2}, {"L3", cpu.L3}} {
		if c.bytes > 0 {
			list = append(list, figure.Mark{X: float64(c.bytes) * 8 / markedBits, Name: c.name})
		}
	}
	return list
}
