package compare

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/tier"
)

// scaled is a run all of whose times are f times as long.
func scaled(run *runfolder.Run, f float64) *runfolder.Run {
	out := *run
	out.Rows = nil
	for _, row := range run.Rows {
		if row.Unit == "ns" {
			row.Value *= f
		}
		out.Rows = append(out.Rows, row)
	}
	return &out
}

func summarize(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	s, err := report.Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// runs compares two runs, filters those of one.
func runs(t *testing.T, a, b *runfolder.Run, force bool) (*Comparison, error) {
	t.Helper()
	return Runs(summarize(t, a), summarize(t, b), force)
}

func filters(t *testing.T, run *runfolder.Run, reference string) (*Comparison, error) {
	t.Helper()
	return Filters(summarize(t, run), reference, nil)
}

// slower are the ratios that shut the gate of a share.
func slower(t *testing.T, c *Comparison, share float64) []string {
	t.Helper()
	j, err := c.Judge(Gate{Share: share})
	if err != nil {
		t.Fatal(err)
	}
	return j.Met
}

func pooledOf(t *testing.T, c *Comparison, metric runfolder.Metric, filter string) Pooled {
	t.Helper()
	for _, m := range c.Metrics {
		if m.Name != metric {
			continue
		}
		for _, p := range m.Pooled {
			if p.Filter == filter {
				return p
			}
		}
	}
	t.Fatalf("no %s of %s in %+v", metric, filter, c.Metrics)
	return Pooled{}
}

// The synthetic cuckoo is 5 % slower than Bloom in everything.
func TestFilters(t *testing.T) {
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		run := synthetic.Run(synthetic.Options{})
		run.Meta.Design = design
		c, err := filters(t, run, "")
		if err != nil {
			t.Fatal(err)
		}
		p := pooledOf(t, c, "hyphenate", "cuckoo")
		if p.Cells != 20 || math.Abs(p.Value-1.05) > 0.003 || p.Word() != "slower" || !p.CI.Contains(p.Value) {
			t.Errorf("%s: %+v", design, p)
		}
		for _, m := range c.Metrics {
			for _, cell := range m.Cells {
				if cell.Filter == "bloom" {
					t.Errorf("the reference is compared with itself: %+v", cell)
				}
				if !(cell.U >= 0 && cell.U <= 1) {
					t.Errorf("%v: U test p = %v", cell.Cell, cell.U)
				}
			}
		}
	}
}

// A baseline is compared with every ε of a filter.
func TestFiltersToBaseline(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		run := synthetic.Run(synthetic.Options{})
		run.Meta.Design = design
		c, err := filters(t, run, "none")
		if err != nil {
			t.Fatal(err)
		}
		if p := pooledOf(t, c, "query", "bloom"); p.Cells != 20 || p.Word() == "" {
			t.Errorf("%+v", p)
		}
		if _, err := filters(t, run, "xor"); err == nil || !strings.Contains(err.Error(), "want one of bloom, cuckoo, none") {
			t.Errorf("an unknown reference: %v", err)
		}
	}
}

// A structure is compared with one that lies on fewer axes, as an exact one has
// no ε, where both are at one place on these; with one that lies on more it is
// not, since it has several opposites there.
func TestFiltersOnFewerAxes(t *testing.T) {
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "other", Design: runfolder.Interleaved, State: runfolder.Finished, Filters: []string{"map", "bloom"},
		Axes: []axis.Axis{axis.Counts("n", []int{10, 100}), axis.Rates([]axis.Rate{axis.Per / 100, axis.Per / 10})},
	}}
	add := func(filter string, round int, ns float64, point ...string) {
		run.Rows = append(run.Rows, runfolder.Row{Round: round, Session: 1, Filter: filter, Metric: "query",
			Point: runfolder.At(point...), Value: ns * (1 + float64(round)/1000), Unit: "ns", Ops: 1, CPU: runfolder.NoCPU})
	}
	for round := 1; round <= 3; round++ {
		for n, ns := range map[string]float64{"10": 20, "100": 40} {
			add("map", round, ns, n, "")
			add("bloom", round, 2*ns, n, "0.01")
			add("bloom", round, 3*ns, n, "0.1")
		}
	}
	c, err := filters(t, run, "")
	if err != nil {
		t.Fatal(err)
	}
	if c.A != "map" || len(c.Metrics) != 1 || len(c.Metrics[0].Cells) != 4 {
		t.Fatalf("compared with %s: %+v", c.A, c.Metrics)
	}
	for _, cell := range c.Metrics[0].Cells {
		want := map[string]float64{"0.01": 2, "0.1": 3}[cell.Point.Value(1)]
		if math.Abs(cell.Value-want) > 1e-9 {
			t.Errorf("%s is %v times as slow as the map, want %v", cell.Point, cell.Value, want)
		}
	}
	if title := c.Tables()[0].Title; title != "pooled over n, ε" {
		t.Errorf("the table is %s", title)
	}
	if _, err := filters(t, run, "bloom"); err == nil || !strings.Contains(err.Error(), "nothing to compare with bloom") {
		t.Errorf("the map compared with two Bloom filters: %v", err)
	}
}

