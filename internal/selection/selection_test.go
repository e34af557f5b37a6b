package selection

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/renamed"
	"hyphbench/internal/runfolder"
)

// aRun has a map at every n, a Bloom filter at every n and ε, sizes of it, and a
// baseline off all axes; two rounds of each.
func aRun() *runfolder.Run {
	run := &runfolder.Run{Columns: []string{"attempts", "state"}, Meta: runfolder.Meta{
		Filters: []string{"map", "bloom"}, Baselines: []string{"none"},
		Axes: []axis.Axis{axis.Counts("n", []int{1000, 1_000_000}), axis.Rates(nil), axis.Shares("hits", nil), axis.Names("order", "shuffled", "text")},
	}}
	add := func(filter, metric, unit string, point ...string) {
		for round := 0; round <= 2; round++ {
			run.Rows = append(run.Rows, runfolder.Row{
				Seq: len(run.Rows) + 1, Round: round, Session: 1 + round/2, Design: "interleaved", Filter: filter, Metric: runfolder.Metric(metric),
				Point: runfolder.At(point...), Value: 1, Unit: unit, Ops: 10, Extra: []string{fmt.Sprint(round), "warm"},
			})
		}
	}
	add("none", "query", "ns")
	for _, n := range []string{"1000", "1000000"} {
		add("map", "query", "ns", n, "", "0.5", "shuffled")
		for _, eps := range []string{"0.01", "0.05", "0.1"} {
			add("bloom", "query", "ns", n, eps, "0.5", "text")
			add("bloom", "bits", "bits", n, eps)
		}
	}
	return run
}

// narrowed are the measured cells of a selection, each once.
func narrowed(t *testing.T, s *Selection) (cells []string, n *Narrowed, err error) {
	t.Helper()
	n, err = s.Narrow(aRun())
	if err != nil {
		return nil, nil, err
	}
	for _, row := range n.Run.Measured() {
		if text := fmt.Sprintf("%s %s %s", row.Metric, row.Filter, n.Run.Meta.Named(row.Point)); !slices.Contains(cells, text) {
			cells = append(cells, text)
		}
	}
	return cells, n, nil
}

func where(t *testing.T, conditions ...string) *Selection {
	t.Helper()
	var s Selection
	for _, c := range conditions {
		if err := s.Where(c); err != nil {
			t.Fatal(err)
		}
	}
	return &s
}

func TestWhere(t *testing.T) {
	for _, c := range []struct {
		conditions string // with | between them
		cells      int
		words      string
	}{
		{"filter=map", 2, "filter = map"},
		{"filter!=map", 13, "filter ≠ map"},
		{"filter=map,none", 3, "filter = map, none"},
		{"filter=map|filter=none", 3, "filter = map, none"},
		{"filter=map|metric=query", 2, "filter = map; metric = query"},
		{"n=1e6", 8, "n = 1000000"}, // with the baseline
		{"n=1000000|filter!=none", 7, "n = 1000000; filter ≠ none"},
		{"n=..5e4|metric=bits", 3, "n = ..5e4; metric = bits"},
		{"n=1e4..", 8, "n = 1e4.."},
		{"eps=1%", 7, "ε = 1 %"}, // with the maps and the baseline
		{"/eps=0.010", 7, "ε = 1 %"},
		{"epsilon=1%..5%", 11, "ε = 1%..5%"},
		{"epsilon=", 3, "ε = none"},
		{"epsilon!=", 12, "ε ≠ none"},
		{"epsilon!=5%", 11, "ε ≠ 5 %"},
		{"hits=50%|order=text", 13, "hits = 0.5; order = text"}, // bits lie on neither
		{"round=1", 15, "round = 1"},
		{"round=2..9", 15, "round = 2..9"},
		{"session=2", 15, "session = 2"},
		{"attempts=1", 15, "attempts = 1"},
		{"state=warm", 15, "state = warm"},
		{"unit=bits", 6, "unit = bits"},
		{"filter:map", 2, "filter = map"},
		{"eps:0.01", 4, "ε = 1 %"}, // an expression means what it says
		{`eps:(0.01 OR "")`, 7, "ε = 1 %, none"},
		{"-eps:1%", 11, "not (ε = 1 %)"},
		{"n:1e3 AND (filter:map OR eps:0.1)", 3, "n = 1000 AND (filter = map OR ε = 10 %)"},
		{"filter:/^[mb]/ -metric:bits", 8, "filter = /^[mb]/ AND not (metric = bits)"},
		{`filter:/^[(]?map$/`, 2, "filter = /^[(]?map$/"}, // brackets hold what begins nothing
		{`filter:/^ma]?p$/`, 2, "filter = /^ma]?p$/"},     // and one may end without a beginning
		{"filter!=none|filter=map", 2, "filter ≠ none; filter = map"},
		{"*", 15, "*"},
	} {
		cells, n, err := narrowed(t, where(t, strings.Split(c.conditions, "|")...))
		if err != nil {
			t.Errorf("%s: %v", c.conditions, err)
			continue
		}
		if len(cells) != c.cells || n.Text != c.words {
			t.Errorf("%s: %q, %d cells; want %q, %d:\n%s", c.conditions, n.Text, len(cells), c.words, c.cells, strings.Join(cells, "\n"))
		}
		if n.Kept != len(n.Run.Measured()) || n.Of != len(aRun().Measured()) {
			t.Errorf("%s: %d of %d rows, kept %d", c.conditions, n.Kept, n.Of, len(n.Run.Measured()))
		}
	}
}

