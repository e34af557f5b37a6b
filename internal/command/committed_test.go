package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// committedRuns are the names of the runs that are kept with the program.
func committedRuns(t *testing.T) (names []string) {
	t.Helper()
	runs, err := filepath.Glob("../../results/*/run.json")
	if err != nil || len(runs) < 8 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for _, run := range runs {
		names = append(names, filepath.Base(filepath.Dir(run)))
	}
	return names
}

// copyOf is a copy of a committed run in a folder of its own.
func copyOf(t *testing.T, name string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("../../results", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every committed run can be summed up, judged and drawn. (TestPagesOfCommittedRuns has their
// pages.)
func TestCommittedRuns(t *testing.T) {
	tier.Check(t)
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no calibration
	for _, name := range committedRuns(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := copyOf(t, name)
			for _, args := range [][]string{{"show", "table"}, {"verify"}, {"plot", "--format=svg"}} {
				stdout, _ := hyphbench(t.Context(), t, program(), exitOK, append(args, dir)...)
				if stdout == "" {
					t.Errorf("%v prints nothing", args)
				}
			}
		})
	}
}

// A run of which other programs took time points to its medians, another does not.
func TestByMedians(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no calibration
	for name, want := range map[string]bool{"stream": true, "thesis": false} {
		stdout, _ := hyphbench(t.Context(), t, program(), exitOK, "show", filepath.Join("../../results", name))
		if got := strings.Contains(stdout, "by medians  "); got != want {
			t.Errorf("%s, by medians: %v, want %v\n%s", name, got, want, stdout)
		}
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