func TestRuns(t *testing.T) {
	racetest.OneGoroutine(t)
	a := synthetic.Run(synthetic.Options{})
	for _, b := range []*runfolder.Run{a, synthetic.Run(synthetic.Options{})} { // itself, and a copy
		if _, err := runs(t, a, b, true); !errors.Is(err, ErrSame) {
			t.Errorf("a run compared with itself: %v", err)
		}
	}
	later := scaled(a, 1)
	later.Meta.Sessions = []runfolder.Session{{Start: a.Meta.Start().Add(time.Hour)}}
	c, err := runs(t, a, later, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			if p.Value != 1 || p.Word() != "not separated" {
				t.Errorf("a run of equal times: %s of %s is %+v", m.Name, p.Filter, p)
			}
		}
	}
	if slower := slower(t, c, 0); len(slower) > 0 {
		t.Error(slower)
	}
	c, err = runs(t, a, scaled(a, 1.04), false)
	if err != nil {
		t.Fatal(err)
	}
	if p := pooledOf(t, c, "hyphenate", "bloom"); math.Abs(p.Value-1.04) > 1e-6 || p.Word() != "slower" {
		t.Errorf("%+v", p)
	}
	if len(slower(t, c, 0.02)) == 0 || len(slower(t, c, 0.05)) != 0 {
		t.Errorf("4 %% slower: more than 2 %%: %v; more than 5 %%: %v", slower(t, c, 0.02), slower(t, c, 0.05))
	}
	if c, err = runs(t, scaled(a, 1.04), a, false); err != nil || len(slower(t, c, 0)) > 0 {
		t.Errorf("faster is called slower: %v, %v", slower(t, c, 0), err)
	}
}

func TestRunsThatDiffer(t *testing.T) {
	racetest.OneGoroutine(t)
	a, b := synthetic.Run(synthetic.Options{}), synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.03", Reps: 5})
	elsewhere := synthetic.Run(synthetic.Options{Reps: 6})
	elsewhere.Meta.Experiment = "other"
	if _, err := runs(t, a, elsewhere, false); !errors.Is(err, ErrDiffer) || !strings.Contains(err.Error(), " measured the experiment "+a.Meta.Experiment+", and ") || !strings.HasSuffix(err.Error(), " the experiment other") {
		t.Errorf("another experiment: %v", err)
	}
	if _, err := runs(t, a, b, false); !errors.Is(err, ErrDiffer) || !strings.Contains(err.Error(), "ε") {
		t.Errorf("%v", err)
	}
	c, err := runs(t, a, b, true)
	if err != nil {
		t.Fatal(err)
	}
	if p := pooledOf(t, c, "query", "cuckoo"); p.Cells != 3 || !strings.Contains(notesOf(c), "by force") {
		t.Errorf("%+v, notes %s", p, notesOf(c))
	}
	if text := textOf(t, c); c.Lacks != "" || strings.Contains(text, "no filter") {
		t.Errorf("filters are there: %s\n%s", c.Lacks, text)
	}
	// Of other values of ε the baselines alone are common, and that is no answer about filters.
	if c, err = runs(t, a, synthetic.Run(synthetic.Options{Epsilons: "0.005", Reps: 5}), true); err != nil {
		t.Fatal(err)
	}
	if text := textOf(t, c); !strings.Contains(text, "answer") || !strings.Contains(text, "no filter has a cell in both runs; of the baselines, ") {
		t.Errorf("of baselines alone:\n%s", text)
	}
	b.Meta = a.Meta
	b.Meta.Build = map[string]string{"sha256": "another"}
	if _, err := runs(t, a, b, false); err != nil {
		t.Errorf("another build cannot be compared: %v", err)
	}
	if _, err := runs(t, a, synthetic.Run(synthetic.Options{Filters: []string{"xor"}, Epsilons: "0.3", Reps: 1}), true); !errors.Is(err, ErrDiffer) {
		t.Errorf("nothing in common: %v", err)
	}
}

