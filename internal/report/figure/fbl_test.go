package figure

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/runfolder"
)

// fblRun measures a few iterations, so that the figures are drawn from rows as
// a run has them.
func fblRun(t *testing.T) *runfolder.Run {
	t.Helper()
	x := experiment.NewFBL()
	flags := pflag.NewFlagSet("fbl", pflag.ContinueOnError)
	x.Flags(flags)
	if err := flags.Parse([]string{"--iterations=40", "--seed=3"}); err != nil {
		t.Fatal(err)
	}
	bench, err := x.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	meta := runfolder.Meta{
		Schema: runfolder.Schema, Experiment: x.Name(), State: runfolder.Running,
		Sessions: []runfolder.Session{{Start: time.Unix(1, 0).UTC()}},
	}
	bench.Describe(&meta)
	w, err := runfolder.Create(t.TempDir(), meta)
	if err != nil {
		t.Fatal(err)
	}
	if err := experiment.Run(t.Context(), bench, w, func(experiment.Progress) {}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(runfolder.Finished, nil); err != nil {
		t.Fatal(err)
	}
	run, err := runfolder.Open(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestFBLFigures: a run of the experiment has the seven figures of the paper's
// evaluation, the same twice, in both languages, and none of another's.
func TestFBLFigures(t *testing.T) {
	run := fblRun(t)
	draw := func(dir string, l Lang) []string {
		files, skipped, err := Render(run, dir, []Format{SVG}, l)
		if err != nil || len(skipped) > 0 {
			t.Fatal(err, skipped)
		}
		return files
	}
	for _, l := range Langs() {
		a, b := t.TempDir(), t.TempDir()
		files := draw(a, l)
		draw(b, l)
		want := "fig-4 fig-5a fig-5b fig-5c fig-5d fig-6a fig-6b"
		var got []string
		for _, f := range files {
			got = append(got, strings.TrimSuffix(filepath.Base(f), ".svg"))
			first, err := os.ReadFile(filepath.Join(a, f))
			if err != nil {
				t.Fatal(err)
			}
			second, _ := os.ReadFile(filepath.Join(b, f))
			if !bytes.Equal(first, second) {
				t.Errorf("%s is another when drawn again", f)
			}
			if bytes.Contains(first, []byte("NaN")) || bytes.Contains(first, []byte("Inf")) {
				t.Errorf("%s holds a coordinate that is no number", f)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("figures %v, want %s", got, want)
		}
	}
}

// TestFBLFiguresWithoutRows: a run that was stopped before its rows has no
// figure, and says why.
func TestFBLFiguresWithoutRows(t *testing.T) {
	run := fblRun(t)
	run.Rows = run.Rows[:1]
	files, skipped, err := Render(run, t.TempDir(), []Format{SVG}, English)
	if err != nil || len(files) > 0 || len(skipped) != 7 {
		t.Fatalf("%v, %v, %v", files, skipped, err)
	}
	for _, s := range skipped {
		if !strings.Contains(s.Reason, "no measurement of") {
			t.Errorf("figure %s is left out because %q", s.ID, s.Reason)
		}
	}
}
