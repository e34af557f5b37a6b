package claim

import (
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
)

const (
	n    axis.CountAxis = "n"
	hits axis.ShareAxis = "hits"
)

// A cell has its places as numbers, and finds the cell of a method off an axis.
func TestCells(t *testing.T) {
	d := overThreeAxes(t)
	list := d.Cells(metric.Query, "bloom")
	if len(list) != 6 {
		t.Fatalf("%d cells", len(list))
	}
	c := list[3] // n = 20, hits = 1
	if c.Int(n) != 20 || c.Float(hits) != 1 || c.Float(axis.Eps) != 0.01 || c.Place() != "n = 20, hits = 1, ε = 1 %" {
		t.Errorf("%s: %d, %v, %v", c.Place(), c.Int(n), c.Float(hits), c.Float(axis.Eps))
	}
	if both := d.Cells(metric.Query, "map", "bloom"); len(both) != 0 { // which have no point in common
		t.Errorf("%d cells of both", len(both))
	}
	if both := d.Cells(metric.Query, "bloom", "bloom"); len(both) != 6 {
		t.Errorf("%d cells of one twice", len(both))
	}
	if at := c.At(hits.At(1)); at.On(hits) != "1" || at.On(n) != c.On(n) || c.At(axis.Place{Axis: "other"}).Cell != c.Cell {
		t.Errorf("%+v", at.Cell)
	}
	if some := d.CellsIn(metric.Query, func(c Cell) bool { return c.Int(n) > 10 }, "bloom"); len(some) != 4 || some[3].Int(n) != 30 {
		t.Errorf("%d cells above 10", len(some))
	}
	large := c
	large.Point = "1753,1,0.01"
	if large.Place() != "n = 1,753, hits = 1, ε = 1 %" {
		t.Error(large.Place())
	}
	other := c.By("map")
	if other.Point != "20,1," || math.Abs(c.Mean()/other.Mean()-2) > 1e-9 {
		t.Errorf("%q, %v and %v", other.Point, c.Mean(), other.Mean())
	}
	if off := c.By("none"); off.Point != "" || math.Abs(off.Mean()-5) > 1e-9 || off.On(n) != "" {
		t.Errorf("a method off all axes is at %q", off.Point)
	}
	if back := other.By("bloom"); back.Point == c.Point || !math.IsNaN(back.Mean()) {
		t.Errorf("a method off ε has the ε of another one: %q", back.Point)
	}
	if other.Int("m") != 0 || other.Float(axis.Eps) != 0 || !math.IsNaN(c.By("cuckoo").Mean()) || !math.IsNaN(c.Of(metric.Build).Mean()) {
		t.Error("a cell has what the run lacks")
	}
}

// Only the cells are chosen for which something holds.
func TestOnly(t *testing.T) {
	d := overThreeAxes(t)
	at := Only(func(c Cell) bool { return c.Int(n) == 20 }).Find(d, metric.Query, "bloom")
	if len(at) != 2 || at[0].Int(n) != 20 || at[1].Int(n) != 20 {
		t.Errorf("%d cells", len(at))
	}
}

// The usual value of an axis is the one that most cells have, the first of several.
func TestAtUsual(t *testing.T) {
	list := overThreeAxes(t).Cells(metric.Query, "bloom")
	if at := AtUsual(hits)(list[:5]); len(at) != 3 || at[0].Float(hits) != 0 {
		t.Errorf("%d cells", len(at))
	}
	if at := AtUsual(n)(list[2:]); len(at) != 2 || at[0].Int(n) != 20 {
		t.Errorf("%d cells", len(at))
	}
	if at := AtUsual(hits, n)(list[1:]); len(at) != 1 || at[0].Int(n) != 20 { // of the cells at the usual hits, all n are as many
		t.Errorf("%d cells", len(at))
	}
	if at := AtUsual(n)(nil); len(at) != 0 {
		t.Errorf("%d cells of none", len(at))
	}
}
