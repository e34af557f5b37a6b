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
