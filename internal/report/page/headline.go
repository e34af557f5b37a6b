package page

import (
	"strconv"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/headline"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// tally is the number of claims with a verdict.
type tally struct {
	headline.Tally
	Class string
	To    string // the first verdict of the kind
}

func (x *index) tally(results []claim.Result, tables ...*pageTable) (list []tally) {
	for _, t := range headline.Count(results) {
		one := tally{Tally: t, Class: class(t.Verdict)}
		for _, table := range tables {
			for i := 0; table != nil && i < len(table.Rows) && one.To == ""; i++ {
				if table.Rows[i].Cells[0].Class == one.Class {
					one.To = table.Rows[i].Anchor
				}
			}
		}
		list = append(list, one)
	}
	return list
}

// ratios are the tables of the main ratios, one for each structure that the
// others are compared with.
func (x *index) ratios(s *report.Summary, results []claim.Result) (list []pageTable) {
	for _, of := range headline.Of(s, results) {
		t := table.Table{
			Title:   "Times compared with " + s.Glossary.Baseline(of.To),
			Columns: []string{"time of", "in words", "ratio [95 % interval]", "p", "cells"}, Left: 2,
		}
		out := plain(t)
		out.How = of.How
		out.Kind, out.Narrow = "ratios", false
		for _, r := range of.List {
			one := row{Of: x.of([]string{r.Filter, of.To}, []runfolder.Metric{r.Metric}), Cells: []cell{
				{Text: string(r.Metric), To: x.tables[r.Metric]}, {Text: r.String(), Class: order(r)},
				{Text: r.Ratio.String()}, {Text: table.PValue(r.P)}, {Text: strconv.Itoa(r.Cells)},
			}}
			if to := x.claims[r.Claim]; to != "" {
				one.Cells[1].Links = []links{{"Claim", []link{{to, r.Claim}}}}
			}
			out.Rows = append(out.Rows, one)
		}
		out.Long = len(out.Rows) > longTable
		list = append(list, out)
	}
	return list
}

// order is the style of a ratio, which says its word again.
func order(r headline.Ratio) string {
	switch {
	case r.Withheld || !r.Separated():
		return "order same"
	case r.Value < 1:
		return "order faster"
	}
	return "order slower"
}

// caveats counts notes, warnings and errors, for a link to them.
func caveats(notes []table.Field) string {
	var parts []string
	for _, what := range []string{"error", "warning", "note"} {
		n := 0
		for _, f := range notes {
			if f.Name == what {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, plural(n, what))
		}
	}
	return strings.Join(parts, ", ")
}
