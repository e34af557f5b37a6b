package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// A run with layouts is measured by builds of the program that differ, each in a
// session of its own and in turns; the rounds are those of one run.
func TestLayouts(t *testing.T) {
	tier.Check(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	words := filepath.Join(dir, "words.txt")
	if err := os.WriteFile(words, []byte("academy\nareas\ntable\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join("..", ".."))
	out, stderr := hyphbench(t.Context(), t, program(), exitOK, "run", "--words="+words, "--eps=10%", "--reps=5", "--layouts=2", "--out="+dir)
	if !strings.Contains(stderr, "layout 2 of 2, rounds 2 to 2") {
		t.Errorf("said\n%s", stderr)
	}
	run, err := runfolder.Open(strings.TrimSpace(out))
	if err != nil {
		t.Fatal(err)
	}
	var layouts []int
	for _, s := range run.Meta.Sessions {
		layouts = append(layouts, s.Layout)
	}
	if want := []int{1, 2, 1, 2, 1}; !slices.Equal(layouts, want) {
		t.Errorf("the sessions have the layouts %v, want %v", layouts, want)
	}
	if run.Meta.State != runfolder.Finished || run.Meta.Reps != 5 || run.Meta.Argv[len(run.Meta.Argv)-1] == "--until=1" {
		t.Errorf("%s, %d repetitions, %q", run.Meta.State, run.Meta.Reps, run.Meta.Argv)
	}
	rounds := map[int]int{} // by the session that measured them
	for _, row := range run.Measured() {
		if at, known := rounds[row.Round]; known && at != row.Session {
			t.Errorf("round %d is of the sessions %d and %d", row.Round, at, row.Session)
		}
		rounds[row.Round] = row.Session
	}
	if len(rounds) != 5 {
		t.Errorf("rounds %v", rounds)
	}
	verdicts, _ := hyphbench(t.Context(), t, program(), exitOK, "verify", run.Dir)
	if !strings.Contains(strings.Join(strings.Fields(verdicts), " "), "2 layouts of the program, 5 rounds (paired)") {
		t.Errorf("the verdicts do not name the layouts:\n%s", verdicts)
	}
}

// A part of a run with layouts measures its rounds, names its layout and leaves
// the run to be gone on with.
func TestPartOfLayouts(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("words.txt", []byte("academy\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ := hyphbench(t.Context(), t, program(), exitOK, "run", "--words=words.txt", "--filter=bloom", "--eps=10%", "--reps=4", "--layouts=2",
		"--layout=2", "--until=3", "--program=abc")
	run, err := runfolder.Open(strings.TrimSpace(out))
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, row := range run.Rows {
		last = max(last, row.Round)
	}
	if m := &run.Meta; len(m.Sessions) != 1 || m.Sessions[0].Layout != 2 || m.State != runfolder.Interrupted || last != 3 || m.Reps != 4 || m.Build["sha256"] != "abc" {
		t.Errorf("%d rounds, %+v", last, m)
	}
}

// Elsewhere than in the source there is nothing to link.
func TestLayoutsElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("words.txt", []byte("academy\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, stderr := hyphbench(t.Context(), t, program(), exitFailure, "run", "--words=words.txt", "--eps=10%", "--reps=2", "--layouts=2")
	if !strings.Contains(stderr, "want hyphbench's source as the working directory") && !strings.Contains(stderr, "finds no Go") {
		t.Errorf("said %s", stderr)
	}
}
