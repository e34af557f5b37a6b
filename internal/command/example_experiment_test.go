package command

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/experiment/example"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
)

// withExample is hyphbench with the line of docs/adding-an-experiment.md.
func withExample() Program {
	p := program()
	p.Derive = func(string) error { return nil } // of it, the tests ask the commands
	p.Experiments = func() []experiment.Experiment { return append(all.Experiments(), example.New()) }
	return p
}

// A new experiment is in the help and in the completion, which fit a terminal.
func TestExampleIsOffered(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"run", "--help"}, []string{" lookups, molecules"}},
		{[]string{"help", "--all", "run"}, []string{"\n  lookups     the cost of a query to a set"}},
		{[]string{"run", "lookups", "--help"}, []string{"hyphbench run lookups [flags]", "--n counts", "--hits shares", "(default 0,0.5,1)", "--eps rate", "--resume[=RUN]"}},
		{[]string{"__complete", "run", ""}, []string{"\nlookups\t"}},
		{[]string{"__complete", "run", "lookups", "--h"}, []string{"--hits\t"}},
	} {
		stdout, _ := hyphbench(t.Context(), t, withExample(), exitOK, c.args...)
		for _, want := range c.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%v: no %q in\n%s", c.args, want, stdout)
			}
		}
		for line := range strings.Lines(stdout) {
			if n := utf8.RuneCountInString(line); c.args[0] == "run" && n > 81 {
				t.Errorf("%v: %d columns: %s", c.args, n, line)
			}
		}
	}
	_, stderr := hyphbench(t.Context(), t, withExample(), exitUsage, "run", "lookups", "--hits=2")
	if want := `share "2": want a number from 0 to 1`; !strings.Contains(stderr, want) {
		t.Errorf("want %q:\n%s", want, stderr)
	}
	if _, stderr := hyphbench(t.Context(), t, program(), exitUsage, "run", "lookups"); !strings.Contains(stderr, "unknown experiment") {
		t.Errorf("the example is part of the program:\n%s", stderr)
	}
}

// Every command works on a new experiment: its run is planned, interrupted and
// resumed, summed up, drawn, judged and compared along its own axes.
func TestExampleRun(t *testing.T) {
	racetest.OneGoroutine(t) // but for those of every run, which the other tests have
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir) // no calibration
	t.Setenv("COLUMNS", "120")      // tables as they are
	parent := filepath.Join(dir, "results")
	run := []string{"run", "lookups", "--n=20,1e2..1e4:x10", "--hits=0,0.5,1", "--reps=3", "--out=" + parent}

	plan, _ := hyphbench(t.Context(), t, withExample(), exitOK, append(run, "--dry-run")...)
	for _, want := range []string{"experiment  lookups, design interleaved, seed 1", "filters     map, bloom\n", "n           20 100 1,000 10,000\n",
		"hits        0 0.5 1\n", "ε           0.01\n", "measures    96, and 24 to warm up: query 72 admitted 24\n"} {
		if !strings.Contains(plan, want) {
			t.Errorf("--dry-run: no %q in\n%s", want, plan)
		}
	}
	if _, err := os.Stat(parent); err == nil {
		t.Error("--dry-run makes a folder")
	}

	ctx, interrupt := context.WithCancel(t.Context())
	_, stderr := hyphbench(ctx, t, watch(withExample(), 61, interrupt), exitInterrupted, run...)
	if !strings.Contains(stderr, "resume with: hyphbench run lookups --resume=") {
		t.Errorf("no command that resumes it:\n%s", stderr)
	}
	if _, stderr := hyphbench(t.Context(), t, withExample(), exitFailure, append(run, "--resume", "--eps=2%")...); !strings.Contains(stderr, "no unfinished run with these parameters") {
		t.Errorf("another ε:\n%s", stderr)
	}
	stdout, _ := hyphbench(t.Context(), t, withExample(), exitOK, append(run, "--resume")...)
	folder := strings.TrimSpace(stdout)
	measured, err := runfolder.Open(parent)
	if err != nil {
		t.Fatal(err)
	}
	// The second session has a warm-up of its own.
	if n := len(measured.Measured()); measured.Dir != folder || measured.Meta.State != runfolder.Finished || n != 96 || len(measured.Rows) != n+2*24 {
		t.Errorf("%s, %s: %d rows, %d of them measured", measured.Dir, measured.Meta.State, len(measured.Rows), n)
	}
	of := func(args ...string) string {
		stdout, _ := hyphbench(t.Context(), t, withExample(), exitOK, append(args, folder)...)
		return stdout
	}
	t.Run("summary", func(t *testing.T) { checkExampleSummary(t, of) })
	t.Run("figures", func(t *testing.T) { checkExampleFigures(t, of, folder) })
	t.Run("verify", func(t *testing.T) {
		var got struct {
			Verdicts []struct{ ID, Verdict, Test string }
		}
		decode(t, of("verify", "--format=json"), &got)
		if len(got.Verdicts) != 1 || got.Verdicts[0].ID != "E1" || !strings.Contains(got.Verdicts[0].Test, "ratio at each of 4 n") {
			t.Errorf("%+v", got)
		}
		if got := of("verify"); !strings.Contains(got, "E1") {
			t.Errorf("no claim in\n%s", got)
		}
	})
	t.Run("compare", func(t *testing.T) { checkExampleComparison(t, of, folder, dir) })
	t.Run("without the example", func(t *testing.T) { // as a run of another build
		stdout, _ := hyphbench(t.Context(), t, program(), exitOK, "show", "table", folder)
		if !strings.Contains(stdout, "query — query") || !strings.Contains(stdout, " 10,000   0.5    1 ") {
			t.Errorf("not summed up:\n%s", stdout)
		}
	})
}

