package runfolder

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// manyKinds is a packed run, and the same one loose, of so many rounds on 40 sessions.
func manyKinds(t *testing.T, rounds, kinds int) (packed, loose *Run) {
	t.Helper()
	m := meta(noon)
	m.Sessions = make([]Session, 40)
	for i := range m.Sessions {
		m.Sessions[i] = sessionOn("A", fmt.Sprint(i), i)
	}
	packed, loose = &Run{Meta: m, packed: newPacked()}, &Run{Meta: m}
	for round := range rounds {
		for k := range kinds {
			r := row(Metric(fmt.Sprint("m", k)), float64(round))
			r.Seq, r.Round, r.Session = round*kinds+k+1, round, round%40+1
			packed.add(r)
			loose.add(r)
		}
	}
	return packed, loose
}

func rowsOf(r *Run) (list []Row) {
	for number, row := range r.All() {
		if d := cmp.Diff(row, r.Row(number)); d != "" {
			list = append(list, Row{})
		}
		list = append(list, row)
	}
	return list
}

// A run is divided by sessions into runs with all their rows under new numbers, packed
// or not, and such a part is divided again and cut as a whole run is.
func TestDivide(t *testing.T) {
	packed, loose := manyKinds(t, 100, 3)
	thirds := func(session int) int { return session%4 - 1 } // sessions 4, 8, … in none
	a, b := packed.Divide(3, thirds), loose.Divide(3, thirds)
	rows := 0
	for i := range a {
		if d := cmp.Diff(rowsOf(b[i]), rowsOf(a[i])); d != "" || a[i].Len() != b[i].Len() {
			t.Fatalf("part %d: %s", i, d)
		}
		if n := len(a[i].Meta.Sessions); n != 10 {
			t.Errorf("part %d has %d sessions", i, n)
		}
		rows += a[i].Len()
	}
	if want := packed.Len() - (100/40*10+5)*3; rows != want {
		t.Errorf("%d rows in the parts, want %d", rows, want)
	}
	few := func(session int) bool { return session == 2 || session == 10 }
	if d := cmp.Diff(rowsOf(b[1].Of(few)), rowsOf(a[1].Of(few))); d != "" {
		t.Errorf("a part of a part: %s", d)
	}
	even := func(r Row) (Row, bool) { return r, r.Round%2 == 0 }
	if d := cmp.Diff(rowsOf(b[0].Cut(even)), rowsOf(a[0].Cut(even))); d != "" {
		t.Errorf("cut of a part: %s", d)
	}
}

// Some cells of a run, or of a part of it, have all their rows; a part of these has too.
func TestOfCells(t *testing.T) {
	packed, loose := manyKinds(t, 100, 5)
	some := func(r Row) bool { return r.Metric == "m1" || r.Metric == "m3" }
	fewer := func(r Row) bool { return r.Metric != "m3" }
	third := func(session int) bool { return session%3 == 0 }
	for what, cut := range map[string]func(*Run) *Run{
		"cells":             func(r *Run) *Run { return r.OfCells(some) },
		"cells of cells":    func(r *Run) *Run { return r.OfCells(some).OfCells(fewer) },
		"cells of sessions": func(r *Run) *Run { return r.Of(third).OfCells(some) },
		"sessions of cells": func(r *Run) *Run { return r.OfCells(some).Of(third) },
		"all of it": func(r *Run) *Run {
			return r.Of(third).OfCells(some).Of(func(s int) bool { return s%2 == 0 }).OfCells(fewer)
		},
	} {
		a, b := cut(packed), cut(loose)
		if d := cmp.Diff(rowsOf(b), rowsOf(a)); d != "" || a.Len() != b.Len() || a.Len() == 0 {
			t.Errorf("%s: %d and %d rows: %s", what, a.Len(), b.Len(), d)
		}
	}
}

// The parts of a large run do not copy its rows, and what is cut of it takes no more
// than its rows need, however many kinds of rows there are.
func TestPartsAreSmall(t *testing.T) {
	const rounds, kinds = 80, 400 // whole chunks for each kind would be 2,000 bytes per row
	run, _ := manyKinds(t, rounds, kinds)
	allocated := func(do func()) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / (rounds * kinds)
	}
	if n := allocated(func() { run.Divide(40, func(session int) int { return session - 1 }) }); n > 8 {
		t.Errorf("a division into 40 allocates %.0f bytes per row", n)
	}
	if n := allocated(func() { run.Cut(func(r Row) (Row, bool) { return r, true }) }); n > 600 {
		t.Errorf("a cut allocates %.0f bytes per row", n)
	}
}
