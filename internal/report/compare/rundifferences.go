package compare

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// ErrSame is the error of a run that is compared with itself.
var ErrSame = errors.New("A and B are one run")

// same reports whether two runs are one, or copies of one.
func same(a, b *report.Summary) bool {
	return a.Meta.Start().Equal(b.Meta.Start()) && a.Meta.Seed == b.Meta.Seed && sameRows(a.Run, b.Run)
}

func sameRows(a, b *runfolder.Run) bool {
	if a.Len() != b.Len() {
		return false
	}
	next, stop := iter.Pull2(b.All())
	defer stop()
	for _, row := range a.All() {
		if _, other, _ := next(); !reflect.DeepEqual(row, other) {
			return false
		}
	}
	return true
}

// differences says in what two runs differ beside their times: machines,
// builds and inputs, each in a sentence.
func differences(a, b *report.Summary) []string {
	var list []string
	if _, text := otherMachines(a, b); text != "" {
		list = append(list, text)
	}
	if text := otherBuilds(a, b); text != "" {
		list = append(list, text)
	}
	for _, in := range []struct{ role, what string }{
		{"words", "other word lists"}, {"patterns", "other patterns"}, {"exceptions", "other exceptions"},
	} {
		x, y := a.Meta.Input(in.role), b.Meta.Input(in.role)
		if x.SHA256 != y.SHA256 {
			list = append(list, fmt.Sprintf("A has read %s, B %s: %s", described(x), described(y), in.what))
		}
	}
	return list
}

func described(in runfolder.Input) string {
	if in.Name == "" {
		return "none"
	}
	return report.DescribeInput(in)
}

// otherMachines says in what the machines differ, and which they are; empty where they do not.
func otherMachines(a, b *report.Summary) (what, which string) {
	x, y := a.Machine(), b.Machine()
	if x == y {
		return "", ""
	}
	what = "other machines"
	if x != "" && y != "" && hardware(a) == hardware(b) {
		what = "another system, or another Go, on machines of one kind"
	}
	const unknown = "a machine unknown"
	if x == "" {
		x = unknown
	}
	if y == "" {
		y = unknown
	}
	return what, fmt.Sprintf("A was measured on %s, B on %s: %s", x, y, what)
}

// hardware is what the sessions of a run ran on, without system and settings.
func hardware(s *report.Summary) string {
	var list []string
	for _, session := range s.Meta.Sessions {
		if m := session.Machine; m != nil {
			if text := fmt.Sprint(m.CPU, m.Arch, m.Virtual); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return strings.Join(list, "\n")
}

// fewRounds is the number of rounds below which the note on a repeated run gives it.
const fewRounds = 10

// repeated says of two runs of one program that no program is compared; empty of others.
func repeated(a, b *report.Summary, rounds int) string {
	x, y := a.Meta.Build["sha256"], b.Meta.Build["sha256"]
	if a.Meta.Design == runfolder.Published || b.Meta.Design == runfolder.Published || inTurns(a, b) || x != y || x == "" && !sameBuild(a, b) {
		return ""
	}
	text := "A and B are runs of one program at different times, and their rounds are no pairs: a difference of a few per cent may come from the machine or its load ('hyphbench run --against' pairs the rounds of two builds)"
	if rounds < fewRounds {
		text += fmt.Sprintf("; %d rounds are few", rounds)
	}
	return text
}

func otherBuilds(a, b *report.Summary) string {
	if a.Meta.Design == runfolder.Published || b.Meta.Design == runfolder.Published {
		return "" // their build is the importer's
	}
	x, y := a.Meta.Revision(), b.Meta.Revision()
	if x == y { // modified work trees, or another compiler
		x, y = a.Meta.Build["sha256"], b.Meta.Build["sha256"]
	}
	if x == y || x == "" || y == "" {
		return ""
	}
	return fmt.Sprintf("A was measured by build %s, B by %s: other builds", runfolder.Shortened(x), runfolder.Shortened(y))
}
