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
	"hyphbench/internal/stats"
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
	run.Meta.Warnings = []string{"the load was 3.5 before the run: stop what else runs"}
	s := summarize(t, run)
	for _, f := range Formats() {
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
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "counting-bloom"}, Reps: 2})
	run.Meta.Argv = append(run.Meta.Argv, strings.Fields(strings.Repeat("--exceptions=some-file.tex ", 9))...)
	var b strings.Builder
	if err := WriteSummary(&b, summarize(t, run), Text); err != nil {
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
	if err := WriteSummary(&b, s, CSV); err != nil {
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

// One repetition has no interval: null, not NaN, which is no JSON.
func TestJSONWithoutIntervals(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 1}))
	var b strings.Builder
	if err := WriteSummary(&b, s, JSON); err != nil {
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

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		mean, half float64
		want       string
	}{
		{3574.0333, 33.2, "3574.0 ± 33.2"},
		{104.3, 14.04, "104.3 ± 14.0"},
		{71.23456, 0.01234, "71.235 ± 0.012"},
		{4630.4, 120.3, "4630 ± 120"},
		{1.009, 0.031, "1.009 ± 0.031"},
		{16803, 0, "16803"},
		{9.58528, 0, "9.585"},
		{0.0100123, 0, "0.01001"},
	} {
		d := stats.Description{Mean: c.mean, HalfWidth: c.half}
		if got := plusMinus(d, decimalsOf([]stats.Description{d})); got != c.want {
			t.Errorf("%v ± %v is written %s, want %s", c.mean, c.half, got, c.want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 466550: "466,550", -1234: "-1,234", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %s, want %s", n, got, want)
		}
	}
	if got := number(-0.0001, 2); got != "0.00" {
		t.Errorf("negative zero: %s", got)
	}
}
