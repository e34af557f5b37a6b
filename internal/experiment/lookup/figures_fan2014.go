package lookup

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

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
	front := figure.Front("fan-time-space", title("a query of a negative and bits per key", "uma consulta de um negativo e bits por chave"), figure.FrontOf{
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
