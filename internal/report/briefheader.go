package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hyphbench/internal/report/table"
)

// VerboseField is the field of a brief header with what --verbose says in full.
const VerboseField = "-v"

// Brief is a header with what a reader must know to read the numbers: which run, what it
// resolves, notes and errors. One line has the beginnings of the warnings, and names the rest.
func Brief(header []table.Field) (list []table.Field) {
	var rest []string
	for _, f := range header {
		switch f.Name {
		case "warning", "A warning", "B warning":
		case "run", "narrowed", "A", "B", "A narrowed", "B narrowed", "note", "error", "A error", "B error", ResolvesField:
			list = append(list, f)
		case "A note", "B note":
			if !slices.ContainsFunc(list, func(known table.Field) bool { return known.Value == f.Value }) {
				list = append(list, f)
			}
		default:
			_, of, two := strings.Cut(f.Name, " ")
			if !two {
				of = f.Name
			}
			if !slices.Contains(rest, of) {
				rest = append(rest, of)
			}
		}
	}
	if text := strings.Join(nonEmpty(Warnings(header), strings.Join(rest, ", ")), "; "); text != "" {
		list = append(list, table.Field{Name: VerboseField, Value: text})
	}
	return list
}

func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// Warnings are the beginnings of the first warnings of a header, and how many there are more.
func Warnings(header []table.Field) string {
	const shown = 2
	var list []string
	for _, f := range header {
		if text := beginning(f.Value); (f.Name == "warning" || strings.HasSuffix(f.Name, " warning")) && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if n := len(list) - shown; n > 0 {
		list = append(list[:shown], fmt.Sprintf("%d more warnings", n))
	}
	return strings.Join(list, "; ")
}

// endOfBeginning ends the part of a warning that says what it is about.
var endOfBeginning = regexp.MustCompile(`[,:;(]( |$)| \(`)

func beginning(warning string) string {
	if at := endOfBeginning.FindStringIndex(warning); at != nil {
		return strings.TrimSpace(warning[:at[0]])
	}
	return warning
}
