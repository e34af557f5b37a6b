package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// Bounds of what is drawn.
const (
	mostRows    = 40 // in a figure
	mostFigures = 2  // those of the first headline aside: the further ones are in the comparison
)

// Forests are the ratios of times by which the structures of a run compare, those of the
// headlines in their order: one figure, or more of many structures. None where the run has no
// pairs of times; of a run on several machines compare.Forests has them.
//
// verdicts are those on the run, whose p its ratios have.
func Forests(s *report.Summary, headlines []Headline, verdicts []claim.Result) (list []figure.Figure) {
	if !s.Meta.Paired() || s.ByMachine() != nil {
		return nil
	}
	of := figure.ForestOf{
		Label:    bilingual.Text{EN: "Time divided by that of the structure that the heading names (below 1: faster)", PT: "Tempo dividido pelo da estrutura que o título nomeia (abaixo de 1: mais rápida)"},
		Interval: bilingual.Text{EN: "ratio of trimmed mean times, 95 % interval", PT: "razão de tempos médios aparados, intervalo de 95%"},
	}
	var groups []figure.ForestGroup
	most := 0 // comparisons that p is corrected for, where a mark says so
	if compare.Decides(s.Meta) {
		share := table.Number(100*(1-stats.WrongInLook), 1)
		of.Interval = bilingual.Text{
			EN: "%s %% interval, for a result examined up to %d times",
			PT: "intervalo de %s%%, para um resultado examinado até %d vezes",
		}.With(bilingual.Text{EN: share, PT: bilingual.Decimal(share, bilingual.Portuguese)}, stats.Looks)
		groups = versusGroup(s)
	} else {
		if len(headlines) == 0 {
			headlines = usual(s)
		}
		for _, h := range headlines {
			own, comparisons := h.groups(s, verdicts)
			more := append(slices.Clone(groups), own...)
			if len(groups) > 0 && len(chunks(more)) > mostFigures {
				break
			}
			groups, most = more, max(most, comparisons)
		}
	}
	star := []bilingual.Text{bilingual.Text{EN: "* not separated: p is corrected for up to %d comparisons, the interval is that of one", PT: "* não separada: o p é corrigido para até %d comparações, o intervalo é o de uma só"}.With(most)}
	for nth, part := range chunks(groups) {
		id := "forest"
		if nth > 0 {
			id += fmt.Sprintf("-%d", nth+1)
		}
		of.Groups, of.Notes = part, nil
		if slices.ContainsFunc(part, func(g figure.ForestGroup) bool { return slices.ContainsFunc(g.Rows, marked) }) {
			of.Notes = star
		}
		list = append(list, forest(id, of))
	}
	return list
}

// forest is a figure without the notes of the run, which are about other numbers.
func forest(id string, of figure.ForestOf) figure.Figure {
	f := figure.Forest(id, bilingual.Text{
		EN: "Ratios of the times of structures that were measured side by side",
		PT: "Razões dos tempos de estruturas que foram medidas lado a lado",
	}, func(*report.Summary) (figure.ForestOf, error) { return of, nil })
	return figure.Figure{ID: f.ID, Title: f.Title, Draw: func(s *report.Summary, l bilingual.Lang) (*figure.Drawing, error) {
		bare, run := *s, *s.Run
		run.Meta.Notes = nil
		bare.Run, bare.Meta = &run, &run.Meta
		return f.Draw(&bare, l)
	}}
}

// groups are the ratios of a headline, the fastest structure first, at each of its places, and the
// most comparisons that the p of one with a mark is corrected for.
func (h Headline) groups(s *report.Summary, verdicts []claim.Result) (list []figure.ForestGroup, most int) {
	h.each(s, func(m *report.Metric, part *report.Summary, place string) {
		if !m.Timed() {
			return
		}
		c, err := compare.Pool(part, h.Metric, h.To)
		if err != nil || c.Withheld { // such as of a run of one structure
			return
		}
		if place == "" {
			c.AsRatios(s, verdicts)
		}
		g := group(s, m, c.A, s.Glossary.InBoth(place))
		for _, p := range c.Metrics[0].Pooled {
			if h.has(s, p.Filter) && !math.IsNaN(p.Value) {
				r := row(p.Filter, p.Ratio)
				if p.Excludes() {
					r.Name, most = bilingual.Text{EN: r.Name.EN + mark, PT: r.Name.PT + mark}, max(most, c.Tests)
				}
				g.Rows = append(g.Rows, r)
			}
		}
		slices.SortStableFunc(g.Rows, func(a, b figure.ForestRow) int {
			switch {
			case a.Value < b.Value:
				return -1
			case a.Value > b.Value:
				return 1
			}
			return 0
		})
		if len(g.Rows) > 0 {
			list = append(list, g)
		}
	})
	return list, most
}

// mark is behind the name of a structure that is not separated, although its interval excludes 1.
const mark = " *"

func marked(r figure.ForestRow) bool { return strings.HasSuffix(r.Name.EN, mark) }

// versusGroup is the ratio of the two structures of a run that was to decide between them.
func versusGroup(s *report.Summary) []figure.ForestGroup {
	v, err := compare.VersusOf(s)
	if err != nil {
		return nil
	}
	sizes, _ := places(s.Meta, v.Points)
	commas := strings.NewReplacer(",", ".", ".", ",", " %", "%", " and ", " e ")
	g := group(s, v.Metric, v.A, bilingual.Text{EN: strings.Join(sizes, ", "), PT: commas.Replace(strings.Join(sizes, "; "))})
	g.Rows = []figure.ForestRow{row(v.B, v.Ratio)}
	return []figure.ForestGroup{g}
}

// group is without rows. place is where on the axes.
func group(s *report.Summary, m *report.Metric, reference string, place bilingual.Text) figure.ForestGroup {
	if place.EN != "" {
		place = bilingual.Both("%s: ").With(place)
	}
	title := bilingual.Text{EN: "%s%s, relative to %s", PT: "%s%s, em relação a %s"}
	return figure.ForestGroup{Metric: m.Name, Title: title.With(place, s.Glossary.InBoth(m.Title), s.Glossary.InBoth(s.Glossary.Baseline(reference)))}
}

func row(structure string, r compare.Ratio) figure.ForestRow {
	return figure.ForestRow{Name: bilingual.Both(structure), Structure: structure, Value: r.Value, CI: r.CI}
}

// chunks shares the rows among figures; a group may go on in the next one.
func chunks(groups []figure.ForestGroup) (list [][]figure.ForestGroup) {
	var part []figure.ForestGroup
	room := mostRows
	for _, g := range groups {
		for len(g.Rows) > 0 {
			if room == 0 || room < len(g.Rows) && len(g.Rows) <= mostRows {
				list, part, room = append(list, part), nil, mostRows
			}
			n := min(room, len(g.Rows))
			of := g
			of.Rows, g.Rows = g.Rows[:n], g.Rows[n:]
			part = append(part, of)
			room -= n
		}
	}
	if len(part) > 0 {
		list = append(list, part)
	}
	return list
}
