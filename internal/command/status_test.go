package command

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/harness"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// statusOf is what 'hyphbench status' says of a folder, in a process of its own: the
// other terminal.
func statusOf(t *testing.T, dir string) (s status) {
	t.Helper()
	s.Status, s.width = &harness.Status{}, 1000
	out, err := exec.Command("hyphbench", "status", "--format=json", dir).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := json.Unmarshal(out, s.Status); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return s
}

// Another terminal sees a run under way, and that its process is gone when it was
// killed; the command that it is told there resumes the run from any folder.
func TestStatusOfAnotherProcess(t *testing.T) {
	tier.Check(t)
	t.Parallel()
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	cmd := exec.Command("hyphbench", "run", "--words=list.txt", "--eps=1%", "--filter=bloom", "--reps=10000", "--out=results")
	cmd.Dir = dir
	smallRun(t, dir) // writes list.txt
	p := start(t, cmd)
	told := func() bool {
		if rows(t, results) < 20 {
			return false
		}
		now, err := runfolder.ProgressOf(statusOf(t, results).Dir)
		return err == nil && now != nil && now.Round > 0
	}
	p.await(told)
	s := statusOf(t, results)
	if s.State != harness.Active || s.Process != cmd.Process.Pid || s.Rows < 10 || s.AllRows < 100_000 || s.Rounds != 10000 || s.Seconds <= 0 {
		t.Errorf("%+v\n%s", s, &p.stderr)
	}
	if text := s.String(); !strings.Contains(text, "under way, by process ") || !strings.Contains(text, " measurements, ") {
		t.Error(text)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
	s = statusOf(t, results)
	if s.State != harness.Gone || !strings.Contains(s.String(), "killed, or the machine went down: not finished") || !strings.HasPrefix(s.Resume, "cd "+dir+" && hyphbench run --resume=results/") {
		t.Errorf("%+v", s)
	}
	resumed := exec.Command("sh", "-c", s.Resume+" --dry-run")
	if out, err := resumed.CombinedOutput(); err != nil || !strings.Contains(string(out), "\nleft ") {
		t.Errorf("%s: %v\n%s", s.Resume, err, out)
	}
}

// A run of which nothing was told, as of an earlier version, has its rows and a command
// all the same.
func TestStatusWithoutProgress(t *testing.T) {
	dir := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	hyphbench(ctx, t, watched(20, interrupt), exitInterrupted, smallRun(t, dir)...)
	runs, err := filepath.Glob(filepath.Join(dir, "results", "*-thesis"))
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	if err := os.Remove(filepath.Join(runs[0], ".progress.json")); err != nil {
		t.Fatal(err)
	}
	s := statusOf(t, filepath.Join(dir, "results"))
	if s.State != runfolder.Interrupted || s.Rows+s.WarmUp != 20 || s.WarmUp < 1 || s.Round < 1 || s.AllRows != 0 ||
		s.Resume != "hyphbench run thesis --resume="+runs[0]+" --words=FOLDER/list.txt" {
		t.Errorf("%+v", s)
	}
}

// Between two parts of a run with layouts the run is under way as long as the process
// that has them measured lives.
func TestStatusBetweenParts(t *testing.T) {
	dir := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	hyphbench(ctx, t, watched(20, interrupt), exitInterrupted, smallRun(t, dir)...)
	s := statusOf(t, filepath.Join(dir, "results"))
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Skip("no command that ends at once")
	}
	for parent, want := range map[int]string{os.Getpid(): harness.Active, ended.Process.Pid: runfolder.Interrupted} {
		told, err := runfolder.ProgressOf(s.Dir)
		if err != nil || told == nil {
			t.Fatal(told, err)
		}
		told.Parent = parent
		if err := runfolder.SaveProgress(s.Dir, *told); err != nil {
			t.Fatal(err)
		}
		if s := statusOf(t, s.Dir); s.State != want {
			t.Errorf("%s, want %s", s.State, want)
		}
	}
}
