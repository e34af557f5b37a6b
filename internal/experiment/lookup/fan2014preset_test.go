package lookup

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// fanTable is a run of the preset with the numbers that the claims want.
func fanTable(t *testing.T) *runfolder.Run {
	t.Helper()
	run := planned(t, "--preset=fan2014", "--quick")
	for i := range run.Rows {
		r := &run.Rows[i]
		value := map[runfolder.Metric]map[string]float64{
			FullBits:     {cuckoo: 12.60, semisort: 12.59},
			BitsPerKey:   {cuckoo: 12.78, semisort: 12.78, bloom: 12.93, dleft: 21.33},
			Admitted:     {cuckoo: 0.0018, semisort: 0.0009, bloom: 0.002, dleft: 0.00146},
			metric.Build: {cuckoo: 100, semisort: 143},
			metric.Query: {cuckoo: 20, bloom: 25, quotient: 40},
		}[r.Metric][r.Filter]
		if value != 0 {
			r.Value = value * (1 + 1e-6*math.Sin(float64(i)))
		}
		switch r.Metric {
		case Admitted:
			r.Unit = "1"
		case FullBits:
			r.Unit = "bits"
		}
	}
	return run
}

// The claims on the table hold where its numbers are measured, turn at their margins, say
// at which size they were judged, and are of no other run.
func TestFanClaims(t *testing.T) {
	run := fanTable(t)
	judge := func(rows []runfolder.Row) map[string]claim.Result {
		of := *run
		of.Rows = rows
		results := map[string]claim.Result{}
		for _, r := range claim.Evaluate(experimenttest.Summary(t, New(), &of), slices.DeleteFunc(claims(), func(c claim.Claim) bool { return c.Source != "Fan et al. 2014" })) {
			results[r.ID] = r
		}
		return results
	}
	for id, r := range judge(run.Rows) {
		if r.Verdict != claim.Supported || !r.Holds {
			t.Errorf("%s: %s (%s)", id, r.Verdict, r.Why)
		}
		if !strings.Contains(r.Detail, "n = 984,375: a cuckoo filter takes 1.5 MiB here, and 192 MiB in the article") {
			t.Errorf("%s does not say its size: %q", id, r.Detail)
		}
	}
	for _, c := range []struct {
		id, filter string
		metric     runfolder.Metric
		value      float64
		want       claim.Verdict
	}{
		{"F1", cuckoo, FullBits, 12.75, claim.Contradicted},
		{"F1", cuckoo, FullBits, 12.70, claim.Supported},
		{"F2", semisort, FullBits, 12.75, claim.Contradicted},
		{"F3", semisort, Admitted, 0.0010, claim.Contradicted},
		{"F3", semisort, Admitted, 0.00083, claim.Supported},
		{"F3", semisort, Admitted, 0.0008, claim.Contradicted},
		{"F4", semisort, metric.Build, 99, claim.Contradicted},
		{"F4", semisort, metric.Build, 102, claim.Supported},
		{"F5", semisort, metric.Build, 110, claim.Contradicted},
		{"F5", semisort, metric.Build, 175, claim.Contradicted},
		{"F6", bloom, BitsPerKey, 12.5, claim.Contradicted},
		{"F6", bloom, Admitted, 0.0015, claim.Contradicted},
		{"F7", bloom, metric.Query, 20.1, claim.Contradicted},
		{"F8", quotient, metric.Query, 25.1, claim.Contradicted},
		{"F9", dleft, BitsPerKey, 16, claim.Contradicted},
		{"F9", dleft, BitsPerKey, 25, claim.Contradicted},
		{"F9", dleft, Admitted, 0, claim.NotTested},
	} {
		rows := slices.Clone(run.Rows)
		for i := range rows {
			if r := &rows[i]; r.Filter == c.filter && r.Metric == c.metric {
				r.Value = c.value * (1 + 1e-6*math.Sin(float64(i)))
			}
		}
		if r := judge(rows)[c.id]; r.Verdict != c.want {
			t.Errorf("%s with %s of %s = %v: %s, want %s (%s)", c.id, c.metric, c.filter, c.value, r.Verdict, c.want, r.Why)
		}
	}
	experimenttest.Draw(t, New(), run)
	delete(run.Meta.Parameters, "preset")
	for id, r := range judge(run.Rows) {
		if r.Verdict != claim.NotTested || !strings.Contains(r.Why, "--preset=fan2014") {
			t.Errorf("%s on another run: %s (%s)", id, r.Verdict, r.Why)
		}
	}
}

