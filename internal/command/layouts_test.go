package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/runfolder"
)

// A run with layouts is measured by builds of the program that differ, each in a
// session of its own and in turns; the rounds are those of one run.
func TestLayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("links the program twice")
	}
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

// linked is a module of the name of hyphbench's, with a function apart from the program.
func linked(t *testing.T) (source string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	source = filepath.Join(dir, "internal", "part", "part.go")
	for name, text := range map[string]string{
		filepath.Join(dir, "go.mod"):                      "module hyphbench\n\ngo 1.24\n",
		filepath.Join(dir, "cmd", "hyphbench", "main.go"): "package main\n\nimport \"hyphbench/internal/part\"\n\nfunc main() { println(part.Number()) }\n",
		source: "package part\n\n//go:noinline\nfunc Number() int { return 1 }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return source
}

// Layouts are other programs of one source: a change of it while a run is measured, in
// whatever package, is an error.
func TestLinker(t *testing.T) {
	source := linked(t)
	l := linker{folder: t.TempDir()}
	var programs [][]byte
	for layout := 1; layout <= 2; layout++ {
		name, err := l.link(t.Context(), layout)
		if err != nil {
			t.Fatal(err)
		}
		program, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, program)
	}
	if bytes.Equal(programs[0], programs[1]) {
		t.Error("two layouts are the same program")
	}
	if err := os.WriteFile(source, []byte("package part\n\n//go:noinline\nfunc Number() int { return 2 }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := l.link(t.Context(), 3); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("a changed source: %v", err)
	}
	if _, err := l.link(t.Context(), 2); err != nil {
		t.Errorf("a layout that is there: %v", err)
	}
}

// With --resolve the pilot has as many layouts as were asked for, and every further part
// one of its own, for twice as many rounds; without it they come in turns.
func TestLayoutOfPart(t *testing.T) {
	parts := func(flags ...string) (layouts, lengths []int) {
		var p pace
		fs := pflag.NewFlagSet("run", pflag.ContinueOnError)
		p.flags(fs)
		if err := fs.Parse(flags); err != nil {
			t.Fatal(err)
		}
		for l := (layoutRun{runner: &runner{pace: p}}); l.parts < 8; l.parts++ {
			next, _ := l.layout()
			layouts, lengths = append(layouts, next), append(lengths, l.length(30))
			l.done += l.length(30)
		}
		return layouts, lengths
	}
	for flags, want := range map[string][2][]int{
		"--layouts=3":                {{1, 2, 3, 1, 2, 3, 1, 2}, {5, 5, 5, 5, 5, 5, 5, 5}},
		"--layouts=6 --resolve=1%":   {{1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2, 2, 2, 2, 4, 4}},
		"--layouts=100 --resolve=1%": {{1, 2, 3, 4, 5, 6, 7, 8}, {1, 1, 1, 1, 1, 1, 1, 1}},
	} {
		layouts, lengths := parts(strings.Fields(flags)...)
		if !slices.Equal(layouts, want[0]) || !slices.Equal(lengths, want[1]) {
			t.Errorf("%s: layouts %v of %v rounds, want %v of %v", flags, layouts, lengths, want[0], want[1])
		}
	}
}
