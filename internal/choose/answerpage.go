package choose

import (
	_ "embed"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"

	"hyphbench/internal/report/table"
)

// glossary explains the terms of the tables.
const glossary = "A filter is a small summary of a set of keys. It is asked before the place where the keys are (the store). It never denies a key; of the queries that are no keys it takes a share for keys, its rate of false positives, and these are looked up in vain. A smaller rate needs a larger filter: bits per key are its memory in bits, divided by the number of keys. What it saves are lookups that find nothing."

// Page is the answer for a terminal or as Markdown.
func (a *Answer) Page() table.Page {
	p := table.Page{Title: "Which filter?", Header: []table.Field{{Name: "answer", Value: a.Headline}}}
	section := func(t table.Table) {
		if len(t.Lines)+len(t.Rows)+len(t.Notes) > 0 {
			p.Tables = append(p.Tables, t)
		}
	}
	section(table.Table{Title: "Why", Notes: a.Why})
	do := table.Table{Title: "What to do", Lines: a.Do}
	if a.Obtainable != nil {
		do.Code = a.Obtainable.Code
	}
	section(do)
	section(table.Table{Title: "What would change the answer", Notes: a.changes()})
	section(a.table())
	section(table.Table{Title: "Details", Notes: a.Details})
	left := table.Table{Title: "Left out", Columns: []string{"structure", "why"}, Left: 2}
	for _, e := range a.Excluded {
		left.Rows = append(left.Rows, []string{e.Name, e.Reason})
	}
	section(left)
	section(table.Table{Title: "What the answer rests on", Notes: a.rests()})
	section(table.Table{Title: "The words", Lines: []string{glossary}})
	return p
}

// changes are those of the answer as sentences.
func (a *Answer) changes() []string { return sentences(a.Changes) }

// rests are what was found, assumed and measured.
func (a *Answer) rests() []string {
	list := append([]string{}, a.Assumed...)
	if a.Costs != "" {
		list = append(list, a.Costs)
	}
	return list
}

func (a *Answer) table() table.Table {
	t := a.tableOf(slices.Concat(a.Ranked, a.Libraries))
	if len(t.Rows) == 0 {
		return t
	}
	t.Title = "All that come into question, " + a.rate + "; libraries last"
	if !a.final {
		t.Notes = append([]string{noteQuery + " " + notePays}, t.Notes...)
	}
	return t
}

// What the marks and the columns of times are.
const (
	noteEqual = "=: "
	noteQuery = "query: with lookups."
	notePays  = "pays from: the time of a lookup that finds nothing from which on the filter pays."
)

// tableOf has a row for each of the list.
func (a *Answer) tableOf(list []Ranked) table.Table {
	t := table.Table{
		Columns: []string{"structure", "false positives", "query", "filter alone", "memory", "bits per key", "construction", "pays from"}, Left: 1,
	}
	equal, near, modelled := false, false, false
	for _, r := range list {
		name := r.Name
		if r.Name == None {
			name = "no filter"
		}
		if r.Equal {
			name, equal = name+" =", true
		}
		if r.Near {
			name, near = name+" ≈", true
		}
		if r.Modelled {
			name, modelled = name+" ~", true
		}
		if r.Name == None {
			t.Rows = append(t.Rows, []string{name, "", optional(float64(r.Total)), "", "", "", "", ""})
			continue
		}
		q := Question{N: a.Keys, Members: a.Members}
		c := r.payoff(q, q)
		t.Rows = append(t.Rows, []string{
			name, rateText(r.Offer), optional(float64(r.Total)), Duration(c.Filter), bytesText(r.size(a.Keys)), table.Number(r.Bits, 2), Duration(r.Build * float64(a.Keys)), optional(c.BreakEvenMiss()),
		})
	}
	if len(t.Rows) == 0 {
		return table.Table{}
	}
	if a.final { // a query is the filter's, and there is nothing to pay
		for i, r := range append([][]string{t.Columns}, t.Rows...) {
			r = slices.Concat(r[:3], r[4:7])
			if i == 0 {
				t.Columns = r
			} else {
				t.Rows[i-1] = r
			}
		}
	}
	for _, n := range []struct {
		there bool
		text  string
	}{{equal, noteEqual + a.equal}, {near, "≈: nearly; another measurement may find it as good."}, {modelled, "~: beyond what was measured, by a model."}} {
		if n.there {
			t.Notes = append(t.Notes, n.text)
		}
	}
	return t
}

// rateText is the rate asked for, or the only one to be had.
func rateText(o Offer) string {
	if o.exact() {
		return "none"
	}
	if o.Epsilon != o.Asked.Float() { // that of a library's whole bytes
		return percent(o.Epsilon) + " %"
	}
	return o.Asked.Percent() + " %"
}

//go:embed page.tmpl
var pageTemplate string

// WriteHTML writes the answer as a page that needs no other file.
func (a *Answer) WriteHTML(w io.Writer) error {
	t, err := template.New("choose").Parse(pageTemplate)
	if err != nil {
		return err
	}
	var page strings.Builder
	err = t.Execute(&page, map[string]any{"Answer": a, "Changes": a.changes(), "Rests": a.rests(), "Table": a.table(), "Glossary": glossary})
	if err != nil {
		return err
	}
	// A number stays on the line of its unit.
	_, err = io.WriteString(w, regexp.MustCompile(`([0-9]) (%|ns|µs|ms|kB|MB|GB)`).ReplaceAllString(page.String(), "$1\u00a0$2"))
	return err
}