// What has no place on an axis meets a condition on it; what has no value in a column of the
// run's own does not.
func TestOwnColumns(t *testing.T) {
	run := aRun()
	for i := range run.Rows {
		if run.Rows[i].Metric == "bits" {
			run.Rows[i].Extra[1] = ""
		}
	}
	for condition, want := range map[string]int{"state=warm": 18, "state!=warm": 12, "state=": 12, "state=warm,": 30, "hits=0.5": 30} {
		if n, err := where(t, condition).Narrow(run); err != nil || n.Kept != want {
			t.Errorf("%s keeps %d rows, %v, want %d", condition, n.Kept, err, want)
		}
	}
}

// A list ends in how many are left out, and names one more where that is no longer.
func TestListed(t *testing.T) {
	letters := strings.Split("abcdefghijklmno", "")
	for n, want := range map[int]string{1: "a", 12: "k, l", 13: "l, m", 14: "l, and 2 more", 15: "l, and 3 more"} {
		if got := listed(letters[:n]); !strings.HasSuffix(got, want) || !strings.HasPrefix(got, "a") {
			t.Errorf("%d values: %s", n, got)
		}
	}
}

// What is beside structures and metrics stays behind a selection of these: the
// family of tests that they belong to.
func TestWide(t *testing.T) {
	for _, c := range []struct {
		condition string
		wide      int // measured rows
		places    bool
	}{
		{"filter=map", 30, false},
		{"metric:query -filter:none", 30, false},
		{"n=1e6", 16, true},
		{"round=1", 15, true},
		{"filter:map OR n:1e6", 16, true},
	} {
		s := where(t, c.condition)
		_, n, err := narrowed(t, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(n.Wide.Measured()); got != c.wide || n.Places() != c.places {
			t.Errorf("%s: %d rows behind it, places %v; want %d, %v", c.condition, got, n.Places(), c.wide, c.places)
		}
	}
	_, n, _ := narrowed(t, where(t, "filter=bloom"))
	if !slices.Equal(n.Run.Meta.Filters, []string{"bloom"}) || len(n.Run.Meta.Baselines) != 0 || len(n.Wide.Meta.Filters) != 2 {
		t.Errorf("%q, %q, behind it %q", n.Run.Meta.Filters, n.Run.Meta.Baselines, n.Wide.Meta.Filters)
	}
	var none *Selection
	if n, err := none.Narrow(aRun()); err != nil || n.Text != "" || n.Places() || n.Kept != n.Of {
		t.Errorf("no selection: %+v, %v", n, err)
	}
}

// Warm-up rows are neither counted nor values to choose from, and stay where a
// condition keeps them.
func TestWarmup(t *testing.T) {
	n, err := where(t, "filter=map").Narrow(aRun())
	if err != nil || len(n.Run.Rows) != 6 || n.Kept != 4 {
		t.Errorf("%d rows, %d measured, %v", len(n.Run.Rows), n.Kept, err)
	}
	if _, err := where(t, "round=0").Narrow(aRun()); err == nil || !strings.Contains(err.Error(), `has no round "0": want one of 1, 2`) {
		t.Error(err)
	}
}

// An error names the values there are, the nearest first.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ conditions, want string }{
		{"filter=blom", `--where filter=blom: the run has no filter "blom": want one of bloom, `},
		{"filter!=blom", `the run has no filter "blom"`},
		{"n=900000", `the run has no n "900000": want one of 1000000, 1000`},
		{"n=2000", `want one of 1000, 1000000`},
		{"n=2000..3000", `the run has no n "2000..3000": want one of 1000, 1000000`},
		{"n=many", `count "many": want a whole number`},
		{"eps=7%", `the run has no ε "7%": want one of 5 %, 10 %, 1 %`},
		{"eps=2", `ε = "2" is out of range`},
		{"eps=0.1..0.01", `descends: want 0.01..0.1`},
		{"hit=0.5", `the run has no column "hit": want one of hits, `},
		{"order:/^z/", `the run has no order "^z": want one of text, shuffled`},
		{"filter=map|metric=bits", `--where metric=bits selects no row: the rows with filter = map have query`},
		{"eps!=|filter=map", `--where filter=map selects no row: the rows with ε ≠ none have bloom`},
		{"filter=map,none|n!=1000,1000000,|order=text", `--where n!=1000,1000000, selects no row: the rows with filter = map, none; order = text have no n`},
		{"filter:map metric:bits", `no row of the run has filter = map AND metric = bits together`},
	} {
		_, _, err := narrowed(t, where(t, strings.Split(c.conditions, "|")...))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.conditions, err, c.want)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":             "want key=value, key:value or a part in brackets at the end",
		"filter":       `want key=value or key:value at "filter"`,
		"(filter:map":  `missing ")" at the end`,
		"filter:map)":  `unexpected ")" at ")"`,
		"filter:(a b)": `want OR or ")" behind a value at "b)"`,
		"filter:(a OR": "want a value at the end",
		"filter:/a":    `missing close "/"`,
		"filter:/(/":   "missing close",
		`filter:"a`:    "missing end quote",
		"filter:a OR":  "want key=value",
		"filter:a @":   `unexpected "@"`,
		"AND filter:a": "want key=value",
		"filter:a -":   "want key=value",
		`"":a`:         "want a key that is not empty",
		"filter:/a/b/": "want a space or an operator behind",
	} {
		var s Selection
		if err := s.Where(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	var s Selection
	for list, want := range map[string]string{"": "has an empty value", "1%,": "has an empty value", "x": "not a number", "3": "out of range"} {
		if err := s.Values("--eps", "eps", list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--eps=%s: %v, want %q", list, err, want)
		}
	}
}

// Two selections have two marks, fit for the name of a file.
func TestMark(t *testing.T) {
	for text, want := range map[string]string{
		"eps=1%": "epsilon=1pc", "n=1e4..": "n=1e4..", "filter=bloom,cuckoo": "filter=bloom,cuckoo", "filter!=map": "filter-not-map",
	} {
		if _, n, err := narrowed(t, where(t, strings.ReplaceAll(text, ",cuckoo", ",map"))); err != nil || n.Mark != strings.ReplaceAll(want, ",cuckoo", ",map") {
			t.Errorf("%s: %+v, %v", text, n, err)
		}
	}
	a, b := mark("filter:(a OR b)"), mark("filter:(a/OR b)")
	long := mark(strings.Repeat("filter=bloom,", 20))
	if a == b || len(long) > longest || strings.ContainsAny(a+b+long, "/ ():") {
		t.Errorf("%s, %s, %s", a, b, long)
	}
}

// Keys and values can have the names that the run's experiment had for them.
func TestOldNames(t *testing.T) {
	today, before := aRun(), aRun()
	before.Meta.Experiment = renamed.Sample
	for old, now := range map[string]string{
		"metric=question": "metric=query", "filter=table": "filter=map", "number=1000": "n=1000", "sequence=mixed": "order=shuffled",
		"filter:table number:1000": "filter:map n:1000", "tries=1": "attempts=1",
	} {
		kept, err := where(t, old).Narrow(before)
		if err != nil {
			t.Errorf("%s: %v", old, err)
			continue
		}
		want, err := where(t, now).Narrow(today)
		if err != nil {
			t.Fatal(err)
		}
		if kept.Kept != want.Kept || kept.Kept == kept.Of {
			t.Errorf("%s keeps %d rows, %s %d", old, kept.Kept, now, want.Kept)
		}
		if _, err := where(t, old).Narrow(today); err == nil {
			t.Errorf("%s is understood of an experiment that never had it", old)
		}
	}
}
