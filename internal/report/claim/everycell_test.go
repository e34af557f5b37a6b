package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/metric"
)

// A claim about every cell counts those at which it holds, names the furthest off, and is
// not tested where it says nothing.
func TestEverywhere(t *testing.T) {
	d := overThreeAxes(t)
	slow := Everywhere{Metric: metric.Query, Methods: []string{"bloom"}, Name: "time", Unit: "ns", Of: Cell.Mean, Is: Under(50)}
	o := slow.Test(d)
	if !o.Exact || o.Holds || math.Abs(o.Effect.Value-60) > 1 || o.Detail != "it holds at 5 of 6 points; the worst is 60.15 at n = 30, hits = 1, ε = 1 %" || o.Effect.String() != "10.02 to 60.15 ns" {
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
	twice.How, twice.Detail = "counted, %d places", func(t Tally) string { return "worst at " + t.At }
	if o := twice.Test(d); o.Test != "counted, 3 places" || !strings.HasPrefix(o.Detail, "worst at n = ") {
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

// A ratio of counts may be off by a share, or of few by three standard errors.
func TestNearCount(t *testing.T) {
	for _, c := range []struct {
		expected, ratio float64
		holds           bool
	}{{1e6, 1.09, true}, {1e6, 0.89, false}, {100, 1.29, true}, {100, 0.71, true}, {100, 1.31, false}} {
		holds, off := NearCount(0.1, func(Cell) float64 { return c.expected })(Cell{}, c.ratio)
		if holds != c.holds || off != math.Abs(c.ratio-1) {
			t.Errorf("%v of %v: %v, off by %v", c.ratio, c.expected, holds, off)
		}
	}
}
