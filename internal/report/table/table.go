// Package table lays out pages of tables and formats them and their numbers.
//
// Guarantee: the same page gives the same bytes; a text from a run's files is
// never read as markup; what is not a number is a dash in tables, null in JSON
// and empty in CSV.
// Cost: milliseconds for the tables of a full run.
package table

import "strings"

// Field is a line above the tables.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Table is a table of formatted texts.
type Table struct {
	Title   string
	Lines   []string // below the title
	Code    string   // a program below the lines, as it is
	Columns []string
	Left    int // columns from the left that are aligned to the left; the others to the right
	Rows    [][]string
	Widths  []int    // where to wrap the texts of a column on a terminal; 0 or none: nowhere
	Notes   []string // below the rows
}

// Page is tables below a header.
type Page struct {
	Title  string
	Header []Field
	Tables []Table
}

// wrapped is the table for a terminal.
func (t Table) wrapped() Table {
	out := Table{Title: t.Title, Code: t.Code, Columns: t.Columns, Left: t.Left}
	for _, line := range t.Lines {
		out.Lines = append(out.Lines, Wrap(line, width)...)
	}
	for _, r := range t.Rows {
		texts := make([]string, len(r))
		for i, text := range r {
			if texts[i] = text; i < len(t.Widths) && t.Widths[i] > 0 {
				texts[i] = strings.Join(Wrap(text, t.Widths[i]), "\n")
			}
		}
		out.Rows = append(out.Rows, texts)
	}
	for _, note := range t.Notes {
		out.Notes = append(out.Notes, strings.Join(Wrap(note, width-4), "\n    ")) // a page sets a note in by two
	}
	return out
}
