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

// Fields of the header of a comparison.
const (
	MachinesField = "machines" // those of the two runs, where they differ
	VerdictsField = "verdicts" // the command that compares these
)

// Brief is a header with what a reader must know before the numbers: which run, what it is not,
// and errors. Below them stand what the run resolves, its notes, and one line with the beginnings of the
// warnings and the names of the rest.
func Brief(header []table.Field) (b table.Brief) {
	var rest []string
	for _, f := range header {
		switch f.Name {
		case "warning", "A warning", "B warning":
		case MachinesField, "answer", "run", "narrowed", "A", "B", "A narrowed", "B narrowed", "error", "A error", "B error":
			b.Above = append(b.Above, f)
		case ResolvesField, VerdictsField:
			b.Below = append(b.Below, f)
		case "note", "A note", "B note":
			list := &b.Below
			if f.First {
				list = &b.Above
			}
			if !slices.ContainsFunc(*list, func(known table.Field) bool { return known.Value == f.Value }) {
				*list = append(*list, f)
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
		b.Below = append(b.Below, table.Field{Name: VerboseField, Value: text})
	}
	return b
}

func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// Warnings are the beginnings of the first warnings of a header, and how many there are more.
func Warnings(header []table.Field) string {
	const shown = 2
	var list []string
	for _, f := range header {
		if text := Beginning(f.Value); (f.Name == "warning" || strings.HasSuffix(f.Name, " warning")) && !slices.Contains(list, text) {
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

// Beginning is the part of a warning that says what it is about.
func Beginning(warning string) string {
	if at := endOfBeginning.FindStringIndex(warning); at != nil {
		return strings.TrimSpace(warning[:at[0]])
	}
	return warning
}
