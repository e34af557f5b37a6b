package claim

import (
	"math"
	"strings"
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

// A claim about every cell counts those at which it holds, names the furthest off, and is
// not tested where it says nothing.
func TestEverywhere(t *testing.T) {
	d := overThreeAxes(t)
	slow := Everywhere{Metric: metric.Query, Methods: []string{"bloom"}, Name: "time", Unit: "ns", Of: Cell.Mean, Is: Under(50)}
	o := slow.Test(d)
	if !o.Exact || o.Holds || math.Abs(o.Effect.Value-60) > 1 || o.Detail != "it holds at 5 of 6 points; the value is that of n = 30, hits = 1, ε = 1 %" {
		t.Errorf("%+v", o)
	}
	slow.Is = Over(func(c Cell) float64 { return float64(c.Int(n)) / 2 })
	if o := slow.Test(d); !o.Holds || o.Effect.Unit != "ns" {
		t.Errorf("%+v", o)
	}
	twice := Everywhere{Metric: metric.Query, Methods: []string{"bloom"}, At: AtUsual(hits), Name: "bloom / 2 map", Is: Near(0.01),
		Of: func(c Cell) float64 { return ToThat("map")(c) / 2 }}
	if o := twice.Test(d); !o.Holds || o.Test != "means of counts, at 3 points" || o.Effect.Unit != "×" {
		t.Errorf("%+v", o)
	}
	twice.Of = To(metric.Build)
	if o := twice.Test(d); o.NotTested != "the run does not hold two repetitions of query for bloom in the same place" {
		t.Errorf("%+v", o)
	}
	twice.Without = "no theory"
	if o := twice.Test(d); o.NotTested != "no theory" {
		t.Errorf("%+v", o)
	}
}

// Pairs are of cells that the run has. Their mean ratio is tested against a region, or
// against 1 with a margin that may vary.
func TestPairs(t *testing.T) {
	d := overThreeAxes(t)
	var p Pairs
	if o := p.Outcome(d, Above(0), "ratio", "bloom / map"); o.NotTested == "" {
		t.Errorf("%+v", o)
	}
	for _, c := range d.Cells(metric.Query, "bloom") {
		p.Add(c, c.By("map"))
		p.Add(c, c.By("cuckoo"))
	}
	if at := d.Cell("bloom", metric.Query, hits.At(1), n.At(20), axis.Eps.At(axis.Per/100)); !at.Has() || at.Int(n) != 20 || d.Cell("bloom", metric.Query, n.At(20)).Has() {
		t.Errorf("%+v", at.Cell)
	}
	o := p.Outcome(d, Above(0), "ratio", "bloom / map")
	if len(p.A) != 6 || !o.Holds || math.Abs(o.Effect.Value-2) > 1e-9 || o.Effect.Name != "bloom / map" || o.Supports > 0.05 || !strings.HasPrefix(o.Test, "ratio: t over ") {
		t.Errorf("%d pairs, %+v", len(p.A), o)
	}
	if o := p.Same(d, 0.5, "ratio", "bloom / map"); o.Holds || o.Opposes > 0.05 {
		t.Errorf("%+v", o)
	}
	wide := p.Same(d, 1.5, "ratio", "bloom / map")
	if !wide.Holds || wide.Supports > 0.05 {
		t.Errorf("%+v", wide)
	}
	if wide.Vary.At != nil {
		supports, _ := wide.Vary.At(0.5)
		if supports < 0.05 {
			t.Errorf("a ratio of 2 is within a half: %v", supports)
		}
	}
}