// textOf is a comparison as it is printed, in one line.
func textOf(t *testing.T, c *Comparison) string {
	t.Helper()
	var text strings.Builder
	if err := Write(&text, c, table.Text); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

// notesOf are the notes above a comparison.
func notesOf(c *Comparison) string {
	var list []string
	for _, f := range c.Header {
		if f.Name == "note" || f.Name == report.MachinesField {
			list = append(list, f.Value)
		}
	}
	return strings.Join(list, "\n")
}

// A comparison across machines, builds and inputs says so above its numbers.
func TestDifferences(t *testing.T) {
	on := func(cpu, system, build string) *runfolder.Run {
		run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 3})
		session := runfolder.Session{Start: run.Meta.Start().Add(time.Hour)}
		if cpu != "" {
			session.Machine = &machine.Machine{OS: "linux", CPU: machine.CPU{Model: cpu, LogicalCores: 2}, System: system, Virtual: "no"}
		}
		run.Meta.Sessions = []runfolder.Session{session}
		run.Meta.Build = map[string]string{"vcs.revision": build, "sha256": "of " + build}
		return run
	}
	a := on("CPU 1", "debian 12", "0123456789abcdef")
	a.Meta.Sessions[0].Start = a.Meta.Start().Add(-time.Hour)
	words := on("CPU 1", "debian 12", "0123456789abcdef")
	words.Meta.Inputs = slices.Clone(words.Meta.Inputs)
	words.Meta.Inputs[0] = runfolder.Input{Role: "words", Name: "other.txt", SHA256: "0011223344556677", Count: 2}
	rebuilt := on("CPU 1", "debian 12", "0123456789abcdef")
	rebuilt.Meta.Build["sha256"] = "ffeeddccbbaa998877"
	imported := on("CPU 1", "debian 12", "fedcba9876543210")
	imported.Meta.Design = runfolder.Published
	for _, c := range []struct {
		b     *runfolder.Run
		notes []string
	}{
		{on("CPU 1", "debian 12", "0123456789abcdef"), []string{"A and B are runs of one program at different times, ", "; 3 rounds are few"}},
		{on("CPU 2", "debian 12", "0123456789abcdef"), []string{"other machines, which the ratios compare too\n", "A was measured on CPU 1 (2 logical cores), debian 12", ", B on CPU 2 (2 logical cores), debian 12", ": other machines"}},
		{on("CPU 1", "debian 13", "0123456789abcdef"), []string{"another system, or", "B on CPU 1 (2 logical cores), debian 13", ": another system"}},
		{on("", "", "0123456789abcdef"), []string{"B on a machine unknown: other machines"}},
		{on("CPU 1", "debian 12", "fedcba9876543210"), []string{"A was measured by build 0123456789ab, B by fedcba987654: other builds"}},
		{rebuilt, []string{", B by ffeeddccbbaa: other builds"}},
		{words, []string{"A has read words.txt, 466,550 words, SHA-256 3797c8dd6adf…, B other.txt, 2 words, SHA-256 001122334455…", ": other word lists", "by force", `inputs (words 3797c8dd6adf (words.txt) and words 001122334455 (other.txt)); so their times may be those of different work`}},
		{imported, []string{"by force"}},
	} {
		compared, err := runs(t, a, c.b, true)
		if err != nil {
			t.Fatal(err)
		}
		got := notesOf(compared)
		for _, want := range c.notes {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in %q", want, got)
			}
		}
		if strings.Count(got, "other builds") > 0 && c.b == imported {
			t.Errorf("notes %q", got)
		}
		if same := c.b.Meta.Build["sha256"] == a.Meta.Build["sha256"]; strings.Contains(got, "of one program") != same {
			t.Errorf("of one program: want %v, notes %q", same, got)
		}
	}
}

