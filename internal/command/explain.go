package command

import (
	"fmt"
	"strconv"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/report/table"
)

// explain is, in so many columns, the text of 'hyphbench filters NAME'.
func (c catalogue) explain(format table.Format, columns int) string {
	columns = min(columns, 80) // longer lines are hard to read
	e := c.Filters[0]
	plan := fmt.Sprintf("With n = %d and ε = %s: %s", c.N, table.Exact(c.Epsilon), parameters(e.Params))
	plan = strings.TrimSuffix(plan, ": ")
	if e.Closed {
		plan += fmt.Sprintf("; %d other words in the universe (--others)", c.Others)
	}
	if e.bitsPerKey() != table.Blank {
		plan += "; " + e.bitsPerKey() + " bits a key"
	}
	switch {
	case e.Closed:
		plan += ", no false positives within the universe"
	case e.Exact:
		plan += ", no false positives"
	default:
		plan += ", expected rate " + e.rate()
	}
	if e.Capacity > 0 {
		plan += ", room for " + strconv.Itoa(e.Capacity) + " keys"
	}
	also := "Queries"
	if list := e.also(); list != "" {
		also += ", " + list
	}
	return explained(e.Name+": "+e.Title, sectionsOf(e.Explanation, []chapter{{"Does", also, false}, {"Plan", plan, false}, {"Paper", e.Explanation.Paper, false}}), format, columns)
}

// chapter is a part of an explanation.
type chapter struct {
	title, text string
	drawn       bool // not to be wrapped
}

// sectionsOf are those of an explanation, and further ones.
func sectionsOf(x filter.Explanation, more []chapter) []chapter {
	return append([]chapter{
		{"", x.What, false},
		{"Layout", x.Layout, true},
		{"Formula", x.Formula, true},
		{"Guarantee", x.Guarantee, false},
		{"Price", x.Price, false},
		{"When to take it", x.When, false},
	}, more...)
}

// explained writes sections under a title.
func explained(title string, sections []chapter, format table.Format, columns int) string {
	var b strings.Builder
	if format == table.Markdown {
		title = "# " + title
	}
	b.WriteString(title + "\n")
	for _, s := range sections {
		text := strings.Trim(s.text, "\n")
		b.WriteByte('\n')
		switch {
		case format == table.Markdown && s.drawn:
			text = "## " + s.title + "\n\n```\n" + text + "\n```"
		case format == table.Markdown && s.title != "":
			text = "## " + s.title + "\n\n" + text
		case format == table.Markdown:
		case s.drawn:
			text = s.title + "\n" + text
		case s.title == "":
			text = strings.Join(table.Wrap(text, columns), "\n")
		default:
			text = s.title + "\n  " + strings.Join(table.Wrap(text, columns-2), "\n  ")
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}
