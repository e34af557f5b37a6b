package headline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

func TestCount(t *testing.T) {
	got := Count([]claim.Result{{Verdict: claim.NotTested}, {Verdict: claim.Supported}, {Verdict: claim.NotTested}, {Verdict: claim.Inconclusive}})
	if want := []Tally{{claim.Supported, 1}, {claim.Inconclusive, 1}, {claim.NotTested, 2}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestWords(t *testing.T) {
	yes := true
	ratio := func(value, low, high, p float64) Ratio {
		return Ratio{To: "bloom", a: "cuckoo", b: "bloom", Pooled: compare.Pooled{Filter: "cuckoo", Ratio: compare.Ratio{Value: value, CI: stats.Interval{Low: low, High: high}, P: p}}}
	}
	withheld, below := ratio(0.5, 0.4, 0.6, 0.001), ratio(1.1, 1.08, 1.12, 0.001)
	withheld.Withheld, below.Below = true, &yes
	for want, r := range map[string]Ratio{
		"cuckoo 1.0246 ± 0.0027 times faster than bloom":                  ratio(0.976, 0.9734, 0.9786, 0.0001),
		"cuckoo 2.4040 ± 0.0052 times slower than bloom":                  ratio(2.404, 2.3988, 2.4092, 0.0001),
		"cuckoo 6.4 [3.3, 12.4] times slower than bloom":                  ratio(6.4, 3.3, 12.4, 0.01),
		"cuckoo 2 times faster than bloom":                                ratio(0.5, math.NaN(), math.NaN(), 0.01),
		"cuckoo and bloom: not separated":                                 ratio(1.5, 1.4, 1.6, 0.06),
		"cuckoo and bloom: withheld":                                      withheld,
		"cuckoo 1.100 ± 0.020 times slower than bloom (below resolution)": below,
	} {
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The ratios are those to the baseline and to the first structure, as compare
// has them.
func TestOf(t *testing.T) {
	s, err := report.Summarize(synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1,0.2", Reps: 5}), synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	list := Of(s, nil)
	if len(list) != 2 || list[0].To != "none" || list[1].To != "bloom" {
		t.Fatalf("%+v", list)
	}
	c, err := compare.Filters(s, "bloom", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			if r := list[1].List[n]; r.Metric != m.Name || r.Pooled != p {
				t.Errorf("%+v, want %+v of %s", r, p, m.Name)
			}
			n++
		}
	}
	if n == 0 || n != len(list[1].List) {
		t.Errorf("%d ratios, want %d", len(list[1].List), n)
	}
	i := slices.IndexFunc(list[1].List, func(r Ratio) bool { return r.Metric == metric.Query })
	if i < 0 || !strings.Contains(list[1].List[i].String(), " than bloom") && !strings.Contains(list[1].List[i].String(), "not separated") {
		t.Errorf("%+v", list[1].List)
	}
}

// A run without times has no ratios.
func TestNoTimes(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 2})
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Unit == runfolder.Nanoseconds })
	s, err := report.Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	if list := Of(s, nil); list != nil {
		t.Errorf("%+v", list)
	}
}