// Of runs of one program with many rounds none says that they are few.
func TestRepeated(t *testing.T) {
	for rounds, few := range map[int]bool{fewRounds - 1: true, fewRounds: false} {
		a := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: rounds})
		a.Meta.Build = map[string]string{"sha256": "0123"}
		c, err := runs(t, a, scaled(a, 1.01), false)
		if err != nil {
			t.Fatal(err)
		}
		if got := notesOf(c); !strings.Contains(got, "of one program") || strings.Contains(got, "rounds are few") != few {
			t.Errorf("%d rounds: %q", rounds, got)
		}
	}
}

// Passes over lists of other lengths are compared by the time of a word, in that unit.
func TestOtherWordLists(t *testing.T) {
	a := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 3})
	for words, unit := range map[int]string{synthetic.Words: "ms/pass", synthetic.Words / 2: "ns/word"} {
		b := scaled(a, 1.1)
		b.Meta.Inputs = slices.Clone(b.Meta.Inputs)
		b.Meta.Inputs[0].Count = words
		c, err := runs(t, a, b, true)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(c.Metrics, func(m Metric) bool { return m.Name == synthetic.Hyphenate })
		if got := c.Metrics[i].Scale.Unit; got != unit {
			t.Errorf("%d and %d words: times in %s, want %s", synthetic.Words, words, got, unit)
		}
	}
}

func TestCounted(t *testing.T) {
	a := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02", Reps: 2})
	b := scaled(a, 1)
	for i := range b.Rows {
		if b.Rows[i].Metric == "fn" && b.Rows[i].Filter == "cuckoo" && b.Rows[i].Round > 0 {
			b.Rows[i].Value = 3
		}
	}
	c, err := runs(t, a, b, false)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{"bits: equal in all 4 cells", "fn: different in 2 of 4 cells, first cuckoo at 1 %: 0 and 3"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
}

func TestWrite(t *testing.T) {
	a := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 4})
	c, err := runs(t, a, scaled(a, 1.5), false)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[table.Format]string{}
	for _, f := range table.Formats() {
		var b strings.Builder
		if err := Write(&b, c, f); err != nil {
			t.Fatal(err)
		}
		texts[f] = b.String()
	}
	for _, want := range []string{"pooled over ε", "B slower", "1.50"} {
		if !strings.Contains(texts[table.Text], want) || !strings.Contains(texts[table.Markdown], want) {
			t.Errorf("no %q in\n%s", want, texts[table.Text])
		}
	}
	records, err := csv.NewReader(strings.NewReader(texts[table.CSV])).ReadAll() // also checks the widths
	if err != nil || len(records) < 10 {
		t.Errorf("%d records, %v", len(records), err)
	}
	var parsed struct {
		Metrics []struct {
			Pooled []struct {
				Ratio   float64
				Verdict string
			}
		}
	}
	if err := json.Unmarshal([]byte(texts[table.JSON]), &parsed); err != nil || parsed.Metrics[0].Pooled[0].Verdict != "slower" {
		t.Errorf("%+v, %v", parsed, err)
	}
}

