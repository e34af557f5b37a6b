package thesis

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// summarize sums a run up with the experiment's own words.
func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	return experimenttest.Summary(t, New(), run)
}

// judged are the verdicts on a run.
func judged(t *testing.T, run *runfolder.Run) []claim.Result {
	t.Helper()
	return claim.Evaluate(summarize(t, run), claims())
}

// claimOf is a claim by its ID.
func claimOf(t *testing.T, id string) claim.Claim {
	t.Helper()
	list := claims()
	at := slices.IndexFunc(list, func(c claim.Claim) bool { return c.ID == id })
	if at < 0 {
		t.Fatalf("no claim %s", id)
	}
	return list[at]
}

// full adds the metric query_full to a synthetic run: cuckoo takes share of
// the time of Bloom.
func full(run *runfolder.Run, share float64) *runfolder.Run {
	var rows []runfolder.Row
	for _, row := range run.Rows {
		rows = append(rows, row)
		if row.Metric == metric.Query && row.Point != "" {
			row.Metric = QueryFull
			if row.Filter == cuckoo {
				row.Value *= share / 1.05 // it is 5 % slower by itself
			}
			rows = append(rows, row)
		}
	}
	run.Rows = rows
	return byFormula(run)
}

// byFormula gives the Bloom filters of a synthetic run the rates of the thesis's formula.
func byFormula(run *runfolder.Run) *runfolder.Run {
	for i, row := range run.Rows {
		if row.Metric == metric.FalsePositives && row.Filter == bloom {
			m, _ := bloomfilter.StandardSize(synthetic.Keys, rateAt(row.Point).Float())
			run.Rows[i].Value *= thesisFormula(float64(m), synthetic.Keys) / rateAt(row.Point).Float()
		}
	}
	return run
}

// resultsOf are the verdicts on a run by claim. Tests of them are skipped under the
// race detector: they are arithmetic.
func resultsOf(t *testing.T, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	racetest.OneGoroutine(t)
	return experimenttest.Judged(t, New(), run)
}

// resultOf is the verdict on a run of one claim.
func resultOf(t *testing.T, run *runfolder.Run, id string) claim.Result {
	t.Helper()
	racetest.OneGoroutine(t)
	return experimenttest.Result(t, New(), run, id)
}

// The reasons say how few structures there are over ε.
func TestFewStructuresAreTold(t *testing.T) {
	got := resultsOf(t, full(synthetic.Run(synthetic.Options{Reps: 60}), 0.9))
	for _, id := range []string{"T4-tuned", "T5-tuned", "T8b-tuned"} {
		if !strings.Contains(got[id].Why, "only five distinct tables of cuckoo exist over these 20 ε") {
			t.Errorf("%s does not say how few tables there are: %s", id, got[id].Why)
		}
	}
	if why := got["T2-tuned"].Why; strings.Contains(why, "distinct tables") || !strings.Contains(why, "five distinct structures (k = 6 … k = 2)") {
		t.Errorf("T2: a Bloom filter has a table for each ε, and five k: %s", why)
	}
}

func structure(t *testing.T, name string) filter.Structure {
	t.Helper()
	return experimenttest.Must(all.ByName(name))(t)
}

// The sizes are arithmetic: whatever the run, cuckoo is smaller at 8 of the 279
// combinations. A margin of "many" of less would be met.
func TestLessSpace(t *testing.T) {
	r := resultOf(t, synthetic.Run(synthetic.Options{Epsilons: "0.05..0.2"}), "T10")
	if r.Verdict != claim.Contradicted || !math.IsNaN(r.P) || r.Holds || r.Effect.Value != 8 || r.Effect.Unit != "of 279" {
		t.Errorf("%s, p %v, %s: %s", r.Verdict, r.P, r.Effect, r.Why)
	}
	for _, c := range []struct {
		n    int
		e    axis.Rate
		want bool
	}{
		// 1,900 keys: 19 bits in 2,048 entries, and ⌈1,900·log2(10⁴)/ln 2⌉ = 36,423 bits.
		{1900, axis.Per / 10_000, true}, {1800, axis.Per / 10_000, false}, {1900, onePercent, false}, {2000, axis.Per / 10_000, false},
	} {
		less, err := smallerThan(structure(t, cuckoo), structure(t, bloom), c.n, c.e)
		if err != nil || less != c.want {
			t.Errorf("%d keys at %s %%: %v, %v", c.n, c.e.Percent(), less, err)
		}
	}
	published := synthetic.Run(synthetic.Options{})
	published.Meta.Design = runfolder.Published
	if r := resultOf(t, published, "T10"); r.Verdict != claim.NotTested {
		t.Errorf("published: %s", r.Verdict)
	}
	run := synthetic.Run(synthetic.Options{})
	if r := resultOf(t, run, "T10"); !strings.Contains(r.Why, "in this run at 0 of 2 ε below 3 %") {
		t.Error(r.Why)
	}
}

