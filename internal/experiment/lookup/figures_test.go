package lookup

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

// planned is a run of invented times for all steps of a plan.
func planned(t *testing.T, flags ...string) *runfolder.Run {
	t.Helper()
	b := prepared(t, flags...)
	b.cpu = machine.CPU{L1d: 48 << 10, L2: 1 << 20}
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "lookup", State: runfolder.Finished,
		Sessions: []runfolder.Session{{Machine: &machine.Machine{CPU: b.cpu}}}}}
	b.Describe(&run.Meta)
	for step := range b.Plan(0).All() {
		row := runfolder.Row{
			Seq: len(run.Rows) + 1, Round: step.Round, Session: 1, Design: run.Meta.Design, Ops: 1, CPU: runfolder.NoCPU,
			Filter: step.Cell.Filter, Metric: step.Cell.Metric, Point: step.Cell.Point,
			Value: 20 + 15*math.Sin(float64(len(run.Rows)%97)), Unit: runfolder.Nanoseconds,
		}
		switch row.Metric {
		case WastedTokens, WastedWords:
			row.Unit, row.Value = "1", row.Value/2000
		case BitsPerKey, Filters:
			row.Unit = "bits"
		}
		run.Rows = append(run.Rows, row)
	}
	return run
}

// A plan of all structures leaves no figure without its data, in either language. Notes
// that do not concern a figure are not in it, and numbers are those of the language.
func TestFigures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(file, []byte("academy\nareas\ntable\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := planned(t, "--words="+file, "--text="+file, "--n=1753,1e4,1e5", "--eps=0.1%,1%", "--hits=0,1", "--reps=2", "--goroutines=1,2,8", "--filter=all")
	s := experimenttest.Summary(t, New(), run)
	experimenttest.Draw(t, New(), run)
	for _, f := range figures(s.Meta) {
		if strings.Contains(f.Title.PT, "100,000") || strings.Contains(f.Title.PT, "\u00a0%") || strings.Contains(f.Title.EN, "100.000") {
			t.Errorf("%s has the numbers of the other language: %q, %q", f.ID, f.Title.EN, f.Title.PT)
		}
	}
	s.Meta.Notes = []string{"of the user", probeNote, cachesNote + "here"}
	if notes := noted(s, false).Meta.Notes; !slices.Equal(notes, s.Meta.Notes[:1]) {
		t.Errorf("notes %q", notes)
	}
	if notes := noted(s, true).Meta.Notes; !slices.Equal(notes, []string{"of the user", cachesNote + "here"}) {
		t.Errorf("notes along n: %q", notes)
	}
	if title := figures(s.Meta)[1].Title.PT; !strings.HasSuffix(title, "(ε\u00a0=\u00a01%)") {
		t.Errorf("title %q", title)
	}
}
