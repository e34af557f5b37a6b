package page

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// pageTable is a table of the page: a table whose cells may hold more than a
// text.
type pageTable struct {
	table.Table
	Kind   string // a class of its own; empty for none
	Anchor string
	Label  string // its accessible name
	Heads  []head
	Rows   []row // in place of Table.Rows
	Long   bool  // scrolls within the page
	Narrow bool  // two columns of it fit on paper
	Of     of    // what the whole table is of

	// Columns that name the structure and the metric of a row, −1 for none.
	StructureAt, MetricAt int
	Figures               []link // that show it
}

// head is that of a column.
type head struct {
	Text, Anchor string
	M            string // number of its metric, where columns are of several
}

type row struct {
	Anchor string
	Of     of
	Cells  []cell
}

// cell is a text, with smaller ones below it.
type cell struct {
	Text  string
	Small []string
	More  string // below a heading, to be opened
	Links []links
	Class string
	To    string // an anchor that the text leads to
	Label string // of the column, for a table without its head
}

// links are places of the page with what they are.
type links struct {
	What string
	To   []link
}

// longTable is the number of rows beyond which a table scrolls on its own.
const longTable = 60

// narrowTable is the number of characters in a row, with the space between
// columns, up to which half a page is enough.
const narrowTable = 60

// plain is a table as it is.
func plain(t table.Table) pageTable {
	out := pageTable{Table: t, Label: t.Title, Long: len(t.Rows) > longTable, Narrow: characters(t) <= narrowTable, StructureAt: -1, MetricAt: -1}
	if t.Title == "" {
		out.Label = "table of " + strings.Join(t.Columns, ", ")
	}
	for _, text := range t.Columns {
		out.Heads = append(out.Heads, head{Text: text})
	}
	for _, texts := range t.Rows {
		cells := make([]cell, len(texts))
		for i, text := range texts {
			cells[i].Text = text
		}
		out.Rows = append(out.Rows, row{Cells: cells})
	}
	return out
}

// measured is a table of the summary: its rows and columns are of structures
// and metrics of the index, and can be led to.
func (x *index) measured(t table.Table) pageTable {
	out := plain(t)
	out.StructureAt, out.MetricAt = slices.Index(t.Columns, "filter"), slices.Index(t.Columns, "metric")
	var metrics []runfolder.Metric
	for i, name := range t.Metrics {
		m := runfolder.Metric(name)
		if name == "" || slices.Contains(metrics, m) && i > 0 {
			continue
		}
		metrics = append(metrics, m)
		if _, there := x.tables[m]; there {
			continue
		}
		x.tables[m] = x.anchor("rows", name)
		out.Heads[i].Anchor = x.tables[m]
	}
	if len(metrics) == 1 { // then its heading is the better place
		for i := range out.Heads {
			if out.Heads[i].Anchor != "" {
				out.Anchor, out.Heads[i].Anchor = out.Heads[i].Anchor, ""
			}
		}
	}
	out.Of = x.of(nil, metrics)
	for i := range out.Heads {
		if i < len(t.Metrics) && len(metrics) > 1 {
			out.Heads[i].M = numbers(x.Metrics, []runfolder.Metric{runfolder.Metric(t.Metrics[i])})
		}
	}
	if out.StructureAt >= 0 {
		x.mark(&out, metrics)
	}
	return out
}

// mark gives the first row of each structure an anchor.
func (x *index) mark(t *pageTable, metrics []runfolder.Metric) {
	marked := map[string]bool{}
	for i := range t.Rows {
		name := t.Rows[i].Cells[t.StructureAt].Text
		if len(metrics) == 0 || marked[name] {
			continue
		}
		marked[name] = true
		t.Rows[i].Anchor = x.anchor("row", string(metrics[0]), name)
		for _, m := range metrics {
			if about := (claim.Subject{Filter: name, Metric: m}); x.rows[about] == "" {
				x.rows[about] = t.Rows[i].Anchor
			}
		}
	}
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
