package answer

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// The rank is the geometric mean of the ratios to the best structure by each metric. A baseline, and
// a structure that lacks one of the metrics, has none and is no best one.
func TestScore(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2}))
	standingOf := func(name string, times ...float64) standing {
		r := standing{name, map[runfolder.Metric]compare.Level{}, math.NaN()}
		for i, v := range times {
			r.levels[[]runfolder.Metric{"query", "build"}[i]] = compare.Level{Value: v}
		}
		return r
	}
	list := []standing{standingOf("bloom", 10, 40), standingOf("cuckoo", 20, 10), standingOf("none", 1, 1), standingOf("xor", 2)}
	a := &Answer{Summary: s}
	a.score(list, []runfolder.Metric{"query", "build"})
	for i, want := range []float64{2, math.Sqrt2, math.NaN(), math.NaN()} {
		if got := list[i].score; math.Abs(got-want) > 1e-12 || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("%s: %v, want %v", list[i].name, got, want)
		}
	}
	alone := list[1:]
	alone[0].score = math.NaN()
	if a.score(alone, []runfolder.Metric{"query", "build"}); !math.IsNaN(alone[0].score) {
		t.Errorf("one structure alone has the rank %v", alone[0].score)
	}
}

// Three structures beside the one that they are compared with have a line each, of four the best one
// has; a screen has eight lines at most.
func TestLinesOfRatios(t *testing.T) {
	for filters, want := range map[string]int{"a b c d": 3, "a b c d e": 1} {
		s := summarize(t, synthetic.Run(synthetic.Options{Filters: strings.Fields(filters), Epsilons: "0.01", Reps: 4}))
		if a := New(s, nil, []Headline{{Metric: "query"}}); len(a.Ratios) != want {
			t.Errorf("%s: %d lines, want %d", filters, len(a.Ratios), want)
		}
		if a := New(s, nil, slices.Repeat([]Headline{{Metric: "query"}}, 9)); len(a.Ratios) != min(9*want, 8) {
			t.Errorf("nine headlines of %s: %d lines", filters, len(a.Ratios))
		}
	}
}

// The best of many is said not to be separated from the next where these two are not, whatever a third
// one is to the next.
func TestNearTheBest(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: strings.Fields("a b c d e"), Epsilons: "0.01", Reps: 8})
	for i := range run.Rows {
		r := &run.Rows[i]
		at := map[string]float64{"b": 1, "c": 2, "d": 2, "e": 3}[r.Filter]
		if at == 0 {
			at = 4
		}
		phase := float64(7 * r.Round)
		if r.Filter == "d" {
			phase = -phase // as long as c in the mean
		}
		r.Value = float64(r.Ops) * at * (1 + 0.01*math.Sin(phase))
	}
	r := New(summarize(t, run), nil, []Headline{{Metric: "query"}}).Ratios[0]
	if r.B != "b" || r.Of != 4 || r.Near != "" {
		t.Errorf("%s of %d is the best, near %q", r.B, r.Of, r.Near)
	}
}

// Rows are shared among figures of forty at most. A group that has no room left begins the next one,
// unless it needs more than one itself; none loses a row.
func TestChunks(t *testing.T) {
	for _, c := range []struct{ rows, want []int }{
		{[]int{30, 10}, []int{40}}, {[]int{30, 11}, []int{30, 11}}, {[]int{30, 8, 20}, []int{38, 20}}, {[]int{39, 2, 38, 1}, []int{39, 40, 1}},
		{[]int{100}, []int{40, 40, 20}}, {[]int{30, 90}, []int{40, 40, 40}}, {nil, nil},
	} {
		var groups []figure.ForestGroup
		for _, n := range c.rows {
			groups = append(groups, figure.ForestGroup{Rows: make([]figure.ForestRow, n)})
		}
		var got []int
		for _, part := range chunks(groups) {
			n := 0
			for _, g := range part {
				n += len(g.Rows)
			}
			got = append(got, n)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("groups of %v rows: figures of %v, want %v", c.rows, got, c.want)
		}
	}
}
