//go:build unix

package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// A run with layouts is measured by builds of the program that differ, each in a session of
// its own and in turns; the rounds are those of one run. Ctrl-C reaches every process of the
// terminal: the part that measures ends once and cleanly, says how to resume the run, and the
// run is resumed.
func TestLayouts(t *testing.T) {
	tier.Check(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	t.Parallel()
	dir := t.TempDir()
	results, tmp := filepath.Join(dir, "results"), t.TempDir()
	args := smallRun(t, dir, "--reps=5", "--layouts=2")
	measure := func(more ...string) *process {
		cmd := exec.Command("hyphbench", append(args, more...)...)
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a terminal's
		return start(t, cmd)
	}
	p := measure()
	p.await(func() bool { return rows(t, results) > 3 })
	if err := syscall.Kill(-p.cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if <-p.ended; p.cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("exit code %d\n%s", p.cmd.ProcessState.ExitCode(), &p.stderr)
	}
	if said := p.stderr.String(); strings.Count(said, "resume with: hyphbench run --resume=") != 1 {
		t.Errorf("no command to resume with, or several:\n%s", said)
	}
	run, err := runfolder.Open(results)
	if err != nil || run.Meta.State != runfolder.Interrupted || run.Meta.Rows != len(run.Rows) {
		t.Fatalf("%+v, %v", run, err)
	}

	// A killed process leaves its builds, and the next one removes them.
	left := filepath.Join(tmp, fmt.Sprintf("hyphbench-builds-%d-1", p.cmd.Process.Pid))
	if err := os.Mkdir(left, 0o700); err != nil {
		t.Fatal(err)
	}
	p = measure("--resume")
	<-p.ended
	if said := p.stderr.String(); p.cmd.ProcessState.ExitCode() != exitOK || !strings.Contains(said, "layout 1 of 2, rounds 2 to 2") {
		t.Errorf("resumed: exit code %d\n%s", p.cmd.ProcessState.ExitCode(), said)
	}
	if builds, err := filepath.Glob(filepath.Join(tmp, "hyphbench-builds-*")); len(builds) > 0 || err != nil {
		t.Errorf("%q are left, %v", builds, err)
	}
	if run, err = runfolder.Open(results); err != nil {
		t.Fatal(err)
	}
	if run.Meta.State != runfolder.Finished || run.Meta.Reps != 5 || run.Meta.Argv[len(run.Meta.Argv)-1] == "--until=1" {
		t.Errorf("%s, %d repetitions, %q", run.Meta.State, run.Meta.Reps, run.Meta.Argv)
	}
	var layouts []int
	for _, s := range run.Meta.Sessions {
		layouts = append(layouts, s.Layout)
	}
	if want := []int{1, 2, 1, 2, 1, 2}; !slices.Equal(layouts, want) { // the first was interrupted
		t.Errorf("the sessions have the layouts %v, want %v", layouts, want)
	}
	for _, row := range run.Measured() {
		if first := row.Round == 1 && row.Session <= 2; !first && row.Session != row.Round+1 {
			t.Errorf("session %d measured a row of round %d", row.Session, row.Round)
		}
	}
	once(t, results, 5)
	verdicts, _ := hyphbench(t.Context(), t, program(), exitOK, "verify", run.Dir)
	if !strings.Contains(strings.Join(strings.Fields(verdicts), " "), "2 layouts of the program, 5 rounds (paired)") {
		t.Errorf("the verdicts do not name the layouts:\n%s", verdicts)
	}
}
