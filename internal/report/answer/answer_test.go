package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	s, err := report.Summarize(run, metric.Glossary{Title: "a filter in front of a store (Silva 2022)", Baselines: map[string]string{"none": "no filter (exact map alone)"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdicts are results with statements of their own.
func verdicts(kinds ...claim.Verdict) (list []claim.Result) {
	for i, v := range kinds {
		id := string(rune('A' + i))
		list = append(list, claim.Result{Claim: claim.Claim{ID: id, Statement: "statement " + id}, Verdict: v})
	}
	return list
}

func text(t *testing.T, p table.Page) string {
	t.Helper()
	var b strings.Builder
	if err := table.Write(&b, p, table.Text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An answer has a tally, a line for each claim that was tested, as far as there is
// room, and one for each headline.
func TestAnswer(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	a := New(s, verdicts(claim.Inconclusive, claim.Supported, claim.NotTested, claim.Contradicted, claim.Supported),
		[]Headline{{Metric: "hyphenate", To: "none"}, {Metric: "hyphenate"}, {Metric: "absent"}})
	got := text(t, a.Page(3))
	for _, want := range []string{
		"thesis: a filter in front of a store\n", "bloom, cuckoo, 2 values of ε, 6 repetitions",
		"\n5 claims: 2 supported, 1 contradicted, 1 inconclusive, 1 not tested\n",
		"supported     B  statement B\n", "contradicted  D  statement D\n", "  and 1 more\n",
		" % slower than no filter\n", " % slower than bloom\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, unwanted := range []string{"statement A", "statement C", "absent", "Silva"} {
		if strings.Contains(got, unwanted) {
			t.Errorf("%q in\n%s", unwanted, got)
		}
	}
	if len(a.Ratios) != 3 {
		t.Errorf("%d ratios, want two structures to no filter and cuckoo to bloom: %+v", len(a.Ratios), a.Ratios)
	}
	// What could not fail is no answer, and is counted apart.
	if got := text(t, New(s, verdicts(claim.Supported, claim.ByConstruction, claim.ByConstruction), nil).Page(9)); !strings.Contains(got, "\n1 claims: 1 supported; 2 by construction\n") || strings.Contains(got, "statement B") {
		t.Errorf("claims that could not fail:\n%s", got)
	}
	few := slices.Repeat([]claim.Verdict{claim.NotTested}, 18)
	if got := text(t, New(s, verdicts(append(few, claim.Supported, claim.Contradicted)...), nil).Page(0)); !strings.Contains(got, "\n2 of 20 claims tested: 1 supported, 1 contradicted\n") {
		t.Errorf("few claims tested:\n%s", got)
	}
	if got := text(t, a.Page(9)); !strings.Contains(got, "inconclusive") || strings.Contains(got, "more\n") {
		t.Errorf("with room for all claims:\n%s", got)
	}
}

// The ratios are those that compare prints.
func TestRatiosAreThoseOfCompare(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	for _, to := range []string{"", "none"} {
		c, err := compare.Filters(s, to, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, p := map[string]float64{}, map[string]float64{}
		for _, m := range c.Metrics {
			for _, r := range m.Pooled {
				want[string(m.Name)+" "+r.Filter], p[string(m.Name)+" "+r.Filter] = r.Value, r.P
			}
		}
		for _, r := range New(s, nil, []Headline{{Metric: "init", To: to}, {Metric: "hyphenate", To: to}}).Ratios {
			if v, ok := want[string(r.Metric.Name)+" "+r.B]; !ok || v != r.Value {
				t.Errorf("%s of %s to %q is %v, compare has %v", r.Metric.Name, r.B, to, r.Value, v)
			}
			if now := p[string(r.Metric.Name)+" "+r.B]; now != r.P { // of one family
				t.Errorf("%s of %s to %q has p = %v, compare %v", r.Metric.Name, r.B, to, r.P, now)
			}
		}
	}
}

// Where a structure lacks points the rows of the table are over those that all have, ratios to no
// filter too; a sentence over more points says so.
func TestPointsOfRatios(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.05,0.1", Reps: 6})
	last := run.Meta.Axes[0].Values[2]
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Filter == "xor" && r.Point.Value(0) == last })
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Point.Value(0) == last {
			r.Value *= 2
		}
	}
	a := New(summarize(t, run), nil, []Headline{{Metric: "hyphenate", To: "none"}, {Metric: "hyphenate"}})
	const fewer = "of the 2 points that all structures have (some have 3)"
	if p := a.Page(0); !slices.Contains(p.Tables[0].Lines, "times in the table: "+fewer) || !strings.HasSuffix(p.Tables[1].Notes[0], ", "+fewer) {
		t.Errorf("above the table %q, below it %q: want %q", p.Tables[0].Lines, p.Tables[1].Notes, fewer)
	}
	whole := New(summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05,0.1", Reps: 6})), nil, []Headline{{Metric: "hyphenate", To: "none", Note: "what they are"}})
	if p := whole.Page(0); len(p.Tables[0].Lines) != 1 || !strings.HasSuffix(p.Tables[1].Notes[0], ", of 3 points") || !slices.Contains(p.Tables[1].Notes, "what they are") {
		t.Errorf("above the table %q, below it %q", p.Tables[0].Lines, p.Tables[1].Notes)
	}
	_, ratios := a.toBaseline()
	levels, _ := compare.Levels(a.Summary, "hyphenate")
	time := map[string]float64{}
	for _, l := range levels {
		time[l.Filter] = l.Value
	}
	for _, r := range a.Ratios {
		if want := map[bool]int{true: 3, false: 0}[r.B != "xor"]; r.Points != want {
			t.Errorf("%s to %s is over %d points, want %d", r.B, r.A, r.Points, want)
		}
		if said := strings.HasSuffix(a.sentence(r), " (of 3 points)"); said != (r.B != "xor") {
			t.Errorf("%q", a.sentence(r))
		}
		if got, want := ratios[r.B].Value, time[r.B]/time["none"]; math.Abs(got/want-1) > 0.02 {
			t.Errorf("%s to no filter is %v, its time that of no filter times %v", r.B, got, want)
		}
	}
}

// The ratios of a screen have ±, or all both ends of their intervals where ± would mislead for one;
// beside a column of intervals the words have none.
func TestIntervalsOfAScreen(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	ratio := func(v, low, high float64) Ratio {
		return Ratio{Metric: s.Metric("query"), A: "bloom", B: "cuckoo", Ratio: compare.Ratio{Value: v, CI: stats.Interval{Low: low, High: high}}}
	}
	even, uneven := ratio(1.53, 1.49, 1.57), ratio(6.4, 3.3, 12.4)
	for _, c := range []struct {
		ratios    []Ratio
		say, bare string
	}{
		{[]Ratio{even}, "cuckoo 1.53 ± 0.04 times slower than bloom", "cuckoo 1.53 times slower than bloom"},
		{[]Ratio{even, uneven}, "cuckoo 1.530 [1.490, 1.570] times slower than bloom", "cuckoo 1.53 times slower than bloom"},
	} {
		a := &Answer{Summary: s, Ratios: c.ratios}
		a.alignIntervals()
		if say, bare := a.sentence(even), a.Say(even); say != c.say || bare != c.bare {
			t.Errorf("%d ratios: %q, %q", len(c.ratios), say, bare)
		}
	}
}

// Where a run has two clocks, the head of each column or table of times names its own.
func TestClocks(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6})
	wall := text(t, New(summarize(t, run), nil, nil).Page(0))
	for i := range run.Rows {
		if row := &run.Rows[i]; row.Timed() {
			row.CPU = int64(row.Value / 2)
		}
	}
	s := summarize(t, run)
	c, err := compare.Filters(s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	titles := c.Tables()[1].Title + "; " + s.Tables()[0].Title + "; " + strings.Join(New(s, nil, nil).structures().Columns, ",")
	for _, want := range []string{", CPU time; ", ", wall time; ", "init CPU ms"} {
		if !strings.Contains(titles, want) {
			t.Errorf("no %q in %q", want, titles)
		}
	}
	if strings.Contains(wall, "CPU") {
		t.Errorf("one clock:\n%s", wall)
	}
}

// A run whose experiment has no headlines, such as an unknown one, has those of
// its times; what is no time is compared on demand.
func TestUsualHeadlines(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	a := New(s, nil, nil)
	if len(a.Ratios) < 3 || a.Ratios[0].A != "none" {
		t.Errorf("%+v", a.Ratios)
	}
	for _, r := range a.Ratios {
		if !r.Metric.Timed() {
			t.Errorf("%s is no time", r.Metric.Name)
		}
	}
	sizes := New(s, nil, []Headline{{Metric: metric.Bits}})
	if got := text(t, sizes.Page(1)); !strings.Contains(got, "than bloom") && !strings.Contains(got, "not separated") || strings.Contains(got, "faster") {
		t.Errorf("sizes:\n%s", got)
	}
	// A size ranks structures, with its rate beside, before times.
	ranked := New(s, nil, []Headline{{Metric: metric.Bits, Rate: metric.FalsePositives}, {Metric: "build"}}).structures()
	if got := strings.Join(ranked.Columns, ","); got != "structure,bits,fp words,build µs,rank" || ranked.Rows[0][0] != "bloom" || ranked.Rows[0][4] != "1.00" ||
		!strings.Contains(strings.Join(ranked.Notes, ";"), "to the best: bits") || strings.Contains(strings.Join(ranked.Notes, ";"), "bits, build") {
		t.Errorf("ranked by size: %q, %q, %q", got, ranked.Rows, ranked.Notes)
	}
	if got := text(t, New(s, nil, []Headline{{Metric: "absent"}}).Page(1)); strings.Contains(got, "compare") || strings.Contains(got, "claims") {
		t.Errorf("a run without claims and ratios:\n%s", got)
	}
}

// Of many structures the best one is named.
func TestManyStructures(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: strings.Fields("map gcs bloom blocked cuckoo"), Epsilons: "0.01,0.1", Reps: 6}))
	a := New(s, nil, []Headline{{Metric: "query"}})
	if len(a.Ratios) != 1 || a.Ratios[0].Of != 4 {
		t.Fatalf("%+v", a.Ratios)
	}
	if got := a.sentence(a.Ratios[0]); !strings.Contains(got, " (fastest of 4)") {
		t.Error(got)
	}
	// The fastest of two that are not separated is the other one in another run.
	a = New(summarize(t, synthetic.Run(synthetic.Options{Filters: strings.Fields("map gcs bloom blocked cuckoo"), Epsilons: "0.01,0.1", Reps: 2})), nil, []Headline{{Metric: "query"}})
	if r := a.Ratios[0]; r.Near == "" || !strings.Contains(a.sentence(r), " (fastest of 4, not separated from "+r.Near+")") {
		t.Errorf("%+v: %s", r, a.sentence(r))
	}
}

