package lookup

import (
	_ "embed"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) []figure.Figure {
	d := drawer{meta: m, groups: glossary.Families(m.Filters)}
	if m.Parameters["preset"] == fan2014 {
		return d.fanFigures()
	}
	n, epsilon := middleValue(m, N), middleValue(m, axis.Eps)
	list := []figure.Figure{
		held(axis.Eps, figure.Front("time-space", text("time-space", d.middle(N)), figure.FrontOf{
			X:  figure.FrontAxis{Metric: BitsPerKey, Label: text("bits"), Scaling: figure.Logarithmic},
			Y:  figure.FrontAxis{Metric: metric.Query, Label: text("query"), Scaling: figure.Logarithmic},
			At: figure.Place{axis.Epsilon: epsilon}, Filters: m.Filters,
		})),
		d.line("query-n", N, metric.Query, axis.Eps),
		d.line("latency-n", N, Latency, axis.Eps),
		d.line("query-eps", axis.Eps, metric.Query, N),
		d.line("query-hits", Hits, metric.Query, N, axis.Eps),
		d.line("load", Load, Loaded, N, axis.Eps),
		d.line("goroutines", Crowd, Parallel, N, axis.Eps),
	}
	return append(list, d.beside(n, epsilon)...)
}

// drawer makes the figures of a run.
type drawer struct {
	meta   *runfolder.Meta
	groups []figure.RankedGroup
}

// middle names the values at which some axes are held: "n = 100,000, ε = 1 %".
func (d drawer) middle(held ...axis.Named) bilingual.Text {
	parts := make([]string, len(held))
	for i, a := range held {
		parts[i] = d.at(a, middleValue(d.meta, a))
	}
	return bilingual.Text{EN: strings.Join(parts, ", "), PT: commas(strings.Join(parts, "; "))}
}

// at is a value on an axis, without a break.
func (d drawer) at(of axis.Named, value string) string {
	i := d.meta.Axis(of.AxisName())
	if i < 0 {
		return of.AxisName()
	}
	a := d.meta.Axes[i]
	label := a.Label(value)
	if a.Kind == axis.RateKind {
		label += "\u00a0%"
	}
	return a.Symbol() + "\u00a0=\u00a0" + label
}

// commas writes numbers as Portuguese does.
func commas(numbers string) string {
	return strings.ReplaceAll(bilingual.Decimal(numbers, bilingual.Portuguese), "\u00a0%", "%")
}

// line is a figure along an axis, by family.
func (d drawer) line(id string, over axis.Named, of runfolder.Metric, at ...axis.Named) figure.Figure {
	families := figure.FamiliesOf{Groups: d.groups, Metric: of, Axis: over.AxisName(), Label: text("query"), Y: figure.Logarithmic}
	switch over {
	case N:
		families.Marks = caches(d.meta)
	case Hits, Load, Crowd:
		families.Along = text("along " + over.AxisName())
	}
	return held(over, figure.Families(id, text(id, d.middle(at...)), families))
}

// held draws a figure along one axis, with the others at their middle. The note on the
// caches stays where the axis is n, to which it belongs.
func held(over axis.Named, f figure.Figure) figure.Figure {
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l bilingual.Lang) (*figure.Drawing, error) {
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
	if on := m.Machine(); on != nil {
		for _, c := range on.CPU.Caches() {
			list = append(list, figure.Mark{X: float64(c.Bytes) * 8 / markedBits, Name: c.Name})
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
	keys := bilingual.Text{EN: d.at(N, n), PT: commas(d.at(N, n))}
	times := figure.Ranked("fan-times", text("fan-times", keys), figure.RankedOf{
		Groups: d.groups, Label: text("time"),
		Panels: []figure.RankedPanel{
			{Metric: metric.Build, At: at(""), Title: text("construction")},
			{Metric: metric.Query, At: at("0"), Title: text("negative")},
			{Metric: metric.Query, At: at("1"), Title: text("member")},
		},
	})
	front := figure.Front("fan-time-space", text("fan-time-space", keys), figure.FrontOf{
		X:  figure.FrontAxis{Metric: BitsPerKey, Label: text("bits")},
		Y:  figure.FrontAxis{Metric: metric.Query, Label: text("query")},
		At: at("0"), Filters: d.meta.Filters,
	})
	list := []figure.Figure{times, front}
	for i, f := range list {
		list[i] = figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l bilingual.Lang) (*figure.Drawing, error) {
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
