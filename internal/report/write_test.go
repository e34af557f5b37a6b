package report

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.Errorf("%s (go test -update rewrites it):\n%s", file, diff)
	}
}

func TestGolden(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.005,0.01,0.1,0.2", Reps: 4})
	run.Meta.Notes = []string{"a note with *markup* in it"}
	run.Meta.Sessions[0].Warnings = []string{"the load was 3.5 before the run: stop what else runs"}
	s := summarize(t, run)
	for _, f := range table.Formats() {
		var b strings.Builder
		if err := WriteSummary(&b, s, f); err != nil {
			t.Fatal(err)
		}
		golden(t, "summary."+string(f), b.String())
	}
	if err := WriteSummary(&strings.Builder{}, s, "xml"); err == nil {
		t.Error("an unknown format was taken")
	}
}

func TestTextFitsTheTerminal(t *testing.T) {
	const width = 100
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "counting-bloom"}, Reps: 2})
	run.Meta.Argv = append(run.Meta.Argv, strings.Fields(strings.Repeat("--exceptions=some-file.tex ", 9))...)
	var b strings.Builder
	if err := WriteSummary(&b, summarize(t, run), table.Text); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(b.String(), "\n") {
		if n := utf8.RuneCountInString(line); n > width {
			t.Errorf("line %d has %d columns: %s", i+1, n, line)
		}
	}
}

func TestCSVIsATable(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Reps: 2}))
	var b strings.Builder
	if err := WriteSummary(&b, s, table.CSV); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll() // also checks the widths
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range CSVColumns() {
		if records[0][i] != c.Name {
			t.Errorf("column %d is %s, want %s", i+1, records[0][i], c.Name)
		}
		for _, r := range records[1:] {
			if c.Type == "string" || r[i] == "" {
				continue
			}
			if _, err := strconv.ParseFloat(r[i], 64); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
}

// Each axis but ε has a column of its own, beside point.
func TestCSVHasAxes(t *testing.T) {
	s := skewed(t, 10, 20, 40)
	var b strings.Builder
	if err := WriteSummary(&b, s, table.CSV); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := len(records[0]) - 1
	if fields := s.fields(); records[0][last] != "at_n" || records[1][last] != "10" || records[1][3] != "n=10" || len(fields) != last+1 || fields[last].Name != "at_n" {
		t.Errorf("%q\n%q\n%+v", records[0], records[1], fields)
	}
}

// One repetition has no interval: null, not NaN, which is no JSON.
func TestJSONWithoutIntervals(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 1}))
	var b strings.Builder
	if err := WriteSummary(&b, s, table.JSON); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Metrics []struct {
			Name  string
			Cells []struct {
				Mean      *float64
				HalfWidth *float64 `json:"half_width"`
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	c := got.Metrics[0].Cells[0]
	if c.Mean == nil || c.HalfWidth != nil {
		t.Errorf("%s: mean %v, half-width %v", got.Metrics[0].Name, c.Mean, c.HalfWidth)
	}
}