// Of many structures one alone is compared where the headline names it.
func TestOneOfMany(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: strings.Fields("map gcs bloom blocked cuckoo"), Epsilons: "0.01,0.1", Reps: 6}))
	headlines := []Headline{{Metric: "query", To: "bloom", Of: "cuckoo"}, {Metric: "query", To: "bloom", Of: "absent"}}
	if a := New(s, nil, headlines); len(a.Ratios) != 1 || a.Ratios[0].A != "bloom" || a.Ratios[0].B != "cuckoo" || a.Ratios[0].Of != 0 {
		t.Errorf("%+v", a.Ratios)
	}
	if list, _ := headlines[0].groups(s, nil); len(list) != 1 || len(list[0].Rows) != 1 {
		t.Errorf("%+v", list)
	}
}

// Ratios in words, in the direction that reads best.
func TestSentence(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	a := New(s, nil, nil)
	a.ends = false
	time, size := s.Metric("query"), s.Metric(metric.Bits)
	ratio := func(m *report.Metric, v, low, high, p float64) Ratio {
		return Ratio{Metric: m, A: "bloom", B: "cuckoo", For: "12 comparisons", Ratio: compare.Ratio{Value: v, CI: stats.Interval{Low: low, High: high}, P: p}}
	}
	for _, c := range []struct {
		ratio Ratio
		want  string
	}{
		{ratio(time, 0.976, 0.9734, 0.9786, 0), "cuckoo 2.4 ± 0.3 % faster than bloom"},
		{ratio(time, 1.0041, 1.0033, 1.0049, 0), "cuckoo 0.41 ± 0.08 % slower than bloom"},
		{ratio(time, 0.8, 0.79, 0.81, 0), "cuckoo 1.250 ± 0.016 times faster than bloom"},
		{ratio(time, 0.905, 0.895, 0.915, 0), "cuckoo 1.105 ± 0.013 times faster than bloom"}, // 1.1 times, not 10 %
		{ratio(time, 2.404, 2.3989, 2.4092, 0), "cuckoo 2.404 ± 0.006 times slower than bloom"},
		{ratio(time, 1.05, 0.77, 1.43, 0.5), "cuckoo, bloom not separated: ratio 1.05 [0.77, 1.43]"},
		{ratio(time, 0.28, 0.14, 0.56, 0.077), "cuckoo, bloom not separated: ratio 0.28 [0.14, 0.56], p = 0.077 after Holm for 12 comparisons"},
		{ratio(size, 0.5, 0.5, 0.5, 0), "cuckoo 2 times smaller than bloom"},
		{ratio(size, 1.25, 1.24, 1.26, 0), "cuckoo 1.250 ± 0.010 times larger than bloom"},
	} {
		if got := a.sentence(c.ratio); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The design that measures structure after structure has no order of them.
func TestWithheld(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6})
	run.Meta.Design = runfolder.AsThesis
	a := New(summarize(t, run), nil, nil)
	if got := text(t, a.Page(1)); len(a.Ratios) != 0 || !strings.Contains(got, "is withheld") {
		t.Errorf("%+v\n%s", a.Ratios, got)
	}
}

