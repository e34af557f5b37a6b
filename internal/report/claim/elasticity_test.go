package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Points of one x count as one, with the mean of their logarithms. The times of a round
// are those of the next one, so that the only error is that of the line through the
// means, which is worked out by hand.
func TestProportional(t *testing.T) {
	times := map[int]float64{1: 910, 2: 380, 3: 410, 4: 190, 5: 220}
	x := []float64{8, 4, 4, 2, 2}
	d := measured(t, runfolder.Interleaved, func(_ string, percent, _ int) float64 { return times[percent] })
	o := Proportional(d, "a", metric.Query, d.Points(metric.Query, "a"), x, "k", Region{0.75, 1.25})
	if o.NotTested != "" {
		t.Fatal(o.NotTested)
	}
	of2, of4, of8 := math.Log(190*220)/2, math.Log(380*410)/2, math.Log(910)
	slope := (of8 - of2) / math.Log(4)
	same(t, "elasticity", o.Effect.Value, slope)
	// Three x, one step of log 2 from each other: one degree of freedom.
	bend := of8 - 2*of4 + of2
	se := math.Sqrt(bend*bend/6) / (math.Sqrt2 * math.Ln2)
	const t1 = 12.7062047361747 // t(0.975, 1)
	same(t, "lower end", o.Effect.CI.Low, slope-t1*se)
	same(t, "upper end", o.Effect.CI.High, slope+t1*se)
	// Student's t with one degree of freedom is Cauchy's distribution.
	beyond := func(distance float64) float64 { return 0.5 - math.Atan(distance/se)/math.Pi }
	same(t, "p of the claim", o.Supports, max(beyond(slope-0.75), beyond(1.25-slope)))
	if !o.Holds {
		t.Errorf("a slope of %v is not within 0.75 to 1.25", slope)
	}
	if want := "from k = 2 to 8 the time of a changes by the factor 4.451"; !strings.HasPrefix(o.Detail, want) {
		t.Errorf("%q, want %q", o.Detail, want)
	}

	if o := Proportional(d, "a", metric.Query, d.Points(metric.Query, "a"), []float64{8, 8, 4, 4, 4}, "k", Region{0.75, 1.25}); !strings.Contains(o.NotTested, "two values of k") {
		t.Errorf("of two values %+v", o)
	}
}
