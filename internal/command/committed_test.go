package command

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
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

// Where figures show plain means of wall time, a run of which other programs took time points to its
// medians; where they show what the answer says, it does not.
func TestByMedians(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Reps: 12})
	for i := range run.Rows {
		r := &run.Rows[i]
		if r.CPU = int64(r.Value); r.Timed() && r.Round%3 == 0 {
			r.Value *= 4
		}
	}
	for _, plain := range []bool{true, false} {
		g := synthetic.Glossary()
		g.PlainMeans = plain
		n, err := report.View{}.Sum(run, g)
		if err != nil {
			t.Fatal(err)
		}
		rest := (&call{Program: program()}).goOn(&reading{Narrowed: n}, &answer.Answer{}, nil)
		if got := slices.ContainsFunc(rest.Rows, func(row []string) bool { return row[0] == "by medians" }); got != plain {
			t.Errorf("plain means %v, by medians: %v", plain, got)
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

// benchToWrite stands in the README.md of a run that is kept without its measurements.bench, and
// benchThere in that of another.
const (
	benchToWrite = "`hyphbench run --resume=DIR` writes `measurements.bench`; `benchstat -col /filter` compares its times."
	benchThere   = "`benchstat -col /filter measurements.bench` compares the times."
)

// The README.md of a run that is kept with the program names no file that is not kept with it.
// UPDATE_GOLDEN=1 has it name the commands that write them instead.
func TestCommittedReadmesNameFilesThatAreThere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	seen := 0
	err := filepath.WalkDir("../../results", func(name string, d fs.DirEntry, err error) error {
		dir := filepath.Dir(name)
		if err != nil || d.Name() != "README.md" || !runfolder.IsExample(dir) {
			return err
		}
		seen++
		text := string(readFile(t, name))
		want := text
		if page := reportFile(""); !report.Has(dir, page) {
			want = strings.Replace(want, fmt.Sprintf("[%s](%s) is a page with all of it.", page, page), pageToWrite, 1)
		}
		if !report.Has(dir, "measurements.bench") {
			want = strings.Replace(want, benchThere, benchToWrite, 1)
		}
		if os.Getenv("UPDATE_GOLDEN") != "" && want != text {
			text = want
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				return err
			}
		}
		if text != want {
			t.Errorf("%s names a file that is not there: UPDATE_GOLDEN=1 writes it", name)
		}
		for _, l := range link.FindAllStringSubmatch(text, -1) {
			if !report.Has(dir, l[1]) {
				t.Errorf("%s leads to %s, which is not there", name, l[1])
			}
		}
		return nil
	})
	if err != nil || seen < 40 {
		t.Errorf("%d files, %v", seen, err)
	}
}

// The head of the README.md of a run leads to its page where there is one.
func TestReadmeNamesThePageThatIsThere(t *testing.T) {
	dir := copyOf(t, "bloom1970")
	for _, there := range []bool{true, false} {
		run, err := program().reread(dir)
		if err != nil {
			t.Fatal(err)
		}
		front, err := run.frontOf(nil, reportFile(""))
		if err != nil || strings.Contains(front, "](report.html)") != there || strings.Contains(front, pageToWrite) == there {
			t.Errorf("a page that is there: %v: %s, %v", there, front, err)
		}
		if err := os.Remove(filepath.Join(dir, reportFile(""))); there && err != nil {
			t.Fatal(err)
		}
	}
}

// What docs/findings.md says of passes with the tuned filters is what their runs say, ε by ε.
func TestFindingsOfTunedFilters(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no calibration
	said := strings.Join(strings.Fields(string(readFile(t, "../../docs/findings.md"))), " ")
	for run, text := range map[string]string{
		"implementations": "in implementations a pass with cuckoo is faster at all %[1]d ε (%.3[3]f ×",
		"literal":         "in literal at all %[1]d (%.3[3]f ×)",
		"thesis":          "in thesis it is faster at %[1]d of %[2]d ε, and slower at none (%.3[3]f ×)",
	} {
		stdout, _ := hyphbench(t.Context(), t, program(), exitOK, "show", "ratios", "--metric=hyphenate", "--filter=bloom,cuckoo", "--to=bloom", "--format=csv", "../../results/"+run)
		records, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := func(name string) int { return slices.Index(records[0], name) }
		faster, slower, cells, pooled := 0, 0, 0, ""
		for _, r := range records[1:] {
			switch {
			case r[column("filter")] != "cuckoo":
			case r[column("epsilon")] == "":
				pooled = r[column("ratio")]
			default:
				cells++
				switch r[column("verdict")] {
				case "faster":
					faster++
				case "slower":
					slower++
				}
			}
		}
		var ratio float64
		if _, err := fmt.Sscan(pooled, &ratio); err != nil || slower > 0 || run != "thesis" && faster != cells {
			t.Errorf("%s: %d faster, %d slower of %d, ratio %q, %v", run, faster, slower, cells, pooled, err)
		}
		want := fmt.Sprintf(text, faster, cells, ratio)
		if !strings.Contains(said, want) {
			t.Errorf("docs/findings.md lacks %q", want)
		}
	}
}