func decode(t *testing.T, text string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatal(err)
	}
}

// checkExampleSummary: both axes are columns, n in the order of numbers, and
// series run along it; the map has no ε.
func checkExampleSummary(t *testing.T, of func(...string) string) {
	for format, want := range map[string][]string{
		"text":     {"\n      n  hits  ε %  ", " map ns/query  median", "query — one query", "trends over n", "admitted %", "per n;"},
		"markdown": {"| n | hits | ε % | map ns/query | median | min | bloom ns/query | median | min |", "| query | map | hits=0.5 | ns |"},
	} {
		got := of("show", "table", "--format="+format)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", format, w, got)
			}
		}
	}
	var places []string
	for _, line := range strings.Split(of("show", "table", "--format=markdown"), "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| ") && len(cells) == 9 && cells[2] == "1" {
			places = append(places, strings.TrimPrefix(cells[0], "| ")+" "+cells[1])
		}
	}
	want := strings.Split("20 0|20 0.5|20 1|100 0|100 0.5|100 1|1,000 0|1,000 0.5|1,000 1|10,000 0|10,000 0.5|10,000 1", "|")
	if diff := cmp.Diff(want, places); diff != "" {
		t.Error(diff)
	}

	records, err := csv.NewReader(strings.NewReader(of("show", "table", "--format=csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var cells, series []string
	for _, r := range records {
		switch {
		case r[4] != "query":
		case r[0] == "cell" && r[1] == "map":
			cells = append(cells, r[3])
		case r[0] == "series":
			series = append(series, strings.TrimSpace(r[1]+" "+r[3]))
		}
	}
	for i, p := range want {
		n, hits, _ := strings.Cut(p, " ")
		want[i] = "n=" + strings.ReplaceAll(n, ",", "") + " hits=" + hits
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Error(diff)
	}
	want = []string{"map hits=0", "map hits=0.5", "map hits=1", "bloom hits=0 epsilon=0.01", "bloom hits=0.5 epsilon=0.01", "bloom hits=1 epsilon=0.01"}
	if diff := cmp.Diff(want, series); diff != "" {
		t.Error(diff)
	}
	var got struct {
		Metrics []struct {
			Name, Title, Unit string
			Series            []struct {
				Filter, Point string
				N             int
			}
		}
	}
	decode(t, of("show", "table", "--format=json"), &got)
	if len(got.Metrics) != 2 || got.Metrics[0].Title != "one query" || got.Metrics[0].Unit != "ns/query" || len(got.Metrics[1].Series) != 2 {
		t.Fatalf("%+v", got)
	}
	series = nil
	for _, s := range got.Metrics[0].Series {
		if series = append(series, s.Filter+" "+s.Point); s.N != 4 {
			t.Errorf("%s has %d points", s.Filter, s.N)
		}
	}
	if diff := cmp.Diff(want, series); diff != "" {
		t.Error(diff)
	}
}

// checkExampleFigures: the figure has a line for each share, of structures
// with their titles; the page holds it, and the experiment's claim.
func checkExampleFigures(t *testing.T, of func(...string) string, folder string) {
	files := strings.Fields(of("plot"))
	slices.Sort(files)
	var want []string
	for _, name := range []string{"fig-forest.", "fig-query."} {
		for _, format := range []string{"pdf", "png", "svg"} {
			want = append(want, filepath.Join(folder, "figures", name+format))
		}
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Fatal(diff)
	}
	of("report")
	for name, want := range map[string][]string{
		files[5]:                             {"Mean time of a query", "Execution time (ns)", `"Go map, hits=0"`, `"Go map, hits=1"`, `"Bloom filter, hits=0.5 epsilon=0.01"`, `"n, logarithmic axis"`},
		filepath.Join(folder, "report.html"): {"Bloom filter, hits=0.5 epsilon=0.01", "with half of the queries for members", "query — one query", ">hits<"},
	} {
		text := string(readFile(t, name))
		for _, w := range want {
			if !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "), w) {
				t.Errorf("no %q in %s", w, filepath.Base(name))
			}
		}
	}
	of("plot", "--lang=pt", "--format=svg")
	portuguese := strings.TrimSuffix(files[5], ".svg") + ".pt.svg"
	if !strings.Contains(string(readFile(t, portuguese)), "Tempo médio de uma consulta") {
		t.Error("no title in Portuguese")
	}
}

// checkExampleComparison: the Bloom filter is compared with the map at each n
// and share; two runs are compared cell by cell.
func checkExampleComparison(t *testing.T, of func(...string) string, folder, dir string) {
	for _, args := range [][]string{{"show", "ratios"}, {"show", "ratios", "--to=map"}} {
		got := of(args...)
		for _, want := range []string{"pooled over n, hits", "ratio to map", " query bloom 12 ", " bloom 20 0 1 ", " bloom 10,000 0.5 1 "} {
			if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
				t.Errorf("%v: no %q in\n%s", args, want, got)
			}
		}
	}
	hyphbench(t.Context(), t, withExample(), exitFailure, "show", "ratios", "--to=bloom", folder) // of which the map has no opposite

	before, after := filepath.Join(dir, "before"), filepath.Join(dir, "after")
	invent(t, folder, before, 1e6)
	invent(t, folder, after, 1.5e6)
	got, _ := hyphbench(t.Context(), t, withExample(), exitOK, "compare", before, after)
	for _, want := range []string{" query map 12 ", " query bloom 12 ", "B slower", " map 20 0 1", " bloom 10,000 1 1 "} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	_, stderr := hyphbench(t.Context(), t, withExample(), exitGate, "compare", "--fail-if=slower>2%", before, after)
	if !strings.Contains(stderr, "query of map 1.5") {
		t.Errorf("the gate says\n%s", stderr)
	}
}
