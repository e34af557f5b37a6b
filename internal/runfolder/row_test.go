package runfolder

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
)

// strange are texts that a CSV file, or a program that reads one, does not give
// back as they were.
func strange() []string {
	return []string{"a,b", `a"b`, "a\nb", "a\rb", "a\r", "\n", "a\x00b", "\x00", "a\tb", " a", "a ", "\u00a0a", "a\u0085", "a\u2028b", "a\xffb", "\xc3", "\ufeffa", "\x7f"}
}

// A row with such a text, in whatever field, is refused and leaves no trace.
func TestAppendRefuses(t *testing.T) {
	w := written(t, t.TempDir())
	for field, set := range map[string]func(*Row, string){
		"filter": func(r *Row, s string) { r.Filter = s },
		"metric": func(r *Row, s string) { r.Metric = Metric(s) },
		"unit":   func(r *Row, s string) { r.Unit = s },
		"design": func(r *Row, s string) { r.Design = s },
		"ε":      func(r *Row, s string) { r.Point = At(s, "1000") },
		"n":      func(r *Row, s string) { r.Point = At("0.1", s) },
		"extra":  func(r *Row, s string) { r.Extra = []string{s} },
	} {
		for _, s := range strange() {
			r := row("query", 1)
			set(&r, s)
			if err := w.Append(r); err == nil {
				t.Errorf("%s = %q was written", field, s)
			}
		}
	}
	for what, change := range map[string]func(*Row){
		"no rate":         func(r *Row) { r.Point = At("2", "1000") },
		"a word as rate":  func(r *Row) { r.Point = At("small", "1000") },
		"too many values": func(r *Row) { r.Point = At("0.1", "1000", "7") },
		"too few values":  func(r *Row) { r.Point = "0.1" },
		"only commas":     func(r *Row) { r.Point = "," },
		"too few extras":  func(r *Row) { r.Extra = nil },
		"too many extras": func(r *Row) { r.Extra = []string{"1", "2"} },
	} {
		r := row("query", 1)
		change(&r)
		if err := w.Append(r); err == nil {
			t.Errorf("a point of %s was written: %q", what, r.Point)
		}
	}
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	if run, err := Open(w.Dir); err != nil || len(run.Rows) != 3 {
		t.Errorf("%v", err)
	}
}

// What Append accepts, Open gives back as it was.
func TestAppendAndOpen(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 2026))
	alphabet := []rune("ab1.-_=/;:|'“ε%é漢😀 ,\"\r\n\t\x00\u2028")
	text := func() string {
		if random.IntN(40) == 0 {
			return "\xff"
		}
		var b strings.Builder
		for range random.IntN(4) {
			n := len(alphabet)
			if random.IntN(4) > 0 {
				n -= 8 // mostly what can be written
			}
			b.WriteRune(alphabet[random.IntN(n)])
		}
		return b.String()
	}
	rates := []string{"", "0.1", "0.01", "0.000000000001", "2", "0", "1e-3", "0.10"}
	w, err := Create(t.TempDir(), meta(noon))
	if err != nil {
		t.Fatal(err)
	}
	var want []Row
	for range 20000 {
		r := Row{
			Round: random.IntN(100) - 50, Design: text(), Filter: text(), Metric: Metric(text()), Unit: text(),
			Point: At(rates[random.IntN(len(rates))], text()),
			Value: math.Float64frombits(random.Uint64()), Ops: int64(random.Uint64()), CPU: int64(random.Uint64()),
			Extra: []string{text()},
		}
		if math.IsNaN(r.Value) { // which is never the same
			r.Value = math.Inf(1)
		}
		if w.Append(r) == nil {
			r.Seq, r.Session = len(want)+1, 1
			want = append(want, r)
		}
	}
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Rows) != len(want) || len(want) < 1000 {
		t.Fatalf("%d rows read, %d written", len(run.Rows), len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(run.Rows[i], want[i]) {
			t.Fatalf("written %+v\nread    %+v", want[i], run.Rows[i])
		}
	}
}

