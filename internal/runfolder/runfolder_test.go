package runfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/axis"
)

func meta(start time.Time) Meta {
	axes := []axis.Axis{axis.Rates(nil), axis.Counts("n", nil)}
	return Meta{Schema: Schema, Experiment: "thesis", Axes: axes, Columns: Columns(axes, "gc"), Sessions: []Session{{Start: start}}, State: Running}
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func row(metric Metric, value float64) Row {
	return Row{Round: 1, Design: "interleaved", Filter: "bloom", Metric: metric, Point: At("0.1", "1000"), Value: value, Unit: "ns", Ops: 3, CPU: 17, Extra: []string{"0"}}
}

// written makes a run with three measurements and leaves it as a killed
// process would: not closed.
func written(t *testing.T, parent string) *Writer {
	t.Helper()
	w, err := Create(parent, meta(noon))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range []Metric{"init", "build", "query"} {
		if err := w.Append(row(m, float64(i)+0.5)); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func TestReadBack(t *testing.T) {
	parent := t.TempDir()
	w := written(t, parent)
	if want := filepath.Join(parent, "20261120T120000Z-thesis"); w.Dir != want {
		t.Errorf("folder %s, want %s", w.Dir, want)
	}
	killed, err := Open(parent)
	if err != nil || len(killed.Rows) != 3 || killed.Meta.State != Running {
		t.Fatalf("before Close: %d rows, state %s, %v", len(killed.Rows), killed.Meta.State, err)
	}
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var want []Row
	for i, m := range []Metric{"init", "build", "query"} {
		r := row(m, float64(i)+0.5)
		r.Seq, r.Session = i+1, 1
		want = append(want, r)
	}
	if d := cmp.Diff(want, run.Rows); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(w.Meta, run.Meta); d != "" {
		t.Error(d)
	}
	if !run.Checked || !run.Sealed || run.Meta.Rows != 3 || run.Rows[2].Seq != 3 || run.Meta.Epsilon(run.Rows[2].Point).String() != "0.1" || run.Rows[2].Session != 1 {
		t.Errorf("run %+v", run)
	}
	if left, _ := filepath.Glob(filepath.Join(parent, "*", ".*")); len(left) > 0 {
		t.Errorf("temporary files left: %v", left)
	}
}

func TestResumeCutsTornLine(t *testing.T) {
	parent := t.TempDir()
	w := written(t, parent)
	name := filepath.Join(w.Dir, MeasurementsFile)
	whole, _ := os.ReadFile(name)
	begun, _ := os.ReadFile(filepath.Join(w.Dir, MetaFile))
	w.file.Close()
	w.Release()
	for cut := 1; cut < 20; cut++ {
		if err := os.WriteFile(name, whole[:len(whole)-cut], 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Resume(w.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if r.Count() != 2 {
			t.Fatalf("%d bytes cut: %d rows, want 2", cut, r.Count())
		}
		if err := r.Append(row("query", 2.5)); err != nil {
			t.Fatal(err)
		}
		r.Close(Interrupted, nil)
		if got, _ := os.ReadFile(name); string(got) != string(whole) {
			t.Fatalf("%d bytes cut: resumed file differs:\n%s\nwant\n%s", cut, got, whole)
		}
		// the recorded number of rows must not forbid the next, longer cut
		os.WriteFile(filepath.Join(w.Dir, MetaFile), begun, 0o644)
	}
}

func TestChangedFilesAreRecognised(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(text string) string
		want   string
	}{
		{"value edited", func(s string) string { return strings.Replace(s, ",1.5,ns", ",1.4,ns", 1) }, ":3: this line"},
		{"line removed", func(s string) string { l := strings.SplitAfter(s, "\n"); return l[0] + l[2] + l[3] }, ":2: this line"},
		{"lines swapped", func(s string) string { l := strings.SplitAfter(s, "\n"); return l[0] + l[2] + l[1] + l[3] }, ":2: this line"},
		{"line doubled", func(s string) string { l := strings.SplitAfter(s, "\n"); return s + l[3] }, ":5: this line"},
		{"end cut", func(s string) string { l := strings.SplitAfter(s, "\n"); return l[0] + l[1] }, ":3: the file was cut"},
		{"field removed", func(s string) string { return strings.Replace(s, ",ns,", ",", 1) }, ":2: 13 fields"},
		{"header edited", func(s string) string { return strings.Replace(s, "round", "Round", 1) }, ":1: this is not the header"},
		{"checksums switched off", func(s string) string { return strings.Replace(s, ",check\n", ",chek\n", 1) }, ":1: the header was changed: want seq,"},
		{"axis renamed", func(s string) string { return strings.Replace(s, ",n,", ",m,", 1) }, ":1: the header was changed"},
		{"line added", func(s string) string { return s + "4,1,interleaved,bloom,0.1,fp,1,words,1,,1,1000,0,0\n" }, ":5: this line"},
		{"all lines replaced", func(s string) string { return rechained(s, "0.5,ns", "0.25,ns") }, ":4: the lines up to this one"},
		{"line added with its checksum", func(s string) string {
			return rechained(s+strings.SplitAfter(s, "\n")[3], "\n3,", "\n3,", "\n3,", "\n4,")
		}, ":5: this line was added"},
		{"header of another", func(s string) string { return "a,b\n1,2\n" }, ":1: this is not the header"},
		{"emptied", func(s string) string { return "" }, ":1: this is not the header"},
		{"line ends changed", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, ":1: the line ends"},
	} {
		w := written(t, t.TempDir())
		if err := w.Close(Interrupted, nil); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(w.Dir, MeasurementsFile)
		text, _ := os.ReadFile(name)
		os.WriteFile(name, []byte(c.change(string(text))), 0o644)
		if _, err := Open(w.Dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Open: %v, want an error with %q", c.name, err, c.want)
		}
		if _, err := Resume(w.Dir); err == nil {
			t.Errorf("%s: Resume accepts the file", c.name)
		}
	}
}

// A finished run whose last line was cut is no run that goes on.
func TestFinishedRunIsCut(t *testing.T) {
	w := written(t, t.TempDir())
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(w.Dir, MeasurementsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for want, changed := range map[string]string{
		":4: the file was cut: 2 measurements where run.json recorded 3": string(text[:len(text)-10]),
		":5: the file goes on after its 3 measurements":                  string(text) + "4,1",
	} {
		if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(w.Dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A file of another program, without checksums, can be analysed but not
// resumed.
func TestWithoutChecksums(t *testing.T) {
	w := written(t, t.TempDir())
	w.Close(Interrupted, nil)
	name := filepath.Join(w.Dir, MeasurementsFile)
	os.WriteFile(name, []byte(strings.Join(fixed(), ",")+"\n1,1,thesis,bloom,0.01,init,5,ns,1,\n"), 0o644)
	os.WriteFile(filepath.Join(w.Dir, MetaFile), []byte(`{"schema": "hyphbench-run/1", "epsilons": ["0.01"], "sessions": [{"start": "2026-11-20T12:00:00Z"}], "rows": 1}`), 0o644)
	run, err := Open(w.Dir)
	if err != nil || run.Checked || run.Sealed || len(run.Rows) != 1 || run.Rows[0].CPU != NoCPU {
		t.Errorf("%+v, %v", run, err)
	}
	if _, err := Resume(w.Dir); err == nil {
		t.Error("a run without checksums was resumed")
	}
}

func TestOneWriter(t *testing.T) {
	parent := t.TempDir()
	w := written(t, parent)
	if _, err := Create(parent, meta(noon)); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("second Create: %v", err)
	}
	if _, err := Resume(w.Dir); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("Resume of a run being written: %v", err)
	}
	w.Close(Finished, nil)
	if _, err := Resume(w.Dir); err == nil || !strings.Contains(err.Error(), "finished") {
		t.Errorf("Resume of a finished run: %v", err)
	}
	second, err := Create(parent, meta(noon))
	if err != nil || filepath.Base(second.Dir) != "20261120T120000Z-thesis-2" {
		t.Errorf("second run of the second: %v, %v", second, err)
	}
}

func TestNewestAndForeign(t *testing.T) {
	parent := t.TempDir()
	if _, err := Open(parent); !errors.Is(err, ErrNoRun) {
		t.Errorf("empty folder: %v", err)
	}
	old, _ := Create(parent, meta(noon.Add(-time.Hour)))
	old.Close(Interrupted, nil)
	latest, _ := Create(parent, meta(noon))
	latest.Close(Finished, nil)
	os.MkdirAll(filepath.Join(parent, "foreign"), 0o755)
	os.WriteFile(filepath.Join(parent, "foreign", MetaFile), []byte(`{"schema":"other"}`), 0o644)
	if run, err := Open(parent); err != nil || run.Dir != latest.Dir {
		t.Errorf("newest %v, %v", run, err)
	}
	if dir, err := Unfinished(parent, func(*Meta) bool { return true }); err != nil || dir != old.Dir {
		t.Errorf("unfinished %v, %v", dir, err)
	}
	if _, err := Open(filepath.Join(parent, "foreign")); !errors.Is(err, errForeign) {
		t.Errorf("foreign: %v", err)
	}
	if _, err := Create(latest.Dir, meta(noon)); err == nil || !strings.Contains(err.Error(), "is a run itself") {
		t.Errorf("a run inside a run: %v", err)
	}
	file := filepath.Join(parent, "file")
	os.WriteFile(file, nil, 0o644)
	if _, err := Create(file, meta(noon)); err == nil {
		t.Error("a run below a file")
	}
}

// An example is the newest run only where there is no other, and is read when
// it is named.
func TestExamples(t *testing.T) {
	parent := t.TempDir()
	made := func(start time.Time, example bool) string {
		w, err := Create(parent, meta(start))
		if err != nil {
			t.Fatal(err)
		}
		w.Close(Finished, nil)
		if example {
			if err := os.WriteFile(filepath.Join(w.Dir, ExampleFile), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return w.Dir
	}
	newestIs := func(want string) {
		t.Helper()
		if run, err := Open(parent); err != nil || run.Dir != want {
			t.Errorf("newest %v, %v; want %s", run, err, want)
		}
	}
	old := made(noon.Add(time.Hour), true)
	example := made(noon.Add(2*time.Hour), true)
	newestIs(example)
	own := made(noon, false)
	newestIs(own)
	latest := made(noon.Add(time.Minute), false)
	newestIs(latest)
	if run, err := Open(old); err != nil || run.Dir != old || !IsExample(old) || IsExample(own) {
		t.Errorf("%v, %v", run, err)
	}
}

func TestAppendRefusesWhatCannotBeRead(t *testing.T) {
	w := written(t, t.TempDir())
	defer w.Close(Interrupted, nil)
	bad := row("a,b", 1)
	if err := w.Append(bad); err == nil || w.Count() != 3 {
		t.Errorf("a comma in a field: %v", err)
	}
}

func TestState(t *testing.T) {
	w := written(t, t.TempDir())
	defer w.Close(Interrupted, nil)
	if text, err := w.State("sums.json"); text != nil || err != nil {
		t.Errorf("before: %q, %v", text, err)
	}
	w.SetState("sums.json", []byte(`{"a":1}`))
	w.SetState("sums.json", []byte("{\"a\":2}\n"))
	text, err := w.State("sums.json")
	if err != nil || !strings.HasPrefix(string(text), `{"a":2,`) || !json.Valid(text) {
		t.Errorf("after: %q, %v", text, err)
	}
	for i := range text {
		os.WriteFile(filepath.Join(w.Dir, "sums.json"), flipped(text, i, i%8), 0o644)
		if _, err := w.State("sums.json"); err == nil || !strings.Contains(err.Error(), "sums.json: the file") {
			t.Errorf("bit %d of byte %d changed: %v", i%8, i, err)
		}
		os.WriteFile(filepath.Join(w.Dir, "sums.json"), text[:i], 0o644)
		if _, err := w.State("sums.json"); err == nil {
			t.Errorf("cut to %d bytes, and read", i)
		}
	}
	for _, none := range []string{"", "{}", "[1]", "{1}", "text"} {
		if err := w.SetState("sums.json", []byte(none)); err == nil {
			t.Errorf("%q was written", none)
		}
	}
}

func FuzzParseTable(f *testing.F) {
	w, err := Create(f.TempDir(), meta(noon))
	if err != nil {
		f.Fatal(err)
	}
	w.Append(row("init", 1.5))
	text, _ := os.ReadFile(filepath.Join(w.Dir, MeasurementsFile))
	f.Add(text)
	f.Add([]byte(strings.Join(fixed(), ",") + "\n1,1,thesis,bloom,0.01,init,5,ns,1,\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		m := meta(noon)
		m.Schema = schema1 // any header is read
		table, err := parseTable("fuzz", bytes.NewReader(src), &m, func(Row, *kindInFile) {})
		if err != nil {
			return
		}
		if int(table.size) > len(src) || (!table.torn && int(table.size) != len(src)) {
			t.Errorf("size %d of %d, torn %v", table.size, len(src), table.torn)
		}
	})
}

// The folder of a merged run is named after the experiment: a path there would lead out of
// the folder that --out names.
func TestExperimentIsNoPath(t *testing.T) {
	for _, name := range []string{"a/../../x", `a\x`} {
		w, err := Create(t.TempDir(), meta(time.Now()))
		if err != nil {
			t.Fatal(err)
		}
		w.Meta.Experiment = name
		if err := w.Close(Finished, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(w.Dir); err == nil || !strings.Contains(err.Error(), "want a name, not a path") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
