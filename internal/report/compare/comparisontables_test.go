package compare

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// The last row of a table of cells has geometric means, of times and of ratios.
func TestGeometricMeans(t *testing.T) {
	m := Metric{Cells: []Cell{{A: 1, B: 2, Ratio: Ratio{Value: 2}}, {A: 2, B: 8, Ratio: Ratio{Value: 4}}, {A: 4, B: 32, Ratio: Ratio{Value: 8}}}}
	if got, want := m.geometricMeans(), []string{"2", "8", "4.000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What changed is named up to a number, and how many more; of what is not separated the widest
// interval, as half of it.
func TestChanged(t *testing.T) {
	ratio := func(filter string, p, low, high float64) Pooled {
		return Pooled{Filter: filter, Ratio: Ratio{Value: math.Sqrt(low * high), P: p, CI: stats.Interval{Low: low, High: high}}}
	}
	c := Comparison{Meta: &runfolder.Meta{}}
	c.Metrics = []Metric{{Name: "query", Pooled: []Pooled{ratio("a", 1, 0.8, 1.25), ratio("b", 2*claim.Alpha, 0.99, 1.01)}}, {Name: "init", Pooled: []Pooled{ratio("a", 1, 0.98, 1.02)}}}
	if changed, none := c.Changed(3, true); changed != nil || none != "none of 3 times is separated; ±25 % at the widest (query of a)" {
		t.Errorf("%q, %q", changed, none)
	}
	c.Meta = &runfolder.Meta{Baselines: []string{"a"}} // whose width nobody asked about
	if _, none := c.Changed(3, true); none != "none of 1 times is separated; ±1.01 % at the widest (query of b)" {
		t.Errorf("without baselines: %q", none)
	}
	c.Meta.Baselines = []string{"a", "b"}
	if _, none := c.Changed(3, true); none != "none of 3 times is separated; ±25 % at the widest (query of a)" {
		t.Errorf("of baselines alone: %q", none)
	}
	c.Meta.Baselines = nil
	for _, filter := range []string{"c", "d", "e"} {
		c.Metrics[0].Pooled = append(c.Metrics[0].Pooled, ratio(filter, 0.01, 1.1, 1.1))
	}
	all, none := c.Changed(3, true)
	if len(all) != 3 || none != "" || all[0] != "query of c +10 % [+10, +10]" {
		t.Errorf("%q, %q", all, none)
	}
	c.Metrics[1].Pooled[0].P = 0.01
	if some, _ := c.Changed(3, true); len(some) != 4 || some[3] != "and 1 more" || !slices.Equal(some[:3], all) {
		t.Errorf("%q", some)
	}
}

// Without the ends of its interval a change is said with its half-width and its sign.
func TestChangedWithHalfWidths(t *testing.T) {
	at := func(value, low, high float64) Pooled {
		return Pooled{Filter: "a", Ratio: Ratio{Value: value, P: 0.001, CI: stats.Interval{Low: low, High: high}}}
	}
	c := Comparison{Meta: &runfolder.Meta{}, Metrics: []Metric{{Name: "query", Pooled: []Pooled{at(1.25, 1.24, 1.26), at(0.75, 0.74, 0.76)}}}}
	if got, _ := c.Changed(3, false); !slices.Equal(got, []string{"query of a +25.0 ± 1.0 %", "query of a −25.0 ± 1.0 %"}) {
		t.Errorf("%q", got)
	}
}
