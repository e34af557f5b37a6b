package command

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
)

// smallRun is the command line of a run of a few seconds, below dir.
func smallRun(t *testing.T, dir string, more ...string) []string {
	t.Helper()
	words := filepath.Join(dir, "list.txt")
	if err := os.WriteFile(words, []byte("academy\nareas\nhyphenation\ntable\nprojects\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return append([]string{"run", "--words=" + words, "--eps=1%", "--filter=bloom", "--reps=4", "--out=" + filepath.Join(dir, "results")}, more...)
}

// An interrupt ends a run cleanly: exit code 130, nothing lost.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	_, stderr := hyphbench(ctx, t, watched(20, interrupt), exitInterrupted, smallRun(t, dir)...)
	if !strings.Contains(stderr, "resume with: hyphbench run --resume=") {
		t.Errorf("no command to resume with:\n%s", stderr)
	}
	got, err := runfolder.Open(filepath.Join(dir, "results"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Meta.State != runfolder.Interrupted || got.Meta.Rows != len(got.Rows) || len(got.Rows) != 20 {
		t.Errorf("state %s, %d rows of %d, want 20", got.Meta.State, len(got.Rows), got.Meta.Rows)
	}
}

// Ctrl-C, kill and the end of the terminal are interrupts: the rows are kept,
// and the run is closed.
func TestSignals(t *testing.T) {
	for _, signal := range ends() {
		dir := t.TempDir()
		results := filepath.Join(dir, "results")
		cmd := exec.Command("hyphbench", smallRun(t, dir, "--reps=10000")...)
		p := start(t, cmd)
		p.await(func() bool { return rows(t, results) > 3 })
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		for range 5 { // as timeout(1), which tells the process and its group
			time.Sleep(200 * time.Microsecond)
			_ = cmd.Process.Signal(signal) // it may have ended
		}
		if <-p.ended; cmd.ProcessState.ExitCode() != exitInterrupted {
			t.Errorf("%v: exit code %d\n%s", signal, cmd.ProcessState.ExitCode(), &p.stderr)
		}
		run, err := runfolder.Open(results)
		if err != nil || run.Meta.State != runfolder.Interrupted || run.Meta.Rows != len(run.Rows) || len(run.Rows) < 4 {
			t.Errorf("%v: %+v, %v", signal, run, err)
		}
	}
}

// Under nohup the end of the terminal is none.
func TestNohup(t *testing.T) {
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	nohup, err := exec.LookPath("nohup")
	if err != nil {
		t.Skip("no nohup here")
	}
	cmd := exec.Command(nohup, append([]string{"hyphbench"}, smallRun(t, dir, "--reps=10000")...)...)
	p := start(t, cmd)
	p.await(func() bool { return rows(t, results) > 3 })
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	more := rows(t, results) + 5
	p.await(func() bool { return rows(t, results) > more })
	if got := rows(t, results); got <= more {
		t.Errorf("ended with %d rows\n%s", got, &p.stderr)
	}
}

// While a run is written, no other one is written into its parent.
func TestOneRunAtATime(t *testing.T) {
	dir := t.TempDir()
	args := smallRun(t, dir)
	ctx, interrupt := context.WithCancel(t.Context())
	meanwhile := watched(3, func() {
		for _, more := range [][]string{{"--reps=2"}, {"--resume"}} {
			_, stderr := hyphbench(t.Context(), t, program(), exitFailure, append(args, more...)...)
			if want := "another run is being written into " + filepath.Join(dir, "results"); !strings.Contains(stderr, want) {
				t.Errorf("%v: want %q:\n%s", more, want, stderr)
			}
		}
		interrupt()
	})
	hyphbench(ctx, t, meanwhile, exitInterrupted, args...)
}
