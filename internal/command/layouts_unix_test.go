//go:build unix

package command

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// Ctrl-C reaches every process of the terminal. The part that measures ends once
// and cleanly, says how to resume the run, and the run is resumed.
func TestInterruptedLayouts(t *testing.T) {
	tier.Check(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	args := smallRun(t, dir, "--reps=8", "--layouts=2")
	t.Chdir(filepath.Join("..", ".."))
	cmd := exec.Command("hyphbench", args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a terminal's
	p := start(t, cmd)
	p.await(func() bool { return rows(t, results) > 3 })
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if <-p.ended; cmd.ProcessState.ExitCode() != exitInterrupted {
		t.Errorf("exit code %d\n%s", cmd.ProcessState.ExitCode(), &p.stderr)
	}
	if said := p.stderr.String(); strings.Count(said, "resume with: hyphbench run --resume=") != 1 {
		t.Errorf("no command to resume with, or several:\n%s", said)
	}
	run, err := runfolder.Open(results)
	if err != nil || run.Meta.State != runfolder.Interrupted || run.Meta.Rows != len(run.Rows) {
		t.Fatalf("%+v, %v", run, err)
	}
	hyphbench(t.Context(), t, program(), exitOK, append(args, "--resume")...)
	if run, err = runfolder.Open(results); err != nil || run.Meta.State != runfolder.Finished || run.Meta.Reps != 8 {
		t.Errorf("resumed: %+v, %v", run.Meta, err)
	}
}
