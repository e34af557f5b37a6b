package page

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
)

// verdicts are the tables of claims, with the reasons and tests below the
// statements instead of in columns of their own: those that the run tests, and
// those that it does not. Either may be nil.
func (x *index) verdicts(s *report.Summary, results []claim.Result, figures []drawn) (tested, untested *pageTable) {
	all := claim.Table(s, results, table.Markdown)
	part := func(title string, of func(claim.Result) bool) *pageTable {
		t, columns := all, []string{"verdict", "id", "section", "claim", "effect", "p", "means"}
		t.Title, t.Columns, t.Rows, t.Left = title, columns, nil, len(columns)
		out := plain(t)
		out.Kind, out.Narrow = "verdicts", false
		text := func(i int, column string) string { return all.Rows[i][slices.Index(all.Columns, column)] }
		for i, r := range results {
			if !of(r) {
				continue
			}
			one := row{Anchor: x.anchor("verdict", r.ID), Of: x.ofVerdict(r)}
			for _, name := range columns {
				c := cell{Text: text(i, name), Label: name}
				switch name {
				case "verdict":
					c.Class = class(r.Verdict)
				case "claim":
					why, rest, _ := strings.Cut(text(i, "why"), "; ")
					c.Small, c.More = claim.NonEmpty(why), strings.Join(claim.NonEmpty(quoted(r.Quote), sentence(rest), text(i, "test")), " ")
					for _, l := range []links{{"Figures", x.figuresOf(r, figures)}, {"Rows", x.rowsOf(r)}} {
						if len(l.To) > 0 && r.NotTested == "" {
							c.Links = append(c.Links, l)
						}
					}
				}
				one.Cells = append(one.Cells, c)
			}
			out.Rows = append(out.Rows, one)
		}
		if len(out.Rows) == 0 {
			return nil
		}
		return &out
	}
	tested = part("Verdicts on the claims that this run tests", func(r claim.Result) bool { return r.Verdict != claim.NotTested })
	untested = part("Claims that this run does not test", func(r claim.Result) bool { return r.Verdict == claim.NotTested })
	if untested != nil {
		untested.Lines, untested.Notes = nil, nil
	}
	return tested, untested
}

// sentence makes one of the end of one.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// quoted is the sentence that a claim judges, with its place.
func quoted(q claim.Quote) string {
	if text := q.String(); text != "" {
		return sentence(text)
	}
	return ""
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
	case claim.ByConstruction:
		return "verdict constructed"
	}
	return "verdict untested"
}

// plural is a number of things: "1 warning", "3 warnings".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
