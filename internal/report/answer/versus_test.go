package answer

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// decided is a run of two structures and one metric that was to decide which is faster.
func decided(t *testing.T, m runfolder.Metric) *report.Summary {
	t.Helper()
	run := synthetic.Run(synthetic.Options{Epsilons: "0.001", Reps: 12})
	synthetic.Decided(run, m)
	return summarize(t, run)
}

// The verdict is a line, with the faster structure in front, or with the least difference that
// is excluded, rounded up.
func TestVersusSentence(t *testing.T) {
	query, build := &report.Metric{Definition: metric.Definition{Name: metric.Query}}, &report.Metric{Definition: metric.Definition{Name: metric.Build}}
	ratio := func(m *report.Metric, low, v, high, p float64) *compare.Versus {
		return &compare.Versus{Metric: m, A: "bloom", B: "cuckoo", Rounds: 2, Ratio: compare.Ratio{Value: v, CI: stats.Interval{Low: low, High: high}, P: p}}
	}
	for _, c := range []struct {
		versus *compare.Versus
		want   string
	}{
		{ratio(query, 1/1.77, 1/1.71, 1/1.65, 0), "cuckoo answers 1.71 ± 0.06 times faster than bloom"},
		{ratio(query, 1.65, 1.71, 1.77, 0), "bloom answers 1.71 ± 0.06 times faster than cuckoo"},
		{ratio(query, 1.0033, 1.0041, 1.0049, 0), "bloom answers 0.41 ± 0.08 % faster than cuckoo"},
		{ratio(build, 1.65, 1.71, 1.77, 0), "bloom is 1.71 ± 0.06 times faster than cuckoo"},
		{ratio(query, 0.97, 1, 1.04, 1), "not separated: bloom and cuckoo differ by less than 4 %"},
		{ratio(query, 0.9, 1, 1.0312, 1), "not separated: bloom and cuckoo differ by less than 12 %"},
		{ratio(query, 0.5, 1.1, 2.34, 1), "not decided: after 2 rounds bloom and cuckoo may still differ by a factor of 2.4; want a longer --time"},
		{ratio(query, 0.5, 1.1, math.Inf(1), 1), "not decided: after 2 rounds bloom and cuckoo may still differ by any factor; want a longer --time"},
		{ratio(query, 1, 1, 1, 1), "not separated: bloom and cuckoo differ by less than 0 %"},
	} {
		if got := versus(c.versus); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The line says at which sizes and rates it holds, and the other outputs have its interval.
func TestVersusOfARun(t *testing.T) {
	s := decided(t, metric.Query)
	line, more, err := Versus(s)
	if err != nil || !strings.HasSuffix(line, " (query, ε = 0.1 %)") || !strings.Contains(strings.Join(more, "; "), "99.2 % interval; 12 rounds; result examined 2 of at most 3 times") {
		t.Errorf("%v: %s %q", err, line, more)
	}
	a := New(s, nil, []Headline{{Metric: metric.Build}})
	v, err := compare.VersusOf(s)
	if err != nil || len(a.Ratios) != 1 || a.Ratios[0].CI != v.CI {
		t.Errorf("%v: the answer has %+v, the verdict %+v", err, a.Ratios, v)
	}
	if got := strings.Join(strings.Fields(text(t, a.Page(1))), " "); !strings.Contains(got, "99.2 % interval") || strings.Contains(got, "95 %") {
		t.Errorf("the answer names another interval:\n%s", got)
	}
	if list := Forests(s, nil, nil); len(list) != 1 {
		t.Errorf("%d figures", len(list))
	} else {
		said := drawn(t, list[0], s)
		for _, want := range []string{"99.2 % interval", "ε = 0.1 %", "bloom", "cuckoo"} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in the figure: %s", want, said)
			}
		}
	}
}

