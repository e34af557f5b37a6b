package page

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
)

// pageTable is a table of the page: a table whose cells may hold more than a
// text.
type pageTable struct {
	table.Table
	Cells  [][]cell // in place of Table.Rows
	Long   bool     // scrolls within the page
	Narrow bool     // two columns of it fit on paper
}

// cell is a text, with smaller ones below it.
type cell struct {
	Text  string
	Small []string
	Class string
}

// longTable is the number of rows beyond which a table scrolls on its own.
const longTable = 60

// narrowTable is the number of characters in a row, with the space between
// columns, up to which half a page is enough.
const narrowTable = 60

// plain is a table as it is.
func plain(t table.Table) pageTable {
	out := pageTable{Table: t, Long: len(t.Rows) > longTable, Narrow: characters(t) <= narrowTable}
	for _, row := range t.Rows {
		cells := make([]cell, len(row))
		for i, text := range row {
			cells[i].Text = text
		}
		out.Cells = append(out.Cells, cells)
	}
	return out
}

// characters is the width of the table: the widest texts of its columns, heads
// but the first three wrapped, with one and a half for the space between two
// columns.
func characters(t table.Table) int {
	sum := len(t.Columns) * 3 / 2
	for i, head := range t.Columns {
		widest := 0
		words := strings.Fields(head)
		if i < 3 { // as style.css has it
			words = []string{head}
		}
		for _, word := range words {
			widest = max(widest, utf8.RuneCountInString(word))
		}
		for _, row := range t.Rows {
			widest = max(widest, utf8.RuneCountInString(row[i]))
		}
		sum += widest
	}
	return sum
}

// verdicts is the table of claims, with the reasons and tests below the
// statements instead of in columns of their own.
func verdicts(s *report.Summary, results []claim.Result) pageTable {
	t := plain(claim.Table(s, results, table.Markdown))
	statement, verdict := slices.Index(t.Columns, "claim"), slices.Index(t.Columns, "verdict")
	for _, name := range []string{"why", "test"} {
		at := slices.Index(t.Columns, name)
		t.Columns = slices.Delete(slices.Clone(t.Columns), at, at+1)
		for i, row := range t.Cells {
			if text := row[at].Text; text != "" {
				row[statement].Small = append(row[statement].Small, text)
			}
			t.Cells[i] = slices.Delete(row, at, at+1)
		}
	}
	t.Left, t.Narrow = len(t.Columns), false
	for i, r := range results {
		t.Cells[i][verdict].Class = class(r.Verdict)
	}
	return t
}

// class is the style of a verdict, which says it beside the word.
func class(v claim.Verdict) string {
	switch v {
	case claim.Supported:
		return "verdict supported"
	case claim.Contradicted:
		return "verdict contradicted"
	case claim.Inconclusive:
		return "verdict inconclusive"
	}
	return "verdict untested"
}

// tally is the number of claims with a verdict.
type tally struct {
	Verdict claim.Verdict
	Class   string
	N       int
}

func count(results []claim.Result) []tally {
	var list []tally
	for _, v := range []claim.Verdict{claim.Supported, claim.Contradicted, claim.Inconclusive, claim.NotTested} {
		n := 0
		for _, r := range results {
			if r.Verdict == v {
				n++
			}
		}
		if n > 0 {
			list = append(list, tally{v, class(v), n})
		}
	}
	return list
}
