package harness

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

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
	l := linker{flag: "--layouts", source: ".", folder: t.TempDir()}
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
	if _, err := l.link(t.Context(), 3); err == nil || !strings.Contains(err.Error(), "the source changed") {
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
		var p precision
		fs := pflag.NewFlagSet("run", pflag.ContinueOnError)
		p.flags(fs)
		if err := fs.Parse(flags); err != nil {
			t.Fatal(err)
		}
		for l := (turns{Run: &Run{precision: p}, sides: []*side{{}}}); l.parts < 8; l.parts++ {
			next, _ := l.layout()
			layouts, lengths = append(layouts, next), append(lengths, l.length(30))
			l.sides[0].done += l.length(30)
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

// The last round on disk may be a part of one: what is resumed goes through it again. A run of
// the other build that was closed already has all of its rounds.
func TestTakeUp(t *testing.T) {
	folder := t.TempDir()
	write := func(parent, state string, rounds int) string {
		run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: rounds})
		run.Meta.State = state
		dir, err := synthetic.Write(parent, run)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	dir := write(folder, runfolder.Interrupted, 5)
	for state, want := range map[string]int{runfolder.Interrupted: 2, runfolder.Finished: 3} {
		if err := os.RemoveAll(filepath.Join(dir, runfolder.Against)); err != nil {
			t.Fatal(err)
		}
		old := write(filepath.Join(dir, runfolder.Against), state, 3)
		r := &turns{Run: &Run{Resume: dir}, sides: []*side{{}, {}}}
		if err := r.takeUp(); err != nil {
			t.Fatal(err)
		}
		if own, other := r.sides[0], r.sides[1]; own.dir != dir || own.done != 4 || own.closed || other.dir != old || other.done != want || other.closed != (state == runfolder.Finished) {
			t.Errorf("%s: this build's %+v, the other's %+v", state, own, other)
		}
		if r.done() != want || r.parts != 1 { // both have one session
			t.Errorf("%s: %d rounds done in %d parts, want %d", state, r.done(), r.parts, want)
		}
	}
}

// A part has the flags of the run but for what it is told anew.
func TestWithout(t *testing.T) {
	args := []string{"run", "--resume", "results", "--eps=1%", "--out=a", "--resume=b", "--words", "w", "--resume", "--reps=3"}
	if got, want := without(args, "resume", "words", "out"), []string{"run", "--eps=1%", "--reps=3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The sections of a part last as long as all else of its process, ten rounds at most.
func TestRoundsOfParts(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 3})
	run.Meta.State = runfolder.Interrupted
	dir, err := synthetic.Write(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	for _, row := range run.All() {
		if row.Timed() && row.Round == 3 {
			last += row.Value
		}
	}
	r := &turns{Run: &Run{}, sides: []*side{{dir: dir}, {}}}
	for processes, want := range map[float64]int{1.5: 1, 4.5: 3, 100: mostRounds} { // of so many times the sections
		if err := r.setRounds(3, 3, time.Duration(2*processes*last)); err != nil {
			t.Fatal(err)
		}
		if r.rounds != want {
			t.Errorf("a process of %v times its sections: %d rounds, want %d", processes, r.rounds, want)
		}
	}
}

// The build of a revision is kept until that of another one takes its place.
func TestKeptBuild(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	program := filepath.Join(t.TempDir(), "built")
	one, other := (&against{revision: "01"}).kept(t.Context()), (&against{revision: "02"}).kept(t.Context())
	if one == "" || one == other {
		t.Fatalf("%q and %q", one, other)
	}
	for _, step := range []struct {
		keeps keptBuild
		one   bool
	}{{"", false}, {one, true}, {other, false}} {
		if err := os.WriteFile(program, []byte(step.keeps), 0o600); err != nil {
			t.Fatal(err)
		}
		step.keeps.keep(program)
		taken := filepath.Join(t.TempDir(), "taken")
		if got := one.take(taken); got != step.one {
			t.Errorf("after %q: taken: %v, want %v", step.keeps, got, step.one)
		}
		if content, _ := os.ReadFile(taken); step.one && string(content) != string(one) {
			t.Errorf("%q is taken", content)
		}
	}
}
