package claim

import (
	"math"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Each ratio has its own error, and the points are counted by region.
func TestEachRatio(t *testing.T) {
	d := measured(t, runfolder.Interleaved, func(filter string, percent, round int) float64 {
		if filter == "b" {
			return 100 * math.Exp(0.2*sign(round))
		}
		return 100 * math.Exp(0.2*sign(round)+0.01*float64(percent)+0.003*float64(percent)*sign(round))
	})
	r, ok := EachRatio(d, "a", "b", metric.Query)
	if !ok || len(r.Log) != points {
		t.Fatalf("%+v", r)
	}
	for i, e := range r.Log {
		same(t, "logarithm", e.Value, 0.01*float64(i+1))
		same(t, "error", e.SE, 0.003/1.8*float64(i+1))
	}
	// The plain means are a little above e^0.01 …, since the noise is of logarithms.
	if n := r.Count(Above(0.025)); n != 3 {
		t.Errorf("%d ratios above 2.5 %%, want 3", n)
	}
	if _, ok := EachRatio(d, "a", "c", metric.Query); ok {
		t.Error("a ratio to a filter that was not measured")
	}
}

// More than half is counted, not averaged: the u-th of the sorted p values
// decides, times the number of ways to fail.
func TestMost(t *testing.T) {
	at := func(values ...float64) (list []stats.Estimate) {
		for _, v := range values {
			list = append(list, stats.Estimate{Value: v, SE: 1, DF: 9})
		}
		return list
	}
	const p005 = 3.249835542 // of t(9)
	s, o, n := Most(at(p005, p005, p005, -100, -100), Above(0))
	same(t, "3 of 5: supported with", math.Round(s*1e6)/1e6, 3*0.005)
	same(t, "3 of 5: opposed with", math.Round(o*1e6)/1e6, min(1, 3*0.995))
	if n.Low != 3 || n.High != 3 {
		t.Errorf("3 of 5 are in the region, the interval is %v", n)
	}
	s, o, n = Most(at(100, 100, -p005, -100), Above(0)) // half is not most
	same(t, "2 of 4: supported with", s, 1)
	same(t, "2 of 4: opposed with", math.Round(o*1e6)/1e6, 3*0.005)
	// Values that are written alike are one.
	for r, want := range map[stats.Interval]string{{Low: 0.25, High: 0.250001}: "0.25", {Low: 0.25, High: 0.251}: "0.25 to 0.251"} {
		if text := (Effect{Value: 0.25, CI: stats.Interval{Low: math.NaN()}, Range: r}).String(); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	if text := (Effect{Unit: "of 4", Value: 2, CI: stats.Interval{Low: 0, High: 2}}).String(); text != "2 of 4 [0, 2]" {
		t.Error(text)
	}
	if n.High != 2 {
		t.Errorf("2 of 4 are in the region, the interval is %v", n)
	}
}