// The preset measures each structure at its one rate, and nothing that is not in the
// table or asked for beside it; what is given stands above it.
func TestPreset(t *testing.T) {
	b := prepared(t, "--preset=fan2014")
	if notes := strings.Join(b.Notes, " "); !strings.Contains(notes, "This run repeats Table 3 of Fan et al. 2014 with n = 31,500,000: a cuckoo filter takes 48 MiB here, and 192 MiB in the article.") {
		t.Errorf("notes %q", notes)
	}
	if got := b.Work.Sizes(); !slices.Equal(got, []int{31_500_000}) || len(b.x.filters.Structures) != 6 || b.Rounds(got[0]) != 3 {
		t.Errorf("n %v, %d structures, %d rounds", got, len(b.x.filters.Structures), b.Rounds(got[0]))
	}
	if got := presetText(126_000_000); got != "n = 126,000,000: a cuckoo filter takes 192 MiB" {
		t.Errorf("the whole table is %q", got)
	}
	if got := presetText(31_500_000); got != "n = 31,500,000: a cuckoo filter takes 48 MiB here, and 192 MiB in the article" {
		t.Errorf("a quarter of the table is %q", got)
	}
	if p := b.newPrediction(); p.largest != 7_875_000 {
		t.Errorf("the prediction measures %d keys", p.largest)
	}
	rates := map[string]string{}
	for step := range b.Plan(0).All() {
		if rate := step.Cell.Point.Value(placeEpsilon); !baseline(step.Cell.Filter) {
			if old := rates[step.Cell.Filter]; old != "" && old != rate || rate == "" {
				t.Errorf("%s at %s and %s", step.Cell.Filter, old, rate)
			}
			rates[step.Cell.Filter] = rate
		}
		switch m := step.Cell.Metric; m {
		case metric.Build, BitsPerKey, FullBits, Admitted, metric.Query, Latency, Many:
		default:
			t.Errorf("the preset measures %s", m)
		}
	}
	if rates[semisort] != "0.001" || rates[cuckoo] != "0.002" || rates[dleft] != "0.002" {
		t.Errorf("rates %v", rates)
	}
	if b := prepared(t, "--preset=fan2014", "--n=4000", "--filter=cuckoo", "--quick"); !slices.Equal(b.Work.Sizes(), []int{4000}) || len(b.x.filters.Structures) != 1 {
		t.Error("the preset is above what was given")
	}
}

// Rates that are given are those of all structures, nothing is crossed, and a table that
// takes no keys has no size.
func TestPresetGiven(t *testing.T) {
	rates := map[string]bool{}
	for step := range prepared(t, "--preset=fan2014", "--eps=1%,2%", "--n=4000").Plan(0).All() {
		if step.Cell.Filter == semisort {
			rates[step.Cell.Point.Value(placeEpsilon)] = true
		}
	}
	if len(rates) != 2 || !rates["0.01"] || !rates["0.02"] {
		t.Errorf("rates %v", rates)
	}
	if in, err := untilRefused(full{}, wordlist.Of("a", "b")); in != 0 || err == nil {
		t.Errorf("%d keys in a structure that takes none: %v", in, err)
	}
}

// invented is a machine on which a key takes a µs to be made or built in, a query ten ms
// whatever the set, all half more past those that are measured, and a cell's first section thrice
// as long as the others.
type invented struct {
	largest int
	seen    map[runfolder.Cell]bool
}

func (m invented) load(s madeSet) float64 { return 1e-6 * float64(s.n) }

func (m invented) measure(_ context.Context, s experiment.Step) (float64, error) {
	n, err := axis.ParseCount(s.Cell.Point.Value(placeN))
	took := 0.01
	if s.Cell.Point.Value(placeOrder) == "" {
		took = 1e-6 * float64(n)
	}
	if n > m.largest {
		took *= uncached
	}
	if !m.seen[s.Cell] && n < workload.Million {
		took *= 3
	}
	m.seen[s.Cell] = true
	return took, err
}

// The prediction has all steps and the making of all sets, and counts first sections
// once.
func TestPredict(t *testing.T) {
	for _, flags := range [][]string{
		{"--n=1e3,1e4,1e5", "--reps=20"},
		{"--n=1e4,1e6,1e7", "--reps=20"},
		{"--n=1e6,1e8", "--reps=20"},
		{"--n=1e3,1e5", "--reps=7", "--full"},
		{"--preset=fan2014"},
	} {
		b := prepared(t, append(flags, "--filter=map,bloom,cuckoo", "--goroutines=1,2")...)
		p := b.newPrediction()
		m := invented{p.largest, map[runfolder.Cell]bool{}}
		p.load, p.measure = m.load, m.measure
		for step, times := range b.Plan(0).Kinds() {
			experimenttest.OK(t, p.add(t.Context(), step, float64(times)))
		}
		m.seen = map[runfolder.Cell]bool{}
		last, took := madeSet{}, 0.0
		for step := range b.Plan(0).All() {
			n := experimenttest.Must(axis.ParseCount(step.Cell.Point.Value(placeN)))(t)
			if s := (madeSet{n, step.Round}); s != last {
				took += m.load(s)
				last = s
			}
			s := experimenttest.Must(m.measure(t.Context(), step))(t)
			took += s
		}
		if math.Abs(p.total/took-1) > 0.02 {
			t.Errorf("%v: %.2f s predicted, %.2f s taken", flags, p.total, took)
		}
	}
}
