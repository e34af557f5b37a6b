package lookup

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) []figure.Figure {
	d := drawer{meta: m, groups: glossary.Families(m.Filters)}
	if m.Parameters["preset"] == fan2014 {
		return d.fanFigures()
	}
	n, epsilon := middleValue(m, axisN), middleValue(m, axis.Epsilon)
	list := []figure.Figure{
		held(axis.Epsilon, figure.Front("time-space", d.title(
			"Time against space: a query of a negative and bits per key (%s)",
			"Tempo e espaço: uma consulta de um estranho e bits por chave (%s)", axisN,
		), figure.FrontOf{
			X:  figure.FrontAxis{Metric: BitsPerKey, Label: figure.Text{EN: "Bits per key", PT: "Bits por chave"}, Scaling: figure.Logarithmic},
			Y:  figure.FrontAxis{Metric: metric.Query, Label: timeOfQuery(), Scaling: figure.Logarithmic},
			At: figure.Place{axis.Epsilon: epsilon}, Filters: m.Filters,
		})),
		d.line("query-n", axisN, metric.Query, d.title(
			"Mean time of a query of a negative, by keys (%s)",
			"Tempo médio de uma consulta de um estranho, por chaves (%s)", axis.Epsilon)),
		d.line("latency-n", axisN, Latency, d.title(
			"Mean time of a query that waits for the answer before, by keys (%s)",
			"Tempo médio de uma consulta que espera a resposta anterior, por chaves (%s)", axis.Epsilon)),
		d.line("query-eps", axis.Epsilon, metric.Query, d.title(
			"Mean time of a query of a negative, by ε (%s)",
			"Tempo médio de uma consulta de um estranho, por ε (%s)", axisN)),
		d.line("query-hits", axisHits, metric.Query, d.title(
			"Mean time of a query, by the share of members (%s)",
			"Tempo médio de uma consulta, pela fração de membros (%s)", axisN, axis.Epsilon)),
		d.line("load", axisLoad, Loaded, d.title(
			"Mean time of a query of a negative to a table, by its load (table for %s)",
			"Tempo médio de uma consulta de um estranho a uma tabela, por sua ocupação (tabela para %s)", axisN, axis.Epsilon)),
		d.line("goroutines", axisCrowd, Parallel, d.title(
			"Mean time of a query of goroutines that ask one filter at once: wall time over all their queries (%s)",
			"Tempo médio de uma consulta de goroutines que consultam um filtro ao mesmo tempo: tempo decorrido por consulta (%s)", axisN, axis.Epsilon)),
	}
	return append(list, d.beside(n, epsilon)...)
}

// drawer makes the figures of a run.
type drawer struct {
	meta   *runfolder.Meta
	groups []figure.RankedGroup
}

// title names the values at which some axes are held, "n = 100,000, ε = 1 %", in the
// place of the %s.
func (d drawer) title(en, pt string, held ...string) figure.Text {
	parts := make([]string, len(held))
	for i, name := range held {
		parts[i] = d.at(name, middleValue(d.meta, name))
	}
	return figure.Text{
		EN: fmt.Sprintf(en, strings.Join(parts, ", ")),
		PT: fmt.Sprintf(pt, commas(strings.Join(parts, "; "))),
	}
}

// at is a value on an axis, without a break.
func (d drawer) at(name, value string) string {
	i := d.meta.Axis(name)
	if i < 0 {
		return name
	}
	a := d.meta.Axes[i]
	text := a.Label(value)
	switch a.Kind {
	case axis.RateKind:
		text += "\u00a0%"
	case axis.CountKind:
		if n, err := axis.ParseCount(value); err == nil {
			text = axis.Grouped(n)
		}
	}
	return a.Symbol() + "\u00a0=\u00a0" + text
}

// commas writes numbers as Portuguese does.
func commas(numbers string) string {
	return strings.NewReplacer(",", ".", ".", ",", "\u00a0%", "%").Replace(numbers)
}

func timeOfQuery() figure.Text {
	return figure.Text{EN: "Time of a query", PT: "Tempo de uma consulta"}
}

// line is a figure along an axis, by family.
func (d drawer) line(id, name string, of runfolder.Metric, title figure.Text) figure.Figure {
	families := figure.FamiliesOf{Groups: d.groups, Metric: of, Axis: name, Label: timeOfQuery(), Y: figure.Logarithmic}
	switch name {
	case axisN:
		families.Marks = caches(d.meta)
	case axisHits:
		families.Along = figure.Text{EN: "share of members among the queries", PT: "fração de membros entre as consultas"}
	case axisLoad:
		families.Along = figure.Text{EN: "load: share of the table's places that are taken", PT: "ocupação: fração dos lugares da tabela que têm chave"}
	case axisCrowd:
		families.Along = figure.Text{EN: "goroutines", PT: "goroutines"}
	}
	return held(name, figure.Families(id, title, families))
}

// held draws a figure along one axis, with the others at their middle. The note on the
// caches stays where the axis is n, to which it belongs.
func held(name string, f figure.Figure) figure.Figure {
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
		return f.Draw(noted(along(s, name), name == axisN), l)
	}}
}

// noted is the run with those of its notes that concern a figure.
func noted(s *report.Summary, caches bool) *report.Summary {
	of, run := *s, *s.Run
	run.Meta.Notes = slices.DeleteFunc(slices.Clone(run.Meta.Notes), func(note string) bool {
		return note == probeNote || !caches && strings.HasPrefix(note, cachesNote)
	})
	of.Run, of.Meta = &run, &run.Meta
	return &of
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