// Of a run on several machines sizes have their ratios as in one piece, and a ratio that
// cannot be had is said to be missing, with the reason, once.
func TestAnswerOfMachines(t *testing.T) {
	headlines := []Headline{{Metric: metric.Bits}, {Metric: "query"}, {Metric: "hyphenate"}}
	on := []synthetic.On{{}, {}, {}}
	three := New(summarize(t, synthetic.Machines(synthetic.Options{Epsilons: "0.01,0.1", Reps: 36}, on...)), nil, headlines)
	if len(three.Ratios) != 3 || three.Lost != nil {
		t.Errorf("three machines: %+v, %q", three.Ratios, three.Lost)
	}
	two := New(summarize(t, synthetic.Machines(synthetic.Options{Epsilons: "0.01,0.1", Reps: 36}, on[:2]...)), nil, headlines)
	got := strings.Join(strings.Fields(text(t, two.Page(1))), " ")
	if len(two.Ratios) != 1 || strings.Count(got, "No ratio: 2 machines are side by side and not pooled") != 1 {
		t.Errorf("two machines: %+v in %s", two.Ratios, got)
	}
}

// Verdicts that were decided have room before those that were not, and all keep their order; the first
// three notes have a line, and the others are counted.
func TestFirstVerdictsAndNotes(t *testing.T) {
	a := &Answer{}
	for i, v := range []claim.Verdict{claim.Inconclusive, claim.Supported, claim.NotTested, claim.Contradicted, claim.Inconclusive, claim.ByConstruction, claim.Supported} {
		a.Verdicts = append(a.Verdicts, claim.Result{Claim: claim.Claim{ID: string(rune('a' + i))}, Verdict: v})
	}
	for room, want := range map[int]string{0: " 5", 2: "bd 3", 4: "abdg 1", 9: "abdeg 0"} {
		list, left := a.first(room)
		got := ""
		for _, r := range list {
			got += r.ID
		}
		if got = fmt.Sprint(got, " ", left); got != want {
			t.Errorf("room for %d: %q, want %q", room, got, want)
		}
	}
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2}))
	s.Meta.Notes = []string{"one; more", "two", "three", "four", "five"}
	doubts := New(s, nil, []Headline{{Metric: "query"}}).doubts()
	var notes []string
	for _, row := range doubts.Rows {
		if row[0] == "note" {
			notes = append(notes, row[1])
		}
	}
	if !slices.Equal(notes, []string{"one", "two", "three"}) || !slices.Equal(doubts.Notes, []string{"and 2 more notes: -v"}) {
		t.Errorf("%q, %q", notes, doubts.Notes)
	}
}