// A pooled ratio of one run is that of the claims, with both of its errors; the
// p of one that a claim is about is the claim's, and the word goes by it.
func TestClaims(t *testing.T) {
	run := synthetic.Run(synthetic.Options{})
	s := summarize(t, run)
	d := &claim.Data{Summary: s}
	r, ok := claim.FindRatios(d, "cuckoo", "bloom", "init")
	if !ok {
		t.Fatal("no ratios")
	}
	want := claim.Tested{Estimates: r.Pooled}.Ratio("")
	pair := claim.Pair{A: "cuckoo", B: "bloom", Metric: "init", At: r.At}
	other := pair
	other.At = pair.At[1:]
	both := claim.Pair{A: "cuckoo", B: "bloom", Metric: "query", At: r.At}
	verdict := func(id string, p float64, pairs ...claim.Pair) claim.Result {
		return claim.Result{Claim: claim.Claim{ID: id, Source: "thesis", Section: "5.3"}, Outcome: claim.Outcome{Pairs: pairs},
			P: p, Family: 13, Verdict: claim.Inconclusive}
	}
	for _, reference := range []string{"bloom", "cuckoo"} {
		c, err := Filters(s, reference, []claim.Result{verdict("T6", 0.178, pair), verdict("T7", 0.5, other), verdict("T11", 0.7, both, pair)})
		if err != nil {
			t.Fatal(err)
		}
		filter, value, ci := "cuckoo", want.Value, want.CI
		if reference == "cuckoo" {
			filter, value, ci = "bloom", 1/want.Value, stats.Interval{Low: 1 / ci.High, High: 1 / ci.Low}
		}
		p := pooledOf(t, c, "init", filter)
		if math.Abs(p.Value-value) > 1e-12 || math.Abs(p.CI.Low-ci.Low) > 1e-12 || math.Abs(p.CI.High-ci.High) > 1e-12 {
			t.Errorf("%v, the claim has %v", p.Ratio, want)
		}
		if p.P != 0.178 || p.Claim != "T6" || p.Word() != "not separated" {
			t.Errorf("%+v, want the p of T6", p)
		}
		if p := pooledOf(t, c, "query", filter); p.P > 0.001 || p.Claim != "" || p.Word() == "not separated" {
			t.Errorf("a part of a claim: %+v", p)
		}
		notes := strings.Join(c.Notes, "\n")
		for _, want := range []string{
			"init of " + filter + " is the ratio of claim T6 (thesis, 5.3): inconclusive, p = 0.178 after Holm over the 13 tests of this source",
			"query of " + filter + " is a part of claim T11",
		} {
			if !strings.Contains(notes, want) {
				t.Errorf("no %q in\n%s", want, notes)
			}
		}
		if strings.Contains(notes, "T7") {
			t.Errorf("a claim about other points: %s", notes)
		}
	}
}

func TestWithoutTimes(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2})
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Timed() })
	if _, err := filters(t, run, ""); err == nil || !strings.Contains(err.Error(), "holds no times") {
		t.Error(err)
	}
}

// A difference below what the machine resolves says so in its word.
func TestBelowResolution(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 30}) // cuckoo is 5 % slower
	c, err := filters(t, run, "")
	if err != nil {
		t.Fatal(err)
	}
	if p := pooledOf(t, c, "hyphenate", "cuckoo"); p.Below != nil || c.say(p.Ratio) != "slower" {
		t.Errorf("not calibrated: %+v", p)
	}
	other := scaled(run, 1.04)
	other.Meta.Sessions = slices.Clone(run.Meta.Sessions)
	for _, r := range []struct {
		resolution runfolder.Resolution
		below      bool
	}{{0.02, false}, {0.08, true}, {runfolder.Unresolved, true}} {
		run.Meta.Sessions[0].Resolution = r.resolution
		within, err := filters(t, run, "")
		if err != nil {
			t.Fatal(err)
		}
		between, err := runs(t, other, run, false) // one of them is calibrated
		if err != nil {
			t.Fatal(err)
		}
		for word, c := range map[string]*Comparison{"slower": within, "B faster": between} {
			if r.below {
				word += " (below resolution)"
			}
			p := pooledOf(t, c, "hyphenate", "cuckoo")
			if p.Below == nil || *p.Below != r.below || c.say(p.Ratio) != word {
				t.Errorf("%v: %s, want %s: %+v", r.resolution, c.say(p.Ratio), word, p)
			}
			var b strings.Builder
			if err := Write(&b, c, table.CSV); err != nil || !strings.Contains(b.String(), fmt.Sprintf(",%s,,%v\n", p.Word(), r.below)) {
				t.Errorf("%v\n%s", err, b.String())
			}
			if !strings.Contains(c.How, "(below resolution): ") {
				t.Error(c.How)
			}
		}
	}
}

