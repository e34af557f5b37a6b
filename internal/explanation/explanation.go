// Package explanation writes what a structure is, as text and Markdown.
package explanation

import (
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/report/table"
)

// Part is a part of an explanation.
type Part struct {
	Title, Text string
	drawn       bool // not to be wrapped
}

// Text writes an explanation, and further parts behind it, under a title, in so many columns.
func Text(title string, x filter.Explanation, format table.Format, columns int, more ...Part) string {
	parts := append([]Part{
		{"", x.What, false},
		{"Layout", x.Layout, true},
		{"Formula", x.Formula, true},
		{"Guarantee", x.Guarantee, false},
		{"Price", x.Price, false},
		{"When to take it", x.When, false},
		{"Worked examples", x.Examples, true},
	}, more...)
	var b strings.Builder
	if format == table.Markdown {
		title = "# " + title
	}
	b.WriteString(title + "\n")
	for _, s := range parts {
		text := strings.Trim(s.Text, "\n")
		if text == "" {
			continue // few structures have worked examples
		}
		b.WriteByte('\n')
		switch {
		case format == table.Markdown && s.drawn:
			text = "## " + s.Title + "\n\n```\n" + text + "\n```"
		case format == table.Markdown && s.Title != "":
			text = "## " + s.Title + "\n\n" + text
		case format == table.Markdown:
		case s.drawn:
			text = s.Title + "\n" + text
		case s.Title == "":
			text = strings.Join(table.Wrap(text, columns), "\n")
		default:
			text = s.Title + "\n  " + strings.Join(table.Wrap(text, columns-2), "\n  ")
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}
