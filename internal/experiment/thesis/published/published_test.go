package published

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
)

func TestParse(t *testing.T) {
	want := []runfolder.Row{
		{Seq: 1, Round: 1, Design: runfolder.Published, Filter: "bloom", Point: runfolder.At("0.01"), Session: 1, Metric: "init", Value: 186e6, Unit: "ns", Ops: 1, CPU: runfolder.NoCPU},
		{Seq: 2, Round: 2, Design: runfolder.Published, Filter: "bloom", Point: runfolder.At("0.01"), Session: 1, Metric: "init", Value: 95.5e6, Unit: "ns", Ops: 1, CPU: runfolder.NoCPU},
		{Seq: 3, Round: 1, Design: runfolder.Published, Filter: "bloom", Point: runfolder.At("0.005"), Session: 1, Metric: "init", Value: 1e6, Unit: "ns", Ops: 1, CPU: runfolder.NoCPU},
		{Seq: 4, Round: 2, Design: runfolder.Published, Filter: "bloom", Point: runfolder.At("0.005"), Session: 1, Metric: "init", Value: 2e6, Unit: "ns", Ops: 1, CPU: runfolder.NoCPU},
	}
	for _, src := range []string{
		"epsilon,test-1,test-2\n1,186,95.5\n0.5,1,2\n",
		"\ufeffepsilon,test-1,test-2\r\n1,186,95.5\r\n\r\n0.5,1,2",
	} {
		got, err := Parse("build-bloom-filter.csv", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	rows, err := Parse("cuckoo-filter.csv", []byte("epsilon,test-1\n20,3482\n"))
	if err != nil || rows[0].Metric != "hyphenate" || rows[0].Filter != "cuckoo" || rows[0].Ops != words {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"times.csv", "epsilon,test-1\n1,2\n", "is unknown"},
		{"-filter.csv", "epsilon,test-1\n1,2\n", "is unknown"},
		{"bloom-filter.csv", "", "empty"},
		{"bloom-filter.csv", "eps,test-1\n1,2\n", ":1: the header"},
		{"bloom-filter.csv", "epsilon\n1\n", ":1: the header"},
		{"bloom-filter.csv", "epsilon,test-1\n", "no line after"},
		{"bloom-filter.csv", "epsilon,test-1\n1,2\n3\n", "bloom-filter.csv:3: wrong number of fields"},
		{"bloom-filter.csv", "epsilon,test-1\n1,2\n3,\"x\n", "bloom-filter.csv:3: "},
		{"bloom-filter.csv", "epsilon,test-1\n1,2\n\nx,3\n", ":4: ε"},
		{"bloom-filter.csv", "epsilon,test-1\n0,2\n", ":2: ε"},
		{"bloom-filter.csv", "epsilon,test-1\n1,2\n1,2\n", ":3: a second line"},
		{"bloom-filter.csv", "epsilon,test-1\n1,fast\n", ":2: test-1 is \"fast\""},
		{"bloom-filter.csv", "epsilon,test-1\n1,NaN\n", "want a time"},
		{"bloom-filter.csv", "epsilon,test-1\n1,-4\n", "want a time"},
	} {
		if _, err := Parse(c.name, []byte(c.src)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want an error with %q", c.name, c.src, err, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("bloom-filter.csv", "epsilon,test-1,test-2\n1,5,6\n2,7,8\n")
	b := write("build-cuckoo-filter.csv", "epsilon,test-1,test-2\n1,9,10\n")
	run, err := Read(a, b)
	if err != nil {
		t.Fatal(err)
	}
	m := run.Meta
	if diff := cmp.Diff([]any{6, 6, []string{"bloom", "cuckoo"}, []axis.Axis{{Name: "epsilon", Kind: axis.RateKind, Values: []string{"0.01", "0.02"}}}, 2},
		[]any{len(run.Rows), run.Rows[5].Seq, m.Filters, m.Axes, m.Reps}); diff != "" {
		t.Error(diff)
	}
	if len(m.Notes) == 0 || !strings.Contains(m.Notes[0], "Norwegian") || m.Input("words").Pinned {
		t.Error("the run does not say that it is the Norwegian set-up")
	}
	if _, err := Read(a, a); err == nil {
		t.Error("the same file twice was taken")
	}
	if _, err := Read(); err == nil {
		t.Error("no file was taken")
	}
	if _, err := Read(filepath.Join(dir, "none-filter.csv")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("bloom-filter.csv", []byte("epsilon,test-1\n1,2\n"))
	epsilon := runfolder.Meta{Axes: []axis.Axis{axis.Rates(nil)}}
	f.Fuzz(func(t *testing.T, name string, src []byte) {
		rows, err := Parse(name, src)
		if err != nil {
			return
		}
		for _, row := range rows {
			if !(row.Value > 0) || epsilon.Epsilon(row.Point) == 0 || row.Round < 1 || row.Filter == "" {
				t.Errorf("%+v", row)
			}
		}
	})
}