// The axes that are pooled over have their names, and each a column in the
// tables of cells; what has no place on an axis leaves it empty.
func TestAxes(t *testing.T) {
	over := func(ns ...string) *runfolder.Run {
		run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02", Reps: 4})
		run.Meta.Axes = append(run.Meta.Axes, axis.Counts("n", nil))
		var rows []runfolder.Row
		for _, row := range run.Rows {
			at := row.Point.Value(0)
			for _, n := range ns {
				if row.Point = runfolder.At(at, n); row.Filter == "none" || row.Filter == "no-exceptions" {
					row.Point = ""
				}
				rows = append(rows, row)
				if row.Point == "" {
					break
				}
			}
		}
		run.Rows = rows
		return run
	}
	for _, c := range []struct {
		run     *runfolder.Run
		over    string
		columns []string
		row     []string // the first columns of the last structure
		to      string
	}{
		{synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02", Reps: 4}), "pooled over ε", []string{"filter", "ε %"}, []string{"cuckoo", "2"}, "bloom"},
		{synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 4}), "pooled: a cell each", []string{"filter", "ε %"}, []string{"cuckoo", "1"}, "bloom"},
		{over("9", "10"), "pooled over ε, n", []string{"filter", "ε %", "n"}, []string{"no-exceptions", "", ""}, "none"},
		{over("9"), "pooled over ε", []string{"filter", "ε %", "n"}, []string{"cuckoo", "2", "9"}, "bloom"},
	} {
		compared, err := filters(t, c.run, c.to)
		if err != nil {
			t.Fatal(err)
		}
		tables := compared.Tables()
		rows := tables[1].Rows
		if end := len(rows) - 1; rows[end][0] == "geomean" {
			rows = rows[:end]
		}
		last := rows[len(rows)-1]
		if tables[0].Title != c.over || !slices.Equal(tables[1].Columns[:len(c.columns)], c.columns) || !slices.Equal(last[:len(c.row)], c.row) {
			t.Errorf("%q, %q, %q; want %q, %q, %q", tables[0].Title, tables[1].Columns, last, c.over, c.columns, c.row)
		}
		for _, row := range tables[1].Rows {
			if len(row) != len(tables[1].Columns) {
				t.Errorf("%q has not %d columns", row, len(tables[1].Columns))
			}
		}
	}
}

// What is not pooled is named.
func TestNotPooled(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02", Reps: 4})
	var rows []runfolder.Row
	for _, row := range run.Rows { // no round has both ε
		if row.Filter == "none" || row.Filter == "no-exceptions" || (row.Round <= 2) == (row.Point == "0.01") {
			rows = append(rows, row)
		}
	}
	run.Rows = rows
	c, err := filters(t, run, "")
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes, "init of cuckoo is not pooled: ") {
		t.Errorf("%q", notes)
	}
}

// The pooled ratios of one comparison are one family: of ten without a
// difference none is called slower or faster, nor shuts the gate, in 95 % of
// the runs.
func TestFamily(t *testing.T) {
	racetest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(11, 3))
	n := tier.Of(20, 200)
	within, between, gate := 0, 0, 0
	names := strings.Fields("a b c d e f g h i j k")
	separated := func(c *Comparison) bool {
		if c.Tests < 10 {
			t.Fatalf("%d tests", c.Tests)
		}
		return slices.ContainsFunc(c.Metrics[0].Pooled, func(p Pooled) bool { return p.Separated() })
	}
	for range n {
		a, b := aa(r, 10, 0, names...), aa(r, 10, 0, names...)
		c, err := filters(t, a, "")
		if err != nil {
			t.Fatal(err)
		}
		if separated(c) {
			within++
		}
		if len(slower(t, c, 0)) > 0 {
			gate++
		}
		if c, err = runs(t, a, b, false); err != nil {
			t.Fatal(err)
		}
		if separated(c) {
			between++
		}
	}
	t.Logf("of %d: filters of one run separated %d, shut the gate %d; two runs separated %d", n, within, gate, between)
	limit := mostOf(n)
	if within > limit || between > limit || gate > limit {
		t.Errorf("%d, %d and %d of %d, want at most %d", within, between, gate, n, limit)
	}
}

