package runfolder

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/renamed"
)

// A large run is held packed: its rows are those of the run that is not, and so are
// those cut from it.
func TestPacked(t *testing.T) {
	w, err := Create(t.TempDir(), meta(noon))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3*chunk + 5 {
		r := row(Metric(fmt.Sprint("m", i%7)), float64(i)+0.25)
		r.Round, r.Filter, r.Point = i/7, []string{"bloom", "none"}[i%2], At("0.1", fmt.Sprint(i%3))
		r.Ops, r.CPU, r.Extra = int64(i%5), int64(i)-1, []string{fmt.Sprint(i % 11)}
		if i%2 == 1 {
			r.Point = ""
		}
		if err := w.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	w.Close(Finished, nil)
	loose, err := openAs(w.Dir, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	was := debug.SetGCPercent(123)
	packed, err := openAs(w.Dir, 0)
	if now := debug.SetGCPercent(was); now != 123 {
		t.Errorf("reading leaves the collector at %d %%: a resumed run would be measured with it", now)
	}
	if err != nil {
		t.Fatal(err)
	}
	if loose.packed != nil || packed.packed == nil || packed.Rows != nil || packed.Len() != 3*chunk+5 || packed.CountMeasured() != loose.CountMeasured() {
		t.Fatalf("%d rows and %d", packed.Len(), len(loose.Rows))
	}
	same := func(a, b *Run) {
		t.Helper()
		rows := func(r *Run) (list []Row) {
			for _, row := range r.All() {
				list = append(list, row)
			}
			return list
		}
		if d := cmp.Diff(rows(a), rows(b)); d != "" {
			t.Fatal(d)
		}
	}
	same(packed, loose)
	if d := cmp.Diff(packed.Measured(), loose.Measured()); d != "" {
		t.Error(d)
	}
	moved := func(r Row) (Row, bool) {
		r.Point = r.Point.With(0, 2, "")
		return r, r.Round%3 == 0
	}
	cut := packed.Cut(moved)
	same(cut, loose.Cut(moved))
	if n := cut.Len(); n == 0 || n == packed.Len() {
		t.Errorf("%d of %d rows", n, packed.Len())
	}
}

// A time is divided by the operations of its section, a value that is no time is not, and
// a section of none or one is as it is; a run that is held packed says the same.
func TestPerOp(t *testing.T) {
	loose, packed := &Run{}, &Run{packed: newPacked()}
	var value, cpu []float64
	for i, c := range []struct {
		unit       string
		ops        int64
		value, cpu float64
	}{
		{Nanoseconds, 4, 3, 2},
		{Nanoseconds, 1, 12, 8},
		{Nanoseconds, 0, 12, 8},
		{"bytes", 4, 12, 2},
		{"", 1, 12, 8},
		{Nanoseconds, 3, 4, 8. / 3},
	} {
		r := row("m", 12)
		r.Seq, r.Unit, r.Ops, r.CPU = i+1, c.unit, c.ops, 8
		loose.add(r)
		packed.add(r)
		value, cpu = append(value, c.value), append(cpu, c.cpu)
	}
	for name, run := range map[string]*Run{"loose": loose, "packed": packed} {
		var numbers []RowNumber
		for n, r := range run.All() {
			if numbers = append(numbers, n); run.Row(n).Seq != r.Seq || len(numbers) != r.Seq {
				t.Errorf("%s: row %d has seq %d", name, len(numbers), r.Seq)
			}
		}
		if d := cmp.Diff(value, run.PerOp(numbers)) + cmp.Diff(cpu, run.CPUPerOp(numbers)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// A packed row takes 32 bytes, and a little for what rows share.
func TestPackedIsSmall(t *testing.T) {
	held := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	const rounds, kinds = 1 << 14, 12 // of whole chunks
	run := &Run{packed: newPacked()}
	before := held()
	for round := range rounds {
		for k := range kinds {
			r := row(Metric("m"+strconv.Itoa(k)), float64(round))
			r.Seq, r.Round, r.Ops, r.Extra = round*kinds+k+1, round, int64(k), nil
			run.packed.add(r)
		}
	}
	perRow := (held() - before) / float64(run.Len())
	runtime.KeepAlive(run)
	if perRow < 32 || perRow > 40 {
		t.Errorf("%.1f bytes per row, want 32 and a little", perRow)
	}
}

// Every row of a file has texts of its own value, whatever stands in the rows before.
func TestTextsAreShared(t *testing.T) {
	texts := newTexts()
	l := layoutOf(Columns(meta(noon).Axes, "gc"), meta(noon).Axes, renamed.Names{})
	for i, line := range []string{
		"1,1,d,bloom,0.1,query,1.5,ns,3,17,1,1000,0",
		"2,1,d,none,,query,1.5,ns,3,,1,,1",
		"3,2,d,bloom,0.1,query,1.5,ns,3,17,1,1000,0",
	} {
		row, _, err := l.decode(split(nil, []byte(line+",x")), texts)
		if err != nil {
			t.Fatal(err)
		}
		want := Row{Seq: i + 1, Round: 1 + i/2, Design: "d", Filter: "bloom", Metric: "query", Point: At("0.1", "1000"), Value: 1.5, Unit: "ns", Ops: 3, CPU: 17, Session: 1, Extra: []string{"0"}}
		if i == 1 {
			want.Filter, want.Point, want.CPU, want.Extra = "none", "", NoCPU, []string{"1"}
		}
		if d := cmp.Diff(want, row); d != "" {
			t.Errorf("row %d: %s", i+1, d)
		}
	}
	if len(texts.kinds) != 2 || len(texts.extras) != 2 {
		t.Errorf("%d kinds and %d extras are held, want 2 each", len(texts.kinds), len(texts.extras))
	}
	if _, _, err := l.decode(split(nil, []byte("1,1,d,bloom,1.5,query,1,ns,3,17,1,1000,0,x")), texts); err == nil {
		t.Error("a rate above 1 is read")
	}
}

// Short numbers are read here, exactly; all else, and what is no number, is for package strconv.
func TestDigits(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "007": 7, "999999999999999": 999_999_999_999_999, "1234567890123456": -1, "": -1, "-1": -1, "+1": -1, "1.5": -1, "1e3": -1, "1 ": -1} {
		if n, ok := digits([]byte(text)); ok != (want >= 0) || ok && n != want {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
}
