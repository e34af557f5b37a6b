package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Where the derived files cannot be written, the run has all its rows, and the
// command that is printed completes it.
func TestDerivedCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	var inTheWay string
	p := watched(7, func() {
		runs, err := filepath.Glob(filepath.Join(results, "2*"))
		if err != nil || len(runs) != 1 {
			t.Fatal(runs, err)
		}
		inTheWay = filepath.Join(runs[0], "README.md")
		if err := os.Mkdir(inTheWay, 0o777); err != nil {
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
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(strings.TrimSpace(stderr), "write that with: hyphbench ")
	stdout, stderr := hyphbench(t.Context(), t, program(), exitOK, strings.Fields(command)...)
	if stdout != run.Dir+"\n" || !strings.Contains(stderr, "it lacked README.md, datapackage.json") || !report.Derived(run.Dir) {
		t.Errorf("%s printed %q\n%s", command, stdout, stderr)
	}
}
