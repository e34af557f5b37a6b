package command

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable is an empty table in the style of the commands.
func newTable(header ...any) table.Writer {
	t := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault // "ε" in capitals would be another letter
	style.Options.SeparateRows = true
	t.SetStyle(style)
	t.AppendHeader(header)
	return t
}

// wrapped is a column whose texts are broken between words.
func wrapped(column, width int) table.ColumnConfig {
	return table.ColumnConfig{Number: column, WidthMax: width, WidthMaxEnforcer: text.WrapSoft}
}
