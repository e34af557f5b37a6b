package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
)

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

// At unlike places each ratio is judged for itself: a mean of 4 is no reason where the ratios
// are 2, 4 and 6, and the effect is their range.
func TestPairsEverywhere(t *testing.T) {
	d := overThreeAxes(t)
	if o := (Pairs{}).Everywhere(d, Above(0), "ratio", "x"); o.NotTested == "" {
		t.Errorf("%+v", o)
	}
	var p Pairs
	for _, c := range d.Cells(metric.Query, "bloom") {
		if c.Float(hits) == 1 {
			p.Add(c, c.At(n.At(10)).At(hits.At(0)))
		}
	}
	for bound, want := range map[float64]bool{1.5: true, 3: false, 7: false} {
		o := p.Everywhere(d, Above(math.Log(bound)), "ratio", "time")
		if o.Holds != want || (o.Supports < 0.05) != want || (o.Opposes < 0.05) == want {
			t.Errorf("above %v: %+v", bound, o)
		}
		if o.Effect.String() != "2 to 6 ×" || math.Abs(o.Effect.Value-2) > 1e-9 || o.Detail != "3 places; worst at n = 10, hits = 1, ε = 1 %" || !strings.HasPrefix(o.Test, "ratio at each of 3 places: t over ") {
			t.Errorf("%s, %+v", o.Effect, o)
		}
	}
	if o := p.Outcome(d, Above(math.Log(3)), "ratio", "time"); !o.Holds {
		t.Error("the mean of the ratios is below 3: the test above has no case in which it misleads")
	}
	for bound, want := range map[float64]bool{1.5: true, 5: true, 7: false} {
		o := p.Somewhere(d, Above(math.Log(bound)), "ratio", "time")
		if o.Holds != want || (o.Supports < 0.05) != want || (o.Opposes < 0.05) == want || o.Effect.String() != "2 to 6 ×" {
			t.Errorf("somewhere above %v: %+v", bound, o)
		}
	}
	if o := (Pairs{}).Somewhere(d, Above(0), "ratio", "x"); o.NotTested == "" {
		t.Errorf("%+v", o)
	}
	same := p.SameEverywhere(d, 6, "ratio", "time")
	if supports, opposes := same.Vary.At(4); !same.Holds || same.Supports > 0.05 || supports < 0.05 || opposes > 0.05 {
		t.Errorf("%+v: %v, %v at a margin of 4", same, supports, opposes)
	}
}

// What is the same at every time has no margin at which a verdict on equality ends; what varies has.
func TestEqualAtEveryTime(t *testing.T) {
	d := overThreeAxes(t)
	list := d.Cells(metric.Query, "bloom")
	for other, want := range map[Cell]bool{list[0]: false, list[5]: true} {
		p := Pairs{}
		p.Add(list[0], other)
		if other == list[5] { // whose ratio is made to vary
			for i, row := range d.Run.Rows {
				if row.Cell() == other.Cell {
					d.Run.Rows[i].Value *= 1 + 0.01*float64(row.Round%2)
				}
			}
		}
		if one, each := p.Same(d, 0.5, "ratio", "x"), p.SameEverywhere(d, 0.5, "ratio", "x"); (one.Vary.At != nil) != want || (each.Vary.At != nil) != want {
			t.Errorf("to %s: margins %+v and %+v", other.Place(), one.Vary, each.Vary)
		}
	}
}