// drawn is the text of a figure.
func drawn(t *testing.T, f figure.Figure, s *report.Summary) string {
	t.Helper()
	d, err := f.Drawn(s, bilingual.English)
	if err != nil {
		t.Fatal(err)
	}
	svg, _, err := d.Picture(figure.Label{ID: f.ID, Title: f.Title.EN})
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

// The ratios of all headlines that are times are one figure, those of many structures more than
// one; each is that of the answer. A run without pairs of times has none.
func TestForests(t *testing.T) {
	headlines := []Headline{{Metric: "hyphenate", To: "none"}, {Metric: metric.Bits}, {Metric: "query"}, {Metric: "absent"}}
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	if list := Forests(s, headlines, nil); len(list) != 1 || list[0].ID != "forest" {
		t.Fatalf("%+v", list)
	}
	a := New(s, nil, headlines)
	want := map[string]float64{}
	for _, r := range a.Ratios {
		if r.Metric.Timed() {
			want[string(r.Metric.Name)+r.B] = r.Value
		}
	}
	seen := 0
	for _, h := range headlines {
		groups, _ := h.groups(s, nil)
		for _, g := range groups {
			for i, r := range g.Rows {
				if v, ok := want[string(g.Metric)+r.Structure]; !ok || v != r.Value {
					t.Errorf("%s of %s: %v, the answer has %v", g.Metric, r.Structure, r.Value, v)
				}
				if i > 0 && r.Value < g.Rows[i-1].Value {
					t.Errorf("%s: %v behind %v", g.Metric, r.Value, g.Rows[i-1].Value)
				}
				seen++
			}
		}
	}
	if seen != len(want) || seen != 3 {
		t.Errorf("%d ratios, the answer has %v", seen, want)
	}
	// What is not separated, although its interval excludes 1, has a mark, and the sentence its reason.
	query := s.Metric("query")
	claimed := claim.Result{Claim: claim.Claim{ID: "T7"}, P: 0.5}
	claimed.Pairs = []claim.Pair{{A: "cuckoo", B: "bloom", Metric: "query"}}
	for _, c := range query.Cells {
		if c.Filter == "cuckoo" {
			claimed.Pairs[0].At = append(claimed.Pairs[0].At, c.Point)
		}
	}
	open := Headline{Metric: "query"}
	groups, _ := open.groups(s, []claim.Result{claimed})
	if said := New(s, []claim.Result{claimed}, []Headline{open}); !marked(groups[0].Rows[0]) || !strings.HasSuffix(said.sentence(said.Ratios[0]), ", p = 0.500 after Holm for the claims beside T7") {
		t.Errorf("%+v; %s", groups, said.sentence(said.Ratios[0]))
	}
	if groups, _ := open.groups(s, nil); marked(groups[0].Rows[0]) {
		t.Errorf("separated: %+v", groups)
	}
	many := strings.Fields("map gcs bloom blocked cuckoo xor fuse ribbon quotient prefix counting stacked twoblock splitblock register scalable dynamic")
	large := summarize(t, synthetic.Run(synthetic.Options{Filters: many, Epsilons: "0.01,0.1", Reps: 6}))
	list := Forests(large, headlines[:1], nil)
	if len(list) != 1 {
		t.Errorf("%d figures of %d structures", len(list), len(many))
	}
	list = Forests(large, []Headline{{Metric: "hyphenate"}, {Metric: "query"}, {Metric: "init"}}, nil)
	if len(list) != 2 || list[1].ID != "forest-2" {
		t.Errorf("%d figures of 48 rows", len(list))
	}
	list = Forests(summarize(t, synthetic.Run(synthetic.Options{Filters: many[:15], Epsilons: "0.01,0.1", Reps: 6})), []Headline{{Metric: "hyphenate"}, {Metric: "query"}, {Metric: "init"}, {Metric: "build"}, {Metric: "init", To: "none"}, {Metric: "hyphenate", To: "none"}}, nil)
	if len(list) != mostFigures {
		t.Errorf("%d figures of 84 rows", len(list))
	}
	for design, options := range map[string]synthetic.Options{runfolder.AsThesis: {Epsilons: "0.01", Reps: 6}, runfolder.Interleaved: {Filters: []string{"bloom"}, Epsilons: "0.01", Reps: 6}} {
		run := synthetic.Run(options)
		run.Meta.Design = design
		if list := Forests(summarize(t, run), []Headline{{Metric: "query"}}, nil); list != nil {
			t.Errorf("%s, %v: %d figures", design, options.Filters, len(list))
		}
	}
}