func TestFormulaOfTheThesis(t *testing.T) {
	// 1,753 keys at ε = 1 %: m = 16803, k = 6.
	if got := thesisFormula(16803, 1753); math.Abs(got-math.Pow(1-math.Exp(-6*1753/16803.0), 6)) > 1e-15 {
		t.Errorf("%v", got)
	}
}

// Verdicts are written in every format, within the width. One on an effect of times below
// what the machine resolves says so, in every format; the verdict itself stays the same.
func TestWrite(t *testing.T) {
	run := full(synthetic.Run(synthetic.Options{}), 0.9) // cuckoo is 5 % slower
	before := resultsOf(t, run)
	run.Meta.Sessions[0].Resolution = 0.079
	s, results := summarize(t, run), judged(t, run)
	below := map[string]bool{}
	for _, id := range strings.Fields("T1-tuned T3-tuned T4-tuned T5-tuned T8a-tuned T8b-tuned T26") {
		below[id] = true
	}
	for _, id := range strings.Fields("T2-tuned T11 T19") {
		below[id] = false
	}
	for _, r := range results {
		want, times := below[r.ID]
		if (r.Below != nil) != times || times && *r.Below != want {
			t.Errorf("%s (%s): below the resolution: %v, want %v", r.ID, r.Effect, r.Below, want)
		}
		if r.Verdict != before[r.ID].Verdict {
			t.Errorf("%s: %s became %s", r.ID, before[r.ID].Verdict, r.Verdict)
		}
	}
	texts := map[table.Format]string{}
	for f, want := range map[table.Format][]string{
		table.Text:     {"T4-tuned supported (below resolution): ", "(below resolution): an effect below 7.9 %"},
		table.Markdown: {"| supported (below resolution) |", "(below resolution): an effect below 7.9 %"},
		table.CSV:      {",supported,yes,", `"thesis, tuned",true,0.0`, ",thesis further,false,,", ",thesis,,,"},
		table.JSON:     {`"resolution": 0.079`, `"verdict": "supported"`, `"below_resolution": true`, `"below_resolution": null`},
	} {
		var b strings.Builder
		experimenttest.OK(t, claim.Write(&b, s, results, f))
		texts[f] = b.String()
		untested := 0
		for _, r := range results {
			if r.Verdict == claim.NotTested && f == table.Text { // counted alone
				untested++
				continue
			}
			want = append(want, r.ID, string(r.Verdict))
		}
		if f == table.Text {
			want = append(want, fmt.Sprintf("%d not tested: -v", untested))
		}
		for _, w := range want {
			if !strings.Contains(texts[f], w) {
				t.Errorf("%s: no %q in\n%s", f, w, texts[f])
			}
		}
	}
	for line := range strings.Lines(texts[table.Text]) {
		if n := len([]rune(line)); n > 102 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	records, err := csv.NewReader(strings.NewReader(texts[table.CSV])).ReadAll() // also checks the widths
	if err != nil || len(records) != len(results)+1 {
		t.Errorf("%d records, %v", len(records), err)
	}
	var parsed struct {
		Alpha    float64
		Verdicts []struct {
			ID     string
			Effect *float64
			P      *float64
		}
	}
	if err := json.Unmarshal([]byte(texts[table.JSON]), &parsed); err != nil || parsed.Alpha != 0.05 || len(parsed.Verdicts) != len(results) {
		t.Errorf("%+v, %v", parsed, err)
	}
	run.Meta.Design = runfolder.AsThesis
	if text := claim.Table(summarize(t, run), results, table.Text).Lines[1]; !strings.Contains(text, "cell after cell") {
		t.Errorf("no warning of the sequential design: %s", text)
	}
}

// T12 is right in 95 % of runs on either edge of its margin, and T10 and T13
// do not depend on chance.
func TestTheoryHoldsItsLevel(t *testing.T) {
	simulation(t)
	r := rand.New(rand.NewPCG(9, 9))
	n := trials() / 4
	wrong := 0
	for range n {
		run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05,0.1,0.2", Reps: 30})
		for i, row := range run.Rows {
			if row.Metric == metric.FalsePositives && row.Filter == bloom {
				run.Rows[i].Value = synthetic.Negatives * rateAt(row.Point).Float() * (1 + followsMargin) * (1 + 0.03*r.NormFloat64())
			}
		}
		byFormula(run)
		if v := resultOf(t, run, "T12").Verdict; v != claim.Inconclusive {
			wrong++
		}
	}
	if tooMany(wrong, n) {
		t.Errorf("a verdict on the margin in %d of %d runs", wrong, n)
	}
}
