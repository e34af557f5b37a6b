package report

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/machine"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// A run that was resumed on another machine says so, and what each session was
// warned of.
func TestHeaderNamesEveryMachine(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Reps: 2})
	on := func(model string) *machine.Machine {
		return &machine.Machine{OS: "linux", CPU: machine.CPU{Model: model}}
	}
	first := run.Meta.Sessions[0]
	first.Machine, first.Warnings, first.Calibration = on("First CPU"), []string{"busy"}, "resolves 2 %"
	second, third := first, first
	second.Machine, second.Calibration = on("Second CPU"), "not calibrated"
	third.Warnings = []string{"virtual"}
	run.Meta.Sessions = []runfolder.Session{first, second, third}

	fields := map[string][]string{}
	for _, f := range summarize(t, run).Header() {
		fields[f.Name] = append(fields[f.Name], f.Value)
	}
	machines := fields["machine"]
	if len(machines) != 2 || !strings.HasPrefix(machines[0], "First CPU") || !strings.HasSuffix(machines[0], "(sessions 1, 3)") || !strings.HasSuffix(machines[1], "(sessions 2)") {
		t.Errorf("machines %q", machines)
	}
	if got := strings.Join(fields["calibration"], "; "); got != "resolves 2 %; not calibrated" {
		t.Errorf("calibrations %q", got)
	}
	if got := strings.Join(fields["warning"], "; "); got != "busy; virtual" {
		t.Errorf("warnings %q", got)
	}
}

// Of a hundred sessions a warning is there once, with its largest number.
func TestWarningsOfSessions(t *testing.T) {
	session := func(warnings ...string) runfolder.Session { return runfolder.Session{Warnings: warnings} }
	got := worst([]runfolder.Session{
		session("the load average is 2.16 on 2 cores", "the machine is virtual (kvm)"), session("the machine is virtual (kvm)"),
		session("the load average is 3.04 on 2 cores"), session("the load average is 2.50 on 2 cores", "the computer runs on its battery"),
	})
	want := []string{"the load average is 3.04 on 2 cores (the largest of 3 such warnings)", "the machine is virtual (kvm)", "the computer runs on its battery"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// The largest by number, also where the last session has it again.
	got = worst([]runfolder.Session{session("the load is 9.5"), session("the load is 10.2"), session("the load is 10.2")})
	if want := []string{"the load is 10.2 (the largest of 3 such warnings)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The parts of a run of two builds are measured on one processor after the other.
func TestHeaderNamesProcessors(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Reps: 2})
	for pinned, want := range map[string]string{"1": "pinned to processor 1;", "1 0 1": "pinned to processor 1 or 0;"} {
		run.Meta.Sessions = nil
		for _, processor := range strings.Fields(pinned) {
			run.Meta.Sessions = append(run.Meta.Sessions, runfolder.Session{Pinned: processor})
		}
		if got := summarize(t, run).progress(); !strings.Contains(got, want) {
			t.Errorf("pinned to %s: %q", pinned, got)
		}
	}
}
