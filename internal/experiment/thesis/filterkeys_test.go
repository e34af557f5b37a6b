package thesis

import (
	"slices"
	"testing"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

func TestFilterKeys(t *testing.T) {
	list := []knuthliang.Exception{
		{Word: "academy", Breaks: []int{4, 5}}, {Word: "areas"}, {Word: "évêque", Breaks: []int{1, 3}},
	}
	for filled, want := range map[string][]string{
		keysPlain:      {"academy", "areas", "évêque"},
		keysHyphenated: {"acad‧e‧my", "areas", "é‧vê‧que"},
	} {
		if got := (&bench{filled: filled}).filterKeys(&corpus.Hyphenation{Exceptions: list}).All(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", filled, got, want)
		}
	}
	if list[0].Word != "academy" || len(list[2].Breaks) != 2 {
		t.Error("the exceptions were changed")
	}
}

// The structures that reproduce the library run with the faults that they
// declare, and with no other result.
func TestHistoricalFilters(t *testing.T) {
	b := prepared(t, "--eps=0.01,0.2", "--reps=2", "--filter=npm-bloom,npm-cuckoo")
	others := experimenttest.Timed(Init, metric.Build, metric.Query, QueryFull)
	rows, err := carriedOut(t, experimenttest.Omit(b, others))
	if err != nil {
		t.Fatal(err)
	}
	want := map[runfolder.Cell]float64{}
	for _, s := range stepsOf(b, 0) {
		if s.Cell.Metric == metric.FalseNegatives && s.Cell.Filter != NoFilter {
			want[s.Cell] = map[string]float64{"npm-bloom0.01": 0, "npm-bloom0.2": 0, "npm-cuckoo0.01": 537, "npm-cuckoo0.2": 372}[s.Cell.Filter+string(s.Cell.Point)]
		}
	}
	if len(want) != 4 {
		t.Fatalf("%d cells count denied keys, want 4", len(want))
	}
	for _, r := range rows {
		if n, ok := want[r.Cell()]; ok && r.Value != n {
			t.Errorf("%s at %s denies %v keys, want %v", r.Filter, r.Point, r.Value, n)
		}
	}
}