// FuzzAppend does so with texts of the fuzzer's.
func FuzzAppend(f *testing.F) {
	for _, s := range strange() {
		f.Add(s, s, s, "0.1", s, "a", s)
	}
	f.Add("bloom", "init", "ns", "0.05", "70", "interleaved", "0")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, filter, metric, unit, epsilon, n, design, extra string) {
		parent, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		w, err := Create(parent, meta(noon))
		if err != nil {
			t.Fatal(err)
		}
		r := Row{Filter: filter, Metric: Metric(metric), Unit: unit, Point: At(epsilon, n), Design: design, CPU: NoCPU, Extra: []string{extra}}
		refused := w.Append(r)
		if err := w.Close(Interrupted, nil); err != nil {
			t.Fatal(err)
		}
		run, err := Open(parent)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		if r.Seq, r.Session = 1, 1; refused == nil && (len(run.Rows) != 1 || !reflect.DeepEqual(run.Rows[0], r)) {
			t.Errorf("written %+v\nread    %+v", r, run.Rows)
		}
	})
}

// The CPU times of others stand in front of the axes, and are the first of a row's own
// values all the same, written and read.
func TestColumnsOfOthersCPU(t *testing.T) {
	axes := meta(noon).Axes
	got := strings.Join(Columns(axes, ProcessCPUColumn, ServerCPUColumn, "gc")[len(fixed()):], ",")
	if want := "session,process_cpu_ns,server_cpu_ns,n,gc,check"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(Columns(axes, "gc", ProcessCPUColumn)[len(fixed()):], ","), "session,n,gc,process_cpu_ns,check"; got != want {
		t.Errorf("behind another column: %s, want %s", got, want)
	}
	m := meta(noon)
	m.Columns = Columns(axes, ProcessCPUColumn, ServerCPUColumn, "gc")
	parent := t.TempDir()
	w, err := Create(parent, m)
	if err != nil {
		t.Fatal(err)
	}
	r := row("query", 1)
	r.Extra = []string{"11", "12", "13"}
	if err := w.Append(r); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(Interrupted, nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(parent)
	if err != nil {
		t.Fatal(err)
	}
	back := run.Rows[0]
	for name, want := range map[string]string{ProcessCPUColumn: "11", ServerCPUColumn: "12", "gc": "13"} {
		if got := run.Column(name)(back); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if back.Point != r.Point || !slices.Equal(back.Extra, r.Extra) {
		t.Errorf("%+v, want %+v", back, r)
	}
}

// A header that could not be read again is no header.
func TestCreateRefuses(t *testing.T) {
	axes := meta(noon).Axes
	good := Columns(axes, "gc")
	with := func(at int, name string) []string {
		columns := append([]string(nil), good...)
		columns[at] = name
		return columns
	}
	own := len(good) - 2
	cases := map[string][]string{
		"none": nil, "no checksum": good[:len(good)-1], "first renamed": with(0, "Seq"), "no session": with(len(fixed()), "sitting"),
		"twice": with(own, "n"), "a fixed one twice": with(own, "value"), "no name": with(own, ""), "axis missing": with(own-1, "m"),
	}
	for _, s := range strange() {
		cases[fmt.Sprintf("%q", s)] = with(own, s)
	}
	for what, columns := range cases {
		m := meta(noon)
		m.Columns = columns
		if _, err := Create(t.TempDir(), m); err == nil {
			t.Errorf("%s: %q was written", what, columns)
		}
	}
	for what, axes := range map[string][]axis.Axis{
		"an axis like a column": {{Name: "round"}}, "two axes of a name": {{Name: "n"}, {Name: "n"}}, "an axis without a name": {{}},
	} {
		m := meta(noon)
		m.Axes, m.Columns = axes, Columns(axes)
		if _, err := Create(t.TempDir(), m); err == nil {
			t.Errorf("%s was written", what)
		}
	}
	if _, err := Create(t.TempDir(), meta(noon)); err != nil {
		t.Error(err)
	}
}

// Sessions are counted from 1, the last one is one, and what is none has no layout.
func TestLayoutOfSession(t *testing.T) {
	m := Meta{Sessions: []Session{{Layout: 3}, {Layout: 5}}}
	for session, want := range map[int]int{-1: 0, 0: 0, 1: 3, 2: 5, 3: 0} {
		if got := m.Layout(session); got != want {
			t.Errorf("session %d has layout %d, want %d", session, got, want)
		}
	}
}
