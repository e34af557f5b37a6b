// Package table lays out pages of tables and formats them and their numbers.
//
// Guarantee: the same page gives the same bytes for the same width; a text from a run's files
// is never read as markup; what is not a number is a dash in tables, null in JSON and empty in
// CSV. In text, no line is wider than the output, unless a single word or number is wider:
// these are never broken.
// Cost: milliseconds for the tables of a full run.
//
// A page becomes text in three steps: fit finds for each table the layout that drops least at
// this width (columnwidths.go); package go-pretty draws it; the output determines the colours
// (terminal.go). Other formats have no maximum width.
package table

// Field is a line above the tables.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	First bool   `json:"-"` // to be read before the numbers, also in brief
}

// Table is a table of formatted texts.
type Table struct {
	Title   string
	Lines   []string // below the title; as text below the rows, which are the answer, unless they are bare
	Code    string   // a program below the lines, as it is
	Columns []string
	Left    int // columns from the left that are aligned to the left; the others to the right
	Rows    [][]string
	Notes   []string // below the rows
	Metrics []string // of which metric a column is, for links; empty or none: of none

	// How the table becomes narrow, for a terminal.
	Widths []int           // where texts of a column may be wrapped, and its part of the room; 0 or none: nowhere
	Clip   int             // a column, from 1, whose texts end in "…" in place of being wrapped; 0: none
	Ranks  []int           // columns to leave out, the highest first; 0 or none: never
	Whole  string          // what has all columns; empty: --format=csv
	Keys   int             // columns that say what a row is about, repeated where a table is folded; 0: one
	Folds  []int           // columns before which it is folded, where that is enough; none: anywhere behind the keys
	Tones  map[string]Tone // of cells that are or begin with a word
	Bare   bool            // without a head
	Else   *Table          // drawn where this one has no room unless it is folded
}

// Page is tables below a header.
type Page struct {
	Title  string
	Header []Field
	Brief  Brief // in the place of Header as text, unless the output is verbose; none: Header
	Tables []Table
}

// Brief is a header in a few lines, and what a reader may ask afterwards.
type Brief struct {
	Above []Field
	Below []Field // the last table
}
