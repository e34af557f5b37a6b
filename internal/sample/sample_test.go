package sample

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
)

// run is a run over n and hit rate with an approximate structure, an exact one
// and a baseline off the axes.
func run(rows ...runfolder.Row) *runfolder.Run {
	return &runfolder.Run{
		Meta: runfolder.Meta{
			Filters: []string{"bloom", "map"}, Baselines: []string{"none"},
			Axes: []axis.Axis{axis.Counts("n", nil), axis.Shares("hits", nil)},
		},
		Rows: rows,
	}
}

func row(session, round int, filter string, value float64, point ...string) runfolder.Row {
	return runfolder.Row{Session: session, Round: round, Filter: filter, Metric: "query", Point: runfolder.At(point...), Value: value, Unit: "ns", Ops: 2}
}

func grouped(t *testing.T, rows ...runfolder.Row) *Set {
	t.Helper()
	s, err := New(run(rows...))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Cells of different n are never one sample, and counts sort as numbers.
func TestPointsTellCells(t *testing.T) {
	s := grouped(t,
		row(1, 0, "bloom", 99, "10", "0"), row(1, 1, "none", 1),
		row(1, 1, "map", 2, "9", "0"), row(1, 1, "bloom", 20, "10", "0"), row(1, 2, "bloom", 22, "10", "0"), row(1, 1, "bloom", 18, "9", "0"))
	var got []string
	for _, c := range s.Cells("query") {
		got = append(got, fmt.Sprint(c.Filter, " ", c.Point, " ", c.Values()))
	}
	want := "bloom 9,0 [9]; bloom 10,0 [10 11]; map 9,0 [1]; none  [0.5]"
	if strings.Join(got, "; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
	if s.Rows != 5 || s.Warmup != 1 {
		t.Errorf("%d rows, %d of warm-up", s.Rows, s.Warmup)
	}
	if p := s.Points("query", "bloom"); !slices.Equal(p, []runfolder.Point{"10,0"}) {
		t.Errorf("points %q", p)
	}
}

// Pairs are formed within a session: round 2 was begun in one session and
// ended in another.
func TestLines(t *testing.T) {
	a, b := runfolder.Cell{Filter: "bloom", Metric: "query", Point: "10,0"}, runfolder.Cell{Filter: "map", Metric: "query", Point: "10,0"}
	s := grouped(t,
		row(1, 1, "map", 2, "10", "0"), row(1, 1, "bloom", 4, "10", "0"), row(1, 2, "bloom", 6, "10", "0"),
		row(2, 2, "map", 8, "10", "0"), row(2, 3, "bloom", 10, "10", "0"), row(2, 3, "map", 12, "10", "0"))
	if got := fmt.Sprint(s.Lines([]runfolder.Cell{a, b})); got != "[[2 1] [5 6]]" {
		t.Errorf("%s", got)
	}
	if got := s.Lines([]runfolder.Cell{a, {Filter: "xor"}}); got != nil {
		t.Errorf("%v for a cell that is not there", got)
	}
	if got := fmt.Sprint(s.Cell(a).Values(), s.Cell(runfolder.Cell{}).Values()); got != "[2 3 5] []" {
		t.Errorf("%s", got)
	}
}

// Times are per operation; what is no time is as it was measured, also where
// the row says that it is of several operations.
func TestValues(t *testing.T) {
	bits := row(1, 1, "bloom", 90, "10", "0")
	bits.Metric, bits.Unit = "bits", "bits"
	s := grouped(t, row(1, 1, "bloom", 90, "10", "0"), bits)
	for metric, want := range map[runfolder.Metric]float64{"query": 45, "bits": 90} {
		c := runfolder.Cell{Filter: "bloom", Metric: metric, Point: "10,0"}
		if got := s.Cell(c).Values(); !slices.Equal(got, []float64{want}) {
			t.Errorf("%s: %v, want %v", metric, got, want)
		}
		if got := s.Lines([]runfolder.Cell{c}); len(got) != 1 || got[0][0] != want {
			t.Errorf("%s: lines %v, want %v", metric, got, want)
		}
	}
}

// Times are CPU times, but those of a thread that waits for devices and servers, which
// are wall times though the rows have both.
func TestWaits(t *testing.T) {
	for waits, want := range map[bool]float64{false: 10, true: 45} {
		timed := row(1, 1, "bloom", 90, "10", "0")
		timed.CPU = 20
		r := run(timed)
		r.Meta.Waits = waits
		s, err := New(r)
		if err != nil {
			t.Fatal(err)
		}
		c := timed.Cell()
		if got := s.Times(c); s.CPU("query") == waits || !slices.Equal(got, []float64{want}) {
			t.Errorf("waits %v: %v by CPU time %v, want %v", waits, got, s.CPU("query"), want)
		}
		if got := s.Lines([]runfolder.Cell{c}); got[0][0] != want {
			t.Errorf("waits %v: lines %v", waits, got)
		}
	}
}

// One row without CPU time, whichever it is, makes wall times of all.
func TestCPUTimeOfEveryRow(t *testing.T) {
	for without, want := range [][]float64{{45, 40, 35}, {45, 40, 35}, {45, 40, 35}, {10, 11, 12}} {
		var rows []runfolder.Row
		for i := range 3 {
			r := row(1, i+1, "bloom", float64(90-10*i), "10", "0")
			if r.CPU = int64(20 + 2*i); i == without {
				r.CPU = runfolder.NoCPU
			}
			rows = append(rows, r)
		}
		s := grouped(t, rows...)
		if got := s.Times(rows[0].Cell()); s.CPU("query") != (without == 3) || !slices.Equal(got, want) {
			t.Errorf("row %d has none: %v by CPU time %v, want %v", without+1, got, s.CPU("query"), want)
		}
	}
}

func TestAlong(t *testing.T) {
	s := grouped(t,
		row(1, 1, "none", 1), row(1, 1, "bloom", 1, "10", "0"), row(1, 1, "bloom", 1, "9", "0"), row(1, 1, "bloom", 1, "9", "0.5"), row(1, 1, "map", 1, "10", "0"))
	name := func(list [][]*Cell) string {
		var text []string
		for _, series := range list {
			for _, c := range series {
				text = append(text, c.Filter+" "+string(c.Point))
			}
			text = append(text, "/")
		}
		return strings.Join(text, " ")
	}
	if got, want := name(s.Along("query", 0)), "bloom 9,0 bloom 10,0 / bloom 9,0.5 / map 10,0 /"; got != want {
		t.Errorf("along n: %s, want %s", got, want)
	}
	if got, want := name(s.Along("query", 1)), "bloom 9,0 bloom 9,0.5 / bloom 10,0 / map 10,0 /"; got != want {
		t.Errorf("along hits: %s, want %s", got, want)
	}
	if s.Main("query") != 0 || s.Main("other") != -1 {
		t.Errorf("read along %d and %d", s.Main("query"), s.Main("other"))
	}
}

func TestRefused(t *testing.T) {
	if _, err := New(run(row(1, 0, "bloom", 1))); err == nil || !strings.Contains(err.Error(), "no measurement yet (1 warm-up rows)") {
		t.Errorf("a run of warm-up alone: %v", err)
	}
	other := row(1, 2, "bloom", 1)
	other.Unit = "ms"
	if _, err := New(run(row(1, 1, "bloom", 1), other)); err == nil || !strings.Contains(err.Error(), `in "ms"`) {
		t.Errorf("two units: %v", err)
	}
}

func ExampleSet_Lines() {
	s, _ := New(run(row(1, 1, "bloom", 30, "10", "0"), row(1, 1, "map", 10, "10", "0")))
	for _, round := range s.Lines([]runfolder.Cell{{Filter: "bloom", Metric: "query", Point: "10,0"}, {Filter: "map", Metric: "query", Point: "10,0"}}) {
		fmt.Printf("%.1f times slower\n", round[0]/round[1])
	}
	// Output: 3.0 times slower
}

// A cell whose rows lack CPU time makes wall times of all cells of the metric, wherever it stands; of
// other metrics it does not. WallLines are wall times whatever the rows have.
func TestCPUTimeOfEveryCell(t *testing.T) {
	for without := range 3 {
		var rows []runfolder.Row
		for i, filter := range []string{"bloom", "map", "none"} {
			r := row(1, 1, filter, 90, "10", "0")
			if r.CPU = 20; i == without {
				r.CPU = 0 // as of a clock that stands still
			}
			rows = append(rows, r)
			if i != without {
				r.Metric = "build"
				rows = append(rows, r)
			}
		}
		s := grouped(t, rows...)
		if s.CPU("query") || !s.CPU("build") {
			t.Errorf("cell %d has none: CPU time of query %v, of build %v", without+1, s.CPU("query"), s.CPU("build"))
		}
		timed := []runfolder.Cell{s.Cells("build")[0].Cell}
		if cpu, wall := s.Lines(timed), s.WallLines(timed); cpu[0][0] != 10 || wall[0][0] != 45 {
			t.Errorf("lines %v by CPU time, %v by wall time", cpu, wall)
		}
	}
}

// A round that a cell has twice is one line, of the first of both.
func TestRoundThereTwice(t *testing.T) {
	s := grouped(t, row(1, 1, "bloom", 2, "10", "0"), row(1, 2, "bloom", 4, "10", "0"), row(1, 1, "bloom", 6, "10", "0"))
	cells := []runfolder.Cell{{Filter: "bloom", Metric: "query", Point: "10,0"}}
	if got := fmt.Sprint(s.Lines(cells), s.Columns(cells)); got != "[[1] [2]] [[1 2]]" {
		t.Error(got)
	}
}

// A metric is read along the first axis on which a structure takes two values, though it lies on
// one before it; where it takes one on all, along the first.
func TestMainAxis(t *testing.T) {
	for points, want := range map[[2]string]int{{"10,0", "10,1"}: 1, {"10,0", "20,0"}: 0, {"10,0", "20,1"}: 0, {",0", ",1"}: 1} {
		s := grouped(t, row(1, 1, "bloom", 1, strings.Split(points[0], ",")...), row(1, 1, "bloom", 1, strings.Split(points[1], ",")...))
		if got := s.Main("query"); got != want {
			t.Errorf("%q: along %d, want %d", points, got, want)
		}
	}
}
