package choose

import (
	_ "embed"
	"html/template"
	"io"
	"math"

	"hyphbench/internal/report/table"
)

// Page is the answer for a terminal or as Markdown.
func (a *Answer) Page() table.Page {
	p := table.Page{Title: "Which filter?", Header: []table.Field{{Name: "answer", Value: a.Headline}}}
	for _, line := range a.Lines {
		p.Header = append(p.Header, table.Field{Value: line})
	}
	if len(a.Changes) > 0 {
		name := "another answer"
		for _, c := range a.Changes {
			p.Header = append(p.Header, table.Field{Name: name, Value: c.sentence()})
			name = ""
		}
	}
	for i, text := range a.Assumed {
		name := ""
		if i == 0 {
			name = "note"
		}
		p.Header = append(p.Header, table.Field{Name: name, Value: text})
	}
	p.Header = append(p.Header, table.Field{Name: "costs", Value: a.Costs})
	p.Tables = append(p.Tables, a.table())
	if len(a.Excluded) > 0 {
		t := table.Table{Title: "Left out", Columns: []string{"structure", "why"}, Left: 2}
		for _, e := range a.Excluded {
			t.Rows = append(t.Rows, []string{e.Name, e.Reason})
		}
		p.Tables = append(p.Tables, t)
	}
	if o := a.Obtainable; o != nil {
		p.Tables = append(p.Tables, table.Table{Title: "To be had: " + o.Structure + " of " + o.Module + " " + o.Version, Notes: []string{o.Differs}})
	} else if a.Recommended != None && a.Recommended != Nothing {
		p.Tables = append(p.Tables, table.Table{Title: "To be had", Notes: []string{"No maintained Go library with any of these structures is known."}})
	}
	return p
}

func (a *Answer) table() table.Table {
	t := table.Table{
		Title:   "By the time of a query, the best rate of each structure",
		Columns: []string{"structure", "ε %", "query", "filter alone", "bits a key", "construction", "pays from a miss of"}, Left: 1,
		Notes: []string{"= is as good as the first. ~ is beyond what was measured: by a model."},
	}
	for _, r := range a.Ranked {
		mark := ""
		if r.Equal {
			mark = " ="
		}
		if r.Modelled {
			mark += " ~"
		}
		if r.Name == None {
			t.Rows = append(t.Rows, []string{"no filter" + mark, "", text(r.Total), "", "", "", ""})
			continue
		}
		q := Question{N: a.Keys, Members: a.Members}
		c := r.payoff(q, q)
		t.Rows = append(t.Rows, []string{
			r.Name + mark, rate(r.Offer), text(r.Total), Duration(c.Filter), table.Number(r.Bits, 2), Duration(r.Build * float64(a.Keys)), text(c.BreakEvenMiss()),
		})
	}
	return t
}

// rate is the rate asked in per cent, a dash of an exact structure.
func rate(o Offer) string {
	if o.Asked == 0 {
		return "–"
	}
	return o.Asked.Percent()
}

// text is a time, or a dash.
func text(ns float64) string {
	if math.IsNaN(ns) || math.IsInf(ns, 0) {
		return "–"
	}
	return Duration(ns)
}

//go:embed page.tmpl
var pageTemplate string

// WriteHTML writes the answer as a page that needs no other file.
func (a *Answer) WriteHTML(w io.Writer) error {
	t, err := template.New("choose").Parse(pageTemplate)
	if err != nil {
		return err
	}
	var changes []string
	for _, c := range a.Changes {
		changes = append(changes, c.sentence())
	}
	return t.Execute(w, map[string]any{"Answer": a, "Changes": changes, "Table": a.table()})
}
