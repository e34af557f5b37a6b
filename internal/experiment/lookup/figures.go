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
	n, epsilon := middleValue(m, N), middleValue(m, axis.Eps)
	list := []figure.Figure{
		held(axis.Eps, figure.Front("time-space", d.title(
			"Time and space: the query of a negative, and the bits per key (%s)",
			"Tempo e espaço: uma consulta de um negativo e bits por chave (%s)", N,
		), figure.FrontOf{
			X:  figure.FrontAxis{Metric: BitsPerKey, Label: figure.Text{EN: "Bits per key", PT: "Bits por chave"}, Scaling: figure.Logarithmic},
			Y:  figure.FrontAxis{Metric: metric.Query, Label: timeOfQuery(), Scaling: figure.Logarithmic},
			At: figure.Place{axis.Epsilon: epsilon}, Filters: m.Filters,
		})),
		d.line("query-n", N, metric.Query, d.title(
			"Mean time of a query of a negative, by keys (%s)",
			"Tempo médio de uma consulta de um negativo, por chaves (%s)", axis.Eps)),
		d.line("latency-n", N, Latency, d.title(
			"Mean time of a query that waits for the answer before, by keys (%s)",
			"Tempo médio de uma consulta que espera a resposta anterior, por chaves (%s)", axis.Eps)),
		d.line("query-eps", axis.Eps, metric.Query, d.title(
			"Mean time of a query of a negative, by ε (%s)",
			"Tempo médio de uma consulta de um negativo, por ε (%s)", N)),
		d.line("query-hits", Hits, metric.Query, d.title(
			"Mean time of a query, by the share of members (%s)",
			"Tempo médio de uma consulta, pela fração de membros (%s)", N, axis.Eps)),
		d.line("load", Load, Loaded, d.title(
			"Mean time of a query of a negative to a table, by its load (table for %s)",
			"Tempo médio de uma consulta de um negativo a uma tabela, por sua ocupação (tabela para %s)", N, axis.Eps)),
		d.line("goroutines", Crowd, Parallel, d.title(
			"Mean time of a query if several goroutines query one filter: wall time divided by all their queries (%s)",
			"Tempo médio de uma consulta de goroutines que consultam um filtro ao mesmo tempo: tempo decorrido por consulta (%s)", N, axis.Eps)),
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
func (d drawer) title(en, pt string, held ...axis.Named) figure.Text {
	parts := make([]string, len(held))
	for i, a := range held {
		parts[i] = d.at(a, middleValue(d.meta, a))
	}
	return figure.Text{
		EN: fmt.Sprintf(en, strings.Join(parts, ", ")),
		PT: fmt.Sprintf(pt, commas(strings.Join(parts, "; "))),
	}
}

// at is a value on an axis, without a break.
func (d drawer) at(of axis.Named, value string) string {
	i := d.meta.Axis(of.AxisName())
	if i < 0 {
		return of.AxisName()
	}
	a := d.meta.Axes[i]
	text := a.Label(value)
	if a.Kind == axis.RateKind {
		text += "\u00a0%"
	}
	return a.Symbol() + "\u00a0=\u00a0" + text
}

// commas writes numbers as Portuguese does.
func commas(numbers string) string {
	return strings.ReplaceAll(figure.Decimal(numbers, figure.Portuguese), "\u00a0%", "%")
}

func timeOfQuery() figure.Text {
	return figure.Text{EN: "Time of a query", PT: "Tempo de uma consulta"}
}

// line is a figure along an axis, by family.
func (d drawer) line(id string, over axis.Named, of runfolder.Metric, title figure.Text) figure.Figure {
	families := figure.FamiliesOf{Groups: d.groups, Metric: of, Axis: over.AxisName(), Label: timeOfQuery(), Y: figure.Logarithmic}
	switch over {
	case N:
		families.Marks = caches(d.meta)
	case Hits:
		families.Along = figure.Text{EN: "share of members among the queries", PT: "fração de membros entre as consultas"}
	case Load:
		families.Along = figure.Text{EN: "load: share of the table's places that are taken", PT: "ocupação: fração dos lugares da tabela que têm chave"}
	case Crowd:
		families.Along = figure.Text{EN: "goroutines", PT: "goroutines"}
	}
	return held(over, figure.Families(id, title, families))
}

// held draws a figure along one axis, with the others at their middle. The note on the
// caches stays where the axis is n, to which it belongs.
func held(over axis.Named, f figure.Figure) figure.Figure {
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
		return f.Draw(noted(along(s, over), over == axis.Named(N)), l)
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
func middleValue(m *runfolder.Meta, a axis.Named) string {
	i := m.Axis(a.AxisName())
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
	on := m.Machine()
	if on == nil {
		return nil
	}
	for _, c := range []struct {
		name  string
		bytes int
	}{{"L1d", on.CPU.L1d}, {"L2", on.CPU.L2}, {"L3", on.CPU.L3}} {
		if c.bytes > 0 {
			list = append(list, figure.Mark{X: float64(c.bytes) * 8 / markedBits, Name: c.name})
		}
	}
	return list
}

// fanFigures are those of the preset, whose structures have each one rate: its times, and
// time against space.
func (d drawer) fanFigures() []figure.Figure {
	n := d.largest()
	at := func(hits string) figure.Place {
		p := figure.Place{string(N): n}
		if hits != "" {
			p[string(Hits)], p[string(Order)] = hits, shuffled
		}
		return p
	}
	title := func(en, pt string) figure.Text {
		keys := d.at(N, n)
		return figure.Text{EN: "Structures of Table 3 of Fan et al. 2014: " + en + " (" + keys + ")",
			PT: "Estruturas da Tabela 3 de Fan et al. 2014: " + pt + " (" + commas(keys) + ")"}
	}
	times := figure.Ranked("fan-times", title("time of a construction, per key, and of a query", "tempo de construção, por chave, e de uma consulta"), figure.RankedOf{
		Groups: d.groups, Label: figure.Text{EN: "Time", PT: "Tempo"},
		Panels: []figure.RankedPanel{
			{Metric: metric.Build, At: at(""), Title: figure.Text{EN: "construction, per key", PT: "construção, por chave"}},
			{Metric: metric.Query, At: at("0"), Title: figure.Text{EN: "query of a negative", PT: "consulta de um negativo"}},
			{Metric: metric.Query, At: at("1"), Title: figure.Text{EN: "query of a member", PT: "consulta de um membro"}},
		},
	})
	front := figure.Front("fan-time-space", title("the query of a negative, and the bits per key", "uma consulta de um negativo e bits por chave"), figure.FrontOf{
		X:  figure.FrontAxis{Metric: BitsPerKey, Label: figure.Text{EN: "Bits per key", PT: "Bits por chave"}},
		Y:  figure.FrontAxis{Metric: metric.Query, Label: timeOfQuery()},
		At: at("0"), Filters: d.meta.Filters,
	})
	list := []figure.Figure{times, front}
	for i, f := range list {
		list[i] = figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l figure.Lang) (*figure.Drawing, error) {
			return f.Draw(noted(anyRate(s), false), l)
		}}
	}
	return list
}

// largest is the largest number of keys of the run.
func (d drawer) largest() string {
	if sizes := d.meta.Values(string(N)); len(sizes) > 0 {
		return sizes[len(sizes)-1]
	}
	return "0"
}

// anyRate is the run with its structures off the axis of ε.
func anyRate(s *report.Summary) *report.Summary {
	i := s.Meta.Axis(axis.Epsilon)
	if i < 0 {
		return s
	}
	return summarize(s, s.Run.Cut(func(row runfolder.Row) (runfolder.Row, bool) {
		row.Point = row.Point.With(i, len(s.Meta.Axes), "")
		return row, true
	}))
}
