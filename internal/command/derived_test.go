package command

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// Where the derived files cannot be written, the run has all its rows, and the
// command that is printed completes it.
func TestDerivedCannotBeWritten(t *testing.T) {
	racetest.OneGoroutine(t) // but for those of every run, which the scripts have
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	var obstructed string
	p := watched(7, func() {
		runs, err := filepath.Glob(filepath.Join(results, "2*"))
		if err != nil || len(runs) != 1 {
			t.Fatal(runs, err)
		}
		obstructed = filepath.Join(runs[0], "README.md")
		if err := os.Mkdir(obstructed, 0o777); err != nil {
			t.Fatal(err)
		}
	})
	_, stderr := hyphbench(t.Context(), t, p, exitFailure, smallRun(t, dir)...)
	run, err := runfolder.Open(results)
	if err != nil || run.Meta.State != runfolder.Finished {
		t.Fatalf("%v\n%s", err, stderr)
	}
	if want := "all was measured and is kept in " + run.Dir; !strings.Contains(stderr, want) {
		t.Errorf("want %q:\n%s", want, stderr)
	}
	if err := os.Remove(obstructed); err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(strings.TrimSpace(stderr), "write them with: hyphbench ")
	stdout, stderr := hyphbench(t.Context(), t, program(), exitOK, strings.Fields(command)...)
	if stdout != run.Dir+"\n" || !strings.Contains(stderr, "it lacked README.md, datapackage.json") || !report.Derived(run.Dir) {
		t.Errorf("%s printed %q\n%s", command, stdout, stderr)
	}
}

// full is an output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// What cannot be printed is an error of every command that prints.
func TestFullOutput(t *testing.T) {
	racetest.OneGoroutine(t)
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	if _, err := synthetic.Write(results, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.05", Reps: 4})); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"show", "table", results}, {"verify", results}, {"show", "ratios", "--to=none", results}, {"plot", "--format=svg", results}, {"report", results},
		{"filters"}, {"show", results}, {"version"}, {"help"}, {"help", "run"}, {"run", "--help"}, {}, {"--version"}, append(smallRun(t, dir), "--dry-run"),
	} {
		var stderr bytes.Buffer
		if code := program().Run(t.Context(), args, strings.NewReader(""), full{}, &stderr); code != exitFailure || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%v: exit code %d\n%s", args, code, &stderr)
		}
	}
}

// What a finished run told, its process killed before it could remove that, goes when the run
// is read.
func TestProgressOfAFinishedRun(t *testing.T) {
	dir, err := synthetic.Write(filepath.Join(t.TempDir(), "results"), synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.05", Reps: 4}))
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"show", "verify", "report"} {
		if err := runfolder.SaveProgress(dir, runfolder.Progress{Process: 1}); err != nil {
			t.Fatal(err)
		}
		hyphbench(t.Context(), t, program(), exitOK, command, dir)
		if told, err := runfolder.ProgressOf(dir); told != nil || err != nil {
			t.Errorf("%s leaves %v, %v", command, told, err)
		}
	}
}
