package choose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report/table"
)

// What a first screen has at most.
const (
	briefLines   = 45 // at 80 columns
	briefRows    = 8  // of this project's structures and of no filter; where that is too much for the lines,
	leastRows    = 4  // so many, which are those that are there whatever their rank
	briefChanges = 4  // likewise
	leastChanges = 1
)

// Brief is the answer for a first screen: what matters most of Page, and where the rest is. It
// leaves out of what was found and assumed, and then of the table, what there are no lines for. The
// first that was found is of the keys, and goes last of all: a warning of the machine's load must
// not hide what is wrong with the input. module says that --go may be named.
func (a *Answer) Brief(module bool) (p table.Page) {
	fits := func(assumed, rows, changes int) bool {
		var text strings.Builder
		p = a.briefWith(a.Assumed[:assumed], rows, changes, module)
		err := table.Write(&text, p, table.Text)
		return err == nil && strings.Count(text.String(), "\n") <= briefLines
	}
	first := min(1, len(a.Assumed))
	for rows := briefRows; rows >= leastRows; rows-- {
		for n := len(a.Assumed); n >= first; n-- {
			if fits(n, rows, briefChanges) {
				return p
			}
		}
	}
	for changes := briefChanges - 1; changes >= leastChanges; changes-- {
		if fits(first, leastRows, changes) {
			return p
		}
	}
	fits(0, leastRows, leastChanges)
	return p
}

// briefWith has so much of what was found and assumed, and so many rows and changes.
func (a *Answer) briefWith(assumed []string, rows, changed int, module bool) table.Page {
	p := table.Page{Brief: table.Brief{Above: []table.Field{{Name: "answer", Value: a.Headline}}}}
	for _, w := range a.Warnings {
		p.Brief.Above = append(p.Brief.Above, table.Field{Name: "warning", Value: w})
	}
	section := func(t table.Table) {
		if len(t.Lines)+len(t.Rows)+len(t.Notes) > 0 {
			p.Tables = append(p.Tables, t)
		}
	}
	do := a.brief.do
	if len(do) == 0 {
		do = a.Do // nothing was decided
	}
	other := module && a.Obtainable != nil && a.Obtainable.Structure != a.Recommended && a.Recommended != None
	if other {
		do = append(slices.Clip(do), "For a Go program: hyphbench choose … --importable --go=DIR")
	}
	changes := a.changes()
	section(table.Table{Title: "Why", Notes: a.brief.why})
	section(a.briefTable(rows))
	section(table.Table{Title: "What would change the answer", Notes: changes[:min(len(changes), changed)]})
	section(table.Table{Title: "Found and assumed", Notes: assumed})
	section(table.Table{Title: "What to do", Lines: do})
	rest := "every structure, what was left out and assumed, the details, the terms"
	if a.Obtainable != nil && a.Obtainable.Code != "" {
		rest = "every structure, what was left out and assumed, details, the program"
	}
	p.Brief.Below = []table.Field{{Name: "-v", Value: rest}}
	if module && a.Obtainable != nil && !other {
		p.Brief.Below = append(p.Brief.Below, table.Field{Name: "--go=DIR", Value: "a Go module with " + a.Obtainable.Structure + " for your keys, and its test"})
	}
	return p
}

// briefTable has the first rows, no filter, the quickest, an exact table and a library.
func (a *Answer) briefTable(rows int) table.Table {
	always := func(r Ranked) bool { return slices.Contains(a.brief.rows, r.Name) }
	others, structures := rows, len(a.Libraries)
	for _, r := range a.Ranked {
		if always(r) {
			others--
		}
		if r.Name != None {
			structures++
		}
	}
	var list []Ranked
	for _, r := range a.Ranked {
		if !always(r) {
			others--
		}
		if always(r) || others >= 0 {
			list = append(list, r)
		}
	}
	for _, r := range a.Libraries {
		if a.Obtainable != nil && r.Name == a.Obtainable.Structure {
			list = append(list, r)
		}
	}
	t := a.tableOf(list)
	if len(t.Rows) == 0 {
		return t
	}
	t.Title = "All that come into question, " + a.rate
	if len(list) < len(a.Ranked)+len(a.Libraries) {
		t.Title = fmt.Sprintf("What matters of %d structures, %s", structures, a.rate)
	}
	switch {
	case a.final:
	case math.IsNaN(float64(a.Miss)):
		t = without(t, "query")
		t.Notes = append(t.Notes, notePays)
	default:
		t = without(t, "pays from")
		t.Notes = append(t.Notes, noteQuery)
	}
	t.Notes = []string{strings.Join(t.Notes, " ")}
	return t
}

// without is a table without a column.
func without(t table.Table, column string) table.Table {
	at := slices.Index(t.Columns, column)
	drop := func(row []string) []string { return slices.Concat(row[:at], row[at+1:]) }
	t.Columns = drop(t.Columns)
	for i, row := range t.Rows {
		t.Rows[i] = drop(row)
	}
	return t
}
