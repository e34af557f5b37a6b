package runfolder

import (
	"slices"
	"testing"

	"hyphbench/internal/machine"
)

// sessionOn is a session of a shard; of none below 0.
func sessionOn(model, boot string, shard int) Session {
	s := Session{Machine: &machine.Machine{OS: "linux", Arch: "amd64", CPU: machine.CPU{Model: model}, Boot: boot, FreeBytes: uint64(len(boot) + shard)}}
	if shard >= 0 {
		s.Shard = &Shard{shard, 9}
	}
	return s
}

// Machines of one kind differ by the start of their systems, shards of one machine do
// not, and a run that was resumed after a start stays on one.
func TestMachines(t *testing.T) {
	for _, test := range []struct {
		what     string
		sessions []Session
		want     [][]int
	}{
		{"shards on three machines, one of another kind", []Session{sessionOn("A", "x", 0), sessionOn("A", "y", 1), sessionOn("A", "x", 2), sessionOn("B", "z", 3)}, [][]int{{1, 3}, {2}, {4}}},
		{"shards on systems that do not know their start", []Session{sessionOn("A", "", 0), sessionOn("A", "", 1), sessionOn("B", "", 2)}, [][]int{{1, 2}, {3}}},
		{"resumed after a start", []Session{sessionOn("A", "x", -1), sessionOn("A", "y", -1)}, [][]int{{1, 2}}},
		{"resumed on another machine", []Session{sessionOn("A", "x", -1), sessionOn("B", "y", -1)}, [][]int{{1}, {2}}},
		{"nothing is known", []Session{{}, {}}, [][]int{{1, 2}}},
	} {
		var got [][]int
		for i, m := range (&Meta{Sessions: test.sessions}).Machines() {
			if m.Number != i+1 {
				t.Errorf("%s: machine %d is number %d", test.what, i+1, m.Number)
			}
			got = append(got, m.Sessions)
		}
		if !slices.EqualFunc(got, test.want, slices.Equal) {
			t.Errorf("%s: %v, want %v", test.what, got, test.want)
		}
	}
	for model, want := range map[string]string{"A": "A", machine.Unknown: ""} {
		if got := (&Meta{Sessions: []Session{sessionOn(model, "", 0)}}).Machines()[0].Family(); got != want {
			t.Errorf("%s: family %q", model, got)
		}
	}
}

// The rows of some sessions stay with them under their new numbers.
func TestRunOf(t *testing.T) {
	run := &Run{Meta: Meta{Sessions: []Session{sessionOn("A", "x", 0), sessionOn("B", "y", 1), sessionOn("C", "z", 2)}}}
	for i := range 6 {
		run.Rows = append(run.Rows, Row{Seq: i + 1, Round: i, Session: i%3 + 1})
	}
	part := run.Of(func(session int) bool { return session != 2 })
	var got []int
	for _, row := range part.All() {
		got = append(got, row.Seq*10+row.Session)
	}
	if want := []int{11, 32, 41, 62}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if len(part.Meta.Sessions) != 2 || part.Meta.Sessions[1].Machine.CPU.Model != "C" || len(run.Meta.Sessions) != 3 {
		t.Errorf("%v of %v", part.Meta.Sessions, run.Meta.Sessions)
	}
}