// Rounds that resemble their neighbours, in one of two equal runs, do not make
// them different.
func TestAutocorrelatedRounds(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	r := rand.New(rand.NewPCG(5, 5))
	const n, rounds, memory = 200, 30, 0.6
	drifting := func(drift float64) *runfolder.Run {
		run := aa(r, rounds, 0)
		slow, of := drift*r.NormFloat64(), map[int]float64{}
		for round := 1; round <= rounds; round++ {
			slow = memory*slow + math.Sqrt(1-memory*memory)*drift*r.NormFloat64()
			of[round] = slow
		}
		for i, row := range run.Rows {
			run.Rows[i].Value *= math.Exp(of[row.Round])
		}
		return run
	}
	for _, c := range []struct{ a, b float64 }{{0.1, 0}, {0, 0.1}} {
		separated := 0
		for range n {
			compared, err := runs(t, drifting(c.a), drifting(c.b), false)
			if err != nil {
				t.Fatal(err)
			}
			if compared.Metrics[0].Pooled[0].Separated() {
				separated++
			}
		}
		t.Logf("drift %v and %v: separated %d of %d", c.a, c.b, separated, n)
		if separated > n/8 { // 8 % are expected, 30 % of rounds taken as independent
			t.Errorf("drift %v and %v: separated %d of %d", c.a, c.b, separated, n)
		}
	}
}

// mostOf is how many of n runs may be wrong where 5 % are: more are in one case of a
// thousand.
func mostOf(n int) int {
	return int(0.05*float64(n) + 3.1*math.Sqrt(0.05*0.95*float64(n)))
}

// aa is a run of two filters, or those named, over five ε on a machine that
// drifts.
func aa(r *rand.Rand, reps int, slower float64, filters ...string) *runfolder.Run {
	if filters == nil {
		filters = []string{"bloom", "cuckoo"}
	}
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "thesis", Design: runfolder.Interleaved, Reps: reps, State: runfolder.Finished,
		Axes: []axis.Axis{axis.Rates(nil)}}}
	const memory = 0.9
	drift := 0.0
	for round := 1; round <= reps; round++ {
		for _, filter := range filters {
			for e := 1; e <= 5; e++ {
				drift = memory*drift + 0.01*r.NormFloat64()
				run.Rows = append(run.Rows, runfolder.Row{
					Seq: len(run.Rows) + 1, Round: round, Session: 1, Filter: filter, Point: runfolder.At(axis.Rate(e * axis.Per / 100).String()),
					Metric: "query", Unit: "ns", Ops: 1, CPU: runfolder.NoCPU,
					Value: 1e6 * (1 + slower) * (1 + drift + 0.02*r.NormFloat64()),
				})
			}
		}
	}
	return run
}

// Two runs of the same program are separated in no more than 5 % of cases,
// although the machine drifts; a known difference is found; the gate fails as
// rarely where the difference is exactly its limit.
func TestCalibration(t *testing.T) {
	racetest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(7, 7))
	n := tier.Of(10, 200)
	separated, cells, within, found, gate := 0, 0, 0, 0, 0
	for range n {
		a, b := aa(r, 30, 0), aa(r, 30, 0)
		c, err := runs(t, a, b, false)
		if err != nil {
			t.Fatal(err)
		}
		if c.Metrics[0].Pooled[0].Separated() {
			separated++
		}
		if c.Metrics[0].Cells[0].Separated() {
			cells++
		}
		f, err := filters(t, a, "")
		if err != nil {
			t.Fatal(err)
		}
		if f.Metrics[0].Pooled[0].Separated() {
			within++
		}
		if c, err = runs(t, a, aa(r, 30, 0.05), false); err != nil {
			t.Fatal(err)
		} else if c.Metrics[0].Pooled[0].Word() == "slower" {
			found++
		}
		if c, err = runs(t, a, aa(r, 30, 0.02), false); err != nil {
			t.Fatal(err)
		} else if len(slower(t, c, 0.02)) > 0 {
			gate++
		}
	}
	t.Logf("of %d: pooled separated %d, a cell separated %d, filters of one run separated %d, 5 %% found %d, gate at its limit %d",
		n, separated, cells, within, found, gate)
	limit := mostOf(n)
	for what, count := range map[string]int{"pooled": separated, "cells": cells, "filters": within, "gate": gate} {
		if count > limit {
			t.Errorf("%s: %d of %d, want at most %d", what, count, n, limit)
		}
	}
	if found < 95*n/100 {
		t.Errorf("a difference of 5 %% was found in %d of %d", found, n)
	}
}
