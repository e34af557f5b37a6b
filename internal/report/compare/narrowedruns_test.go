package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/selection"
)

// view sums up what conditions select of a run.
func view(t *testing.T, run *runfolder.Run, by report.Statistic, conditions ...string) *report.Narrowed {
	t.Helper()
	var s selection.Selection
	for _, c := range conditions {
		if err := s.Where(c); err != nil {
			t.Fatal(err)
		}
	}
	n, err := report.View{Selection: &s, By: by}.Sum(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What is looked at changes no p: a ratio alone has the one that it has among all.
func TestSeenKeepsTheFamily(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.05", Reps: 10})
	whole, err := SeenFilters(view(t, run, report.Means), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := SeenFilters(view(t, run, report.Means, "metric=query", "filter=cuckoo"), "bloom", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Metrics) != 1 || len(c.Metrics[0].Pooled) != 1 || len(c.Metrics[0].Cells) != 2 {
		t.Fatalf("%+v", c.Metrics)
	}
	if got, want := pooledOf(t, c, "query", "cuckoo"), pooledOf(t, whole, "query", "cuckoo"); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, among all %+v", got, want)
	}
	if c.Tests != whole.Tests || !strings.Contains(c.How, "1 of the pooled ratios shown, corrected as all") {
		t.Errorf("%d tests, of %d: %s", c.Tests, whole.Tests, c.How)
	}
	other := scaled(run, 1.01)
	all, err := Runs(view(t, run, report.Means).Summary, view(t, other, report.Means).Summary, false)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Seen(view(t, run, report.Means, "filter=xor"), view(t, other, report.Means, "filter=xor"), false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pooledOf(t, two, "init", "xor"), pooledOf(t, all, "init", "xor"); got.P != want.P || len(two.Metrics[0].Pooled) != 1 {
		t.Errorf("%+v, among all %+v", two.Metrics[0].Pooled, want)
	}
	shown := 0
	for _, m := range two.Metrics {
		shown += len(m.Pooled)
	}
	if want := fmt.Sprintf("; %d of the pooled ratios shown", shown); shown < 2 || !strings.Contains(two.How, want) {
		t.Errorf("%q, want %q", two.How, want)
	}
	if notes := strings.Join(two.Notes, "\n"); !strings.Contains(notes, "bits: equal in all 2 cells") {
		t.Errorf("notes of other structures: %s", notes)
	}
}

// The ratios of one metric have the p and the number of tests of all ratios of the run, once
// they are asked for as these; a size keeps its own family. What is 0 at a point has no ratio
// there.
func TestRatiosOfOneMetric(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.05", Reps: 6})
	for i, row := range run.Rows {
		if row.Metric == metric.Bits && row.Filter == "xor" && row.Point == "0.05" {
			run.Rows[i].Value = 0
		}
	}
	s := view(t, run, report.Means).Summary
	all, err := Filters(s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []runfolder.Metric{metric.Query, metric.Bits} {
		c, err := Pool(s, name, "bloom")
		if err != nil {
			t.Fatal(err)
		}
		own := c.Tests
		c.AsRatios(s, nil)
		if name == metric.Bits {
			if got := pooledOf(t, c, "bits", "xor").Cells; got != 1 || pooledOf(t, c, "bits", "cuckoo").Cells != 2 || c.Tests != own {
				t.Errorf("%d cells of bits, %d tests, of its own %d", got, c.Tests, own)
			}
			continue
		}
		if c.Tests != all.Tests || own == all.Tests || pooledOf(t, c, "query", "xor").P != pooledOf(t, all, "query", "xor").P {
			t.Errorf("%d tests, of its own %d, want %d of all ratios", c.Tests, own, all.Tests)
		}
	}
}

// The reference is the first of the structures that are chosen.
func TestReferenceOfThoseChosen(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01", Reps: 4})
	for conditions, want := range map[string]string{"filter=cuckoo,xor": "cuckoo", "filter=xor": "bloom", "metric=query": "bloom"} {
		c, err := SeenFilters(view(t, run, report.Means, conditions), "", nil)
		if err != nil || c.A != want {
			t.Errorf("%s: %v, compared with %+v, want %s", conditions, err, c, want)
		}
	}
	for _, conditions := range []string{"metric=bits", "filter=bloom"} {
		if _, err := SeenFilters(view(t, run, report.Means, conditions), "bloom", nil); err == nil || !strings.Contains(err.Error(), "the selection has no ratio") {
			t.Errorf("%s: %v", conditions, err)
		}
	}
}

// Claims are about all rows: over fewer places no ratio has a claim's p, and that is
// said. Fewer metrics leave them as they are.
func TestClaimsOfAPart(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.05", Reps: 10})
	s := summarize(t, run)
	r, ok := claim.FindRatios(&claim.Data{Summary: s}, "cuckoo", "bloom", "init")
	if !ok {
		t.Fatal("no ratios")
	}
	verdicts := []claim.Result{{Claim: claim.Claim{ID: "T6", Source: "thesis", Section: "5.3"},
		Outcome: claim.Outcome{Pairs: []claim.Pair{{A: "cuckoo", B: "bloom", Metric: "init", At: r.At}}}, P: 0.178, Family: 13}}
	for _, c := range []struct {
		condition string
		claimed   bool
		note      string
	}{
		{"metric=init", true, "init of cuckoo is the ratio of claim T6"},
		{"metric=query", false, ""}, // the claim is about a ratio that is not shown
		{"round=1..9", false, "No p here is that of a claim: hyphbench verify judges claims on all rows."},
		{"eps=1%,2%", false, "over the places and rounds that the run is narrowed to"},
	} {
		compared, err := SeenFilters(view(t, run, report.Means, c.condition), "", verdicts)
		if err != nil {
			t.Fatal(err)
		}
		claimed := false
		for _, m := range compared.Metrics {
			for _, p := range m.Pooled {
				claimed = claimed || p.Claim != "" || p.P == 0.178
			}
		}
		notes := strings.Join(compared.Notes, "\n")
		if claimed != c.claimed || !strings.Contains(notes, c.note) || strings.Contains(notes, "T6") != c.claimed {
			t.Errorf("%s: claimed %v, %q", c.condition, claimed, notes)
		}
	}
}

// By medians the columns of times are medians, and the ratios what they were.
func TestSeenByMedians(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02", Reps: 10})
	means, err := SeenFilters(view(t, run, report.Means), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := view(t, run, report.Medians)
	medians, err := SeenFilters(n, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	a, b := means.Metrics[0].Cells[0], medians.Metrics[0].Cells[0]
	if a.Ratio != b.Ratio || a.A == b.A || b.B != n.Metric(b.Metric).Cell(b.Filter, b.Point).Mean*medians.Metrics[0].Scale.Factor || !b.InB.Contains(b.B) || !(a.InA.Low < a.A && a.A < a.InA.High) {
		t.Errorf("%+v, by medians %+v", a, b)
	}
	if !strings.Contains(medians.How, "the times of bloom and of the filters are medians") || strings.Contains(means.How, "medians") {
		t.Error(medians.How)
	}
}

func TestParseGate(t *testing.T) {
	for text, want := range map[string]Gate{
		"slower>2%":          {Share: 0.02},
		" slower > 2.5 % ":   {Share: 0.025},
		"faster>0%":          {Faster: true},
		"query slower>2%":    {Metric: "query", Share: 0.02},
		"query  faster > 5%": {Metric: "query", Faster: true, Share: 0.05},

		"query of bloom slower>2%": {Metric: "query", Filter: "bloom", Share: 0.02},
		"of bloom slower>2%":       {Filter: "bloom", Share: 0.02},
	} {
		got, err := ParseGate(text)
		if want.text = text; err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "slower", "slower>2", "slower<2%", "slower>x%", "slower>-1%", "slower>1..2%", "a b slower>2%", "query of slower>2%", "query bloom of slower>2%", "queryslower>2%", "faster>100%"} {
		if g, err := ParseGate(text); err == nil {
			t.Errorf("%q: %+v", text, g)
		}
	}
}

// A gate goes by the ends of the intervals that make the statement sure: it is met, excluded, or
// not decided. The ratios that it names are its family.
func TestGates(t *testing.T) {
	ratio := func(value, low, high, p float64) Ratio {
		r := Ratio{Value: value, raw: p}
		r.CI.Low, r.CI.High = low, high
		return r
	}
	c := &Comparison{Meta: &runfolder.Meta{Baselines: []string{"none"}}, Rounds: 10, Metrics: []Metric{
		{Name: "pass", Pooled: []Pooled{{Filter: "bloom", Ratio: ratio(1, 0.99, 1.01, 0.9)}, {Filter: "none", Ratio: ratio(1.05, 1.03, 1.07, 0.001)}}},
		{Name: "init", Pooled: []Pooled{{Filter: "bloom", Ratio: ratio(1.05, 1.03, 1.07, 0.001)}}},
		{Name: "query", Pooled: []Pooled{{Filter: "bloom", Ratio: ratio(0.95, 0.93, 0.97, 0.001)}, {Filter: "cuckoo", Ratio: ratio(0.5, 0.4, 0.6, 0.2)}}},
		{Name: "build", Pooled: []Pooled{{Filter: "bloom", Ratio: ratio(1, 0.8, 1.25, 1)}, {Filter: "cuckoo", Ratio: ratio(1.05, 1.01, 1.09, 0.03)}}},
		{Name: "lists", Pooled: []Pooled{{Filter: "none", Ratio: ratio(1.05, 1.03, 1.07, 0.001)}}},
	}}
	const wide = "build of bloom 1.00 [0.80, 1.25]: up to +25 % cannot be excluded"
	for text, want := range map[string]Judgement{
		"init slower>2%":            {Met: []string{"init of bloom 1.050 [1.030, 1.070]"}},
		"init slower>7%":            {},
		"pass slower>2%":            {},                                                    // a baseline is a control that nobody asked about
		"lists slower>2%":           {Met: []string{"lists of none 1.050 [1.030, 1.070]"}}, // nothing else has it
		"pass of none slower>2%":    {Met: []string{"pass of none 1.050 [1.030, 1.070]"}},
		"init slower>5%":            {Undecided: []string{"init of bloom 1.050 [1.030, 1.070]: up to +7 % cannot be excluded; the change is near 5 %, so more repetitions may not decide"}},
		"init faster>0%":            {},
		"query slower>0%":           {},
		"query of bloom faster>2%":  {Met: []string{"query of bloom 0.950 [0.930, 0.970]"}},
		"query of bloom faster>4%":  {Undecided: []string{"query of bloom 0.950 [0.930, 0.970]: down to −7 % cannot be excluded; the change is near 4 %, so more repetitions may not decide"}},
		"query of bloom faster>8%":  {},
		"query faster>2%":           {Met: []string{"query of bloom 0.950 [0.930, 0.970]"}, Undecided: []string{"query of cuckoo 0.50 [0.40, 0.60]: down to −60 % cannot be excluded; about 1,007 repetitions would decide 2 %"}},
		"build of bloom slower>25%": {},
		"build of bloom slower>10%": {Undecided: []string{wide + "; about 55 repetitions would decide 10 %"}},
		"build of bloom slower>0%":  {Undecided: []string{wide}},
		"build of cuckoo slower>0%": {Met: []string{"build of cuckoo 1.050 [1.010, 1.090]"}},
		// Of two tests, p = 0.03 separates nothing.
		"build slower>0%": {Undecided: []string{wide, "build of cuckoo 1.050 [1.010, 1.090]: up to +9 % cannot be excluded"}},
	} {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		if j, err := c.Judge(g); err != nil || !slices.Equal(j.Met, want.Met) || !slices.Equal(j.Undecided, want.Undecided) {
			t.Errorf("%s: %+v, %v, want %+v", text, j, err, want)
		}
	}
	for says, g := range map[string]Gate{
		`no time of "inot" is compared: want one of init, pass`:            {Metric: "inot"},
		`no time of the structure "blom" is compared: want one of bloom`:   {Filter: "blom"},
		`no time of the structure "cuckoo" is compared: want one of bloom`: {Metric: "init", Filter: "cuckoo"},
	} {
		if _, err := c.Judge(g); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
	c.Withheld = true
	if _, err := c.Judge(Gate{}); err == nil || !strings.Contains(err.Error(), "withholds slower and faster") {
		t.Error(err)
	}
}

// The tables of a part say what it is, and have no other metric.
func TestWriteSeen(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02", Reps: 4})
	c, err := SeenFilters(view(t, run, report.Means, "metric=query", "eps=1%"), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for f, gone := range map[table.Format]string{table.Text: "hyphenate —", table.Markdown: "hyphenate —", table.CSV: "hyphenate", table.JSON: `"name": "hyphenate"`} {
		var b strings.Builder
		if err := Write(&b, c, f); err != nil || strings.Contains(b.String(), gone) || !strings.Contains(b.String(), "query") {
			t.Errorf("%s: %v\n%s", f, err, b.String())
		}
		if f != table.CSV && !strings.Contains(b.String(), "to metric = query; ε = 1 %") {
			t.Errorf("%s does not say what it is narrowed to:\n%s", f, b.String())
		}
	}
}
