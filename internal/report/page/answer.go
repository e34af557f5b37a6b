package page

import (
	"fmt"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// tally is the number of claims with a verdict.
type tally struct {
	answer.Tally
	Class string
	To    string // the first verdict of the kind
}

func (x *index) tally(said *answer.Answer, tables ...*pageTable) (list []tally) {
	for _, t := range said.Tally() {
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

// ratios are those that the run answers first, in words and as numbers; nil
// without any.
func (x *index) ratios(said *answer.Answer) *pageTable {
	t := plain(table.Table{Title: "How the structures compare", Columns: []string{"metric", "in words", "ratio [" + said.Level() + " interval]", "p"}, Left: 2})
	t.Kind, t.Narrow = "ratios", false
	for _, r := range said.Ratios {
		name := strings.Join(claim.NonEmpty(string(r.Metric.Name), r.Place), ", ")
		t.Rows = append(t.Rows, row{
			Of: x.of([]string{r.A, r.B}, []runfolder.Metric{r.Metric.Name}),
			Cells: []cell{
				{Text: name, To: x.tables[r.Metric.Name]}, {Text: said.Say(r), Class: order(r.Ratio)},
				{Text: r.Ratio.String()}, {Text: table.PValue(r.P)},
			},
		})
	}
	if len(t.Rows) > 0 {
		t.Notes = []string{said.Interval() + "; p " + said.Corrected()}
	}
	if said.Withheld {
		t.Notes = []string{"This design measures structure after structure: which is faster is withheld."}
	}
	if len(t.Rows) == 0 && len(t.Notes) == 0 {
		return nil
	}
	return &t
}

// allRatios are the pooled ratios of all times to the first baseline of the run
// and to its first structure, those that there are.
func (x *index) allRatios(s *report.Summary, verdicts []claim.Result) (list []pageTable) {
	references := []string{""}
	if len(s.Meta.Baselines) > 0 {
		references = []string{s.Meta.Baselines[0], ""}
	}
	for _, reference := range references {
		c, err := compare.Filters(s, reference, verdicts)
		if err != nil { // it has no times, or none to compare
			continue
		}
		pooled := c.Tables()[0]
		pooled.Title = fmt.Sprintf("All times compared with %s, %s", s.Glossary.Baseline(c.A), pooled.Title)
		t := x.measured(pooled)
		for i := range t.Rows {
			metric := runfolder.Metric(t.Rows[i].Cells[t.MetricAt].Text)
			t.Rows[i].Cells[t.MetricAt].To = x.tables[metric]
		}
		list = append(list, t)
	}
	return list
}

// order is the style of a ratio, which says its word again.
func order(r compare.Ratio) string {
	switch {
	case !r.Separated():
		return "order same"
	case r.Value < 1:
		return "order less"
	}
	return "order more"
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
