package report

import (
	"fmt"
	"io"
	"strings"
)

// Table is a table of another package, to be written like those of a summary.
type Table struct {
	Title   string
	Lines   []string // below the title
	Columns []string
	Left    int // columns from the left that are aligned to the left; the others to the right
	Rows    [][]string
	Widths  []int    // where to wrap the texts of a column on a terminal; 0 or none: nowhere
	Notes   []string // below the rows
}

// WritePage writes fields and tables, as Text or Markdown.
func WritePage(w io.Writer, title string, header []Field, tables []Table, f Format) error {
	p := page{title: title, header: header}
	for _, t := range tables {
		p.tables = append(p.tables, t.grid(f))
	}
	switch f {
	case Text:
		_, err := io.WriteString(w, p.text())
		return err
	case Markdown:
		_, err := io.WriteString(w, p.markdown())
		return err
	}
	return fmt.Errorf("a page is not written as %q: want text or markdown", f)
}

// grid is the table as one of a page, wrapped for a terminal where that is
// what it is written for.
func (t Table) grid(f Format) grid {
	g := grid{title: t.Title, columns: t.Columns, left: t.Left}
	if f != Text {
		g.lines, g.rows, g.notes = t.Lines, t.Rows, t.Notes
		return g
	}
	for _, line := range t.Lines {
		g.lines = append(g.lines, wrap(line, width)...)
	}
	for _, r := range t.Rows {
		texts := make([]string, len(r))
		for i, text := range r {
			if texts[i] = text; i < len(t.Widths) && t.Widths[i] > 0 {
				texts[i] = strings.Join(wrap(text, t.Widths[i]), "\n")
			}
		}
		g.rows = append(g.rows, texts)
	}
	for _, note := range t.Notes {
		g.notes = append(g.notes, strings.Join(wrap(note, width-4), "\n    ")) // a page sets a note in by two
	}
	return g
}

// Number is a number in JSON, null where there is none.
type Number = jsonNumber

// Exact writes a number for programs, with twelve digits; empty where there is
// none.
func Exact(v float64) string { return exact(v) }

// FormatP writes a p value with two significant digits; blank for NaN.
func FormatP(p float64) string { return pValue(p) }

// FormatInterval writes a value and its interval with the digits that the
// interval's width leaves, "1.046 [1.027, 1.066]"; the value alone, as short
// as it is, where there is none.
func FormatInterval(value, low, high float64) (text, interval string) {
	if !(high >= low) {
		if exact(value) == "" {
			return blank, ""
		}
		return fmt.Sprintf("%.4g", value), ""
	}
	decimals := 0
	if high > low {
		decimals = decimalsFor((high-low)/2, 0, 0)
	}
	return number(value, decimals), "[" + number(low, decimals) + ", " + number(high, decimals) + "]"
}
