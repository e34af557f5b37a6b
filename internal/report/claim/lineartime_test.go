package claim

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Points of one x count as one, with their mean. The times of a round are those of the next
// one, so that the only error is that of the line through the means, which is worked out by
// hand.
func TestLine(t *testing.T) {
	times := map[int]float64{1: 910, 2: 590, 3: 610, 4: 440, 5: 450}
	x := []float64{8, 4, 4, 2, 2}
	line := Line{"k", 0.01, 0.05}
	d := measured(t, runfolder.Interleaved, func(_ string, percent, _ int) float64 { return times[percent] })
	o := line.Test(d, "a", metric.Query, d.Points(metric.Query, "a"), x)
	if o.NotTested != "" {
		t.Fatal(o.NotTested)
	}
	// The means 445, 600, 910 at k = 2, 4, 8: x less its mean is −8/3, −2/3, 10/3, its square
	// 56/3 in all.
	mean := (445.0 + 600 + 910) / 3
	slope := (-8.0/3*445 - 2.0/3*600 + 10.0/3*910) / (56.0 / 3) / mean
	same(t, "what each k adds", o.Effect.Value, 100*slope)
	rss := 0.0
	for k, v := range map[float64]float64{2: 445, 4: 600, 8: 910} {
		off := v/mean - 1 - slope*(k-14.0/3)
		rss += off * off
	}
	se := math.Sqrt(rss / (56.0 / 3)) // one degree of freedom
	const t1 = 12.7062047361747       // t(0.975, 1)
	same(t, "lower end", o.Effect.CI.Low, 100*(slope-t1*se))
	same(t, "upper end", o.Effect.CI.High, 100*(slope+t1*se))
	if !o.Holds || !strings.HasPrefix(o.Detail, "from k = 2 to 8 the time of a changes by the factor 2.045; furthest off the line, at k = ") {
		t.Errorf("%v: %s", o.Holds, o.Detail)
	}

	for name, c := range map[string]struct {
		times map[int]float64
		holds bool
	}{
		"level":                {map[int]float64{1: 500, 2: 500, 3: 500, 4: 500, 5: 500}, false},
		"a constant part":      {map[int]float64{1: 1120, 2: 1060, 3: 1060, 4: 1030, 5: 1030}, true},
		"falls":                {map[int]float64{1: 200, 2: 600, 3: 600, 4: 800, 5: 800}, false},
		"squares":              {map[int]float64{1: 6400, 2: 1600, 3: 1600, 4: 400, 5: 400}, false},
		"one k lies off":       {map[int]float64{1: 800, 2: 520, 3: 520, 4: 200, 5: 200}, false},
		"in proportion":        {map[int]float64{1: 800, 2: 400, 3: 400, 4: 200, 5: 200}, true},
		"hardly rises with k ": {map[int]float64{1: 1008, 2: 1004, 3: 1004, 4: 1002, 5: 1002}, false},
	} {
		d := measured(t, runfolder.Interleaved, func(_ string, percent, _ int) float64 { return c.times[percent] })
		if o := line.Test(d, "a", metric.Query, d.Points(metric.Query, "a"), x); o.Holds != c.holds {
			t.Errorf("%s: %v, %s (%s)", name, o.Holds, o.Effect, o.Detail)
		}
	}
	if o := line.Test(d, "a", metric.Query, d.Points(metric.Query, "a"), []float64{8, 8, 4, 4, 4}); !strings.Contains(o.NotTested, "two values of k") {
		t.Errorf("of two values %+v", o)
	}
}
