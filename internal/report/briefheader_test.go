package report

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/table"
)

// A brief header has what a reader must know above the numbers; below them each note once, and
// of the rest a line: the beginnings of two warnings, and what else there is.
func TestBrief(t *testing.T) {
	var got []string
	b := Brief([]table.Field{
		{Name: "A", Value: "before"}, {Name: "A command", Value: "hyphbench run"}, {Name: "A machine", Value: "a CPU"},
		{Name: "A warning", Value: "the load average is 9.9 on 2 cores, and 1.1 of them are at work: stop other programs"},
		{Name: "A warning", Value: "the machine is virtual (vmware): others may use it"}, {Name: "A note", Value: "Norwegian"}, {Name: "B", Value: "after"}, {Name: "B command", Value: "hyphbench run"},
		{Name: "B warning", Value: "the machine is virtual (kvm): others may use it"}, {Name: "B warning", Value: "the clock ticks; wait"},
		{Name: "B note", Value: "Norwegian"}, {Name: "error", Value: "no room"}, {Name: "note", Value: "other builds"}, {Name: "B note", Value: "partial", First: true},
	})
	for _, f := range slices.Concat(b.Above, b.Below) {
		got = append(got, f.Name+": "+f.Value)
	}
	want := []string{"A: before", "B: after", "error: no room", "B note: partial", "A note: Norwegian", "note: other builds",
		"-v: the load average is 9.9 on 2 cores; the machine is virtual; 1 more warnings; command, machine"}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if b := Brief([]table.Field{{Name: "run", Value: "thesis"}}); len(b.Above) != 1 || b.Below != nil {
		t.Errorf("with nothing left out: %v", b)
	}
}
