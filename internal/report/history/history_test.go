package history

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/selection"
	"hyphbench/internal/stats"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// on is a run, days after the first one, on a machine, all of whose times are f times
// as long.
func on(days int, cpu string, f float64, o synthetic.Options) *runfolder.Run {
	run := synthetic.Run(o)
	session := &run.Meta.Sessions[0]
	session.Start = session.Start.AddDate(0, 0, days)
	session.Machine = &machine.Machine{CPU: machine.CPU{Model: cpu}, OS: "linux"}
	run.Dir = session.Start.Format("20060102T150405Z") + "-thesis"
	run.Meta.Build = map[string]string{"vcs.revision": strings.Repeat("abcdef0123", 4)}
	for i := range run.Rows {
		if run.Rows[i].Timed() {
			run.Rows[i].Value *= f
		}
	}
	return run
}

func small() synthetic.Options { return synthetic.Options{Epsilons: "0.01,0.05", Reps: 6} }

func summaries(t *testing.T, by report.Statistic, conditions string, runs ...*runfolder.Run) []*report.Summary {
	t.Helper()
	var list []*report.Summary
	for _, run := range runs {
		var s selection.Selection
		if conditions != "" {
			if err := s.Where(conditions); err != nil {
				t.Fatal(err)
			}
		}
		sum, err := report.View{Selection: &s, By: by}.Shown(run, synthetic.Glossary())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sum)
	}
	return list
}

func followed(t *testing.T, by report.Statistic, conditions string, name runfolder.Metric, runs ...*runfolder.Run) *History {
	t.Helper()
	h, err := New(summaries(t, by, conditions, runs...), name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func line(t *testing.T, h *History, filter string) Line {
	t.Helper()
	for _, l := range h.Lines {
		if l.Filter == filter {
			return l
		}
	}
	t.Fatalf("no line of %s", filter)
	return Line{}
}

// At one place a median is the summary's and a mean that of the answer's table, which decides;
// over several it is the geometric mean, so that times twice as long have twice the value.
func TestValues(t *testing.T) {
	first, twice := on(0, "CPU 1", 1, small()), on(1, "CPU 1", 2, small())
	for _, by := range report.Statistics() {
		h := followed(t, by, "eps=1%", metric.Query, twice, first)
		s := summaries(t, by, "", first)[0]
		m := s.Metric(metric.Query)
		want := m.Cell("bloom", runfolder.At("0.01")).Scaled(m.Scales[0].Factor)
		if by == report.Means {
			narrow := summaries(t, by, "eps=1%", first)[0]
			levels, _ := compare.Levels(narrow, metric.Query)
			l := levels[slices.IndexFunc(levels, func(l compare.Level) bool { return l.Filter == "bloom" })]
			want = stats.Description{N: 6}.Around(l.Value, l.In)
		}
		if got := line(t, h, "bloom").Values[0].Description; got.N != want.N || math.Abs(got.Mean/want.Mean-1) > 1e-12 || math.Abs(got.HalfWidth/want.HalfWidth-1) > 1e-9 || math.Abs(got.CI().Low/want.CI().Low-1) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", by, got, want)
		}
		h = followed(t, by, "", metric.Query, twice, first)
		l := line(t, h, "bloom")
		if l.Places != 2 || math.Abs(l.Values[1].Mean/l.Values[0].Mean-2) > 1e-9 || math.Abs(l.Values[1].HalfWidth/l.Values[0].HalfWidth-2) > 1e-9 {
			t.Errorf("%s: %+v", by, l)
		}
		a, b := m.Cell("bloom", runfolder.At("0.01")), m.Cell("bloom", runfolder.At("0.05"))
		if want := math.Sqrt(a.Mean * b.Mean); math.Abs(l.Values[0].Mean/want-1) > 0.01 {
			t.Errorf("%s: %v, want about %v", by, l.Values[0].Mean, want)
		}
	}
	if h := followed(t, report.Medians, "", metric.Bits, first); h.By != report.Means {
		t.Errorf("sizes by the %s", h.By)
	}
	if _, err := New(summaries(t, report.Means, "", first), "mse"); err == nil || !strings.Contains(err.Error(), `no measurement of "mse"`) {
		t.Error(err)
	}
}

// Runs are in the order of their start; machines have letters, and what changes from
// one run to the next is named.
func TestChanges(t *testing.T) {
	words := on(4, "CPU 1", 1, small())
	words.Meta.Inputs[0].SHA256 = "0000"
	parameters := on(5, "CPU 1", 1, small())
	parameters.Meta.Inputs[0].SHA256 = "0000"
	parameters.Meta.Parameters = map[string]string{"store": "map"}
	rounds := on(6, "CPU 1", 1, small()) // which decide on the rounds alone
	rounds.Meta.Inputs[0].SHA256 = "0000"
	rounds.Meta.Parameters = map[string]string{"store": "map", runfolder.Against: "0123", runfolder.Resolve: "1%"}
	h := followed(t, report.Means, "", metric.Query, rounds, parameters, words, on(2, "CPU 2", 1, small()), on(3, "CPU 1", 1, small()), on(0, "CPU 1", 1, small()), on(1, "CPU 1", 1, small()))
	var got []string
	for i, r := range h.Runs {
		if i > 0 && r.Start.Before(h.Runs[i-1].Start) {
			t.Errorf("%v follows %v", r.Start, h.Runs[i-1].Start)
		}
		got = append(got, Letter(r.Machine)+":"+h.change(r))
	}
	if want := "A: A: B:machine B A:machine A A:inputs A:parameters store A:"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
	if len(h.Machines) != 2 || !strings.Contains(h.Machines[1], "CPU 2") || Letter(27) != "B2" {
		t.Errorf("%q", h.Machines)
	}
}

// All runs are read at the places of the newest. One that lacks a place has no value
// and no point; the axes of an older run may stand in another order.
func TestPlaces(t *testing.T) {
	fewer := on(0, "CPU 1", 1, synthetic.Options{Epsilons: "0.01", Reps: 4})
	more := on(1, "CPU 1", 1, synthetic.Options{Epsilons: "0.01,0.02,0.05", Reps: 4})
	newest := on(2, "CPU 1", 1, small())
	h := followed(t, report.Means, "", metric.Query, fewer, more, newest)
	l := line(t, h, "bloom")
	if l.Places != 2 || l.Values[0].N != 0 || l.Values[1].N != 4 || l.Values[2].N != 6 {
		t.Errorf("%+v", l)
	}
	if t1 := h.page().Tables[0]; t1.Rows[0][slices.Index(t1.Columns, "bloom")] != table.Blank {
		got := t1.Rows[0]
		t.Errorf("a run without a place has %q", got)
	}
	if want := "bloom, cuckoo (without all points of the newest run) of " + fewer.Dir; !slices.Equal(h.LeftOut, []string{want}) {
		t.Errorf("left out: %q, want %q", h.LeftOut, want)
	}
	points := 0
	for _, c := range h.curves(0, l) {
		points += len(c.Points)
	}
	if points != 2 {
		t.Errorf("%d points, want 2", points)
	}
	turned := on(1, "CPU 1", 1, small())
	turned.Meta.Axes = append([]axis.Axis{axis.Counts("n", nil)}, turned.Meta.Axes...)
	for i, row := range turned.Rows {
		turned.Rows[i].Point = runfolder.At("", row.Point.Value(0))
	}
	if l := line(t, followed(t, report.Means, "", metric.Query, turned, newest), "bloom"); l.Values[0].N != 6 {
		t.Errorf("axes in another order: %+v", l)
	}
	if l := line(t, followed(t, report.Means, "", metric.Query, newest, on(3, "CPU 1", 1, small()), turned), "none"); l.Places != 1 || l.Values[1].N != 6 {
		t.Errorf("a baseline: %+v", l)
	}
}

// Structures that only earlier runs have are named, once for all of these runs.
func TestLeftOut(t *testing.T) {
	other := synthetic.Options{Filters: []string{"xor", "bloom"}, Epsilons: "0.01,0.05", Reps: 4}
	var runs []*runfolder.Run
	for day := range 5 {
		runs = append(runs, on(day, "CPU 1", 1, other))
	}
	h := followed(t, report.Means, "", metric.Query, append(runs, on(5, "CPU 1", 1, small()))...)
	want := "xor (not in the newest run) of " + runs[0].Dir + ", " + runs[1].Dir + ", " + runs[2].Dir + " and 2 more"
	if !slices.Equal(h.LeftOut, []string{want}) {
		t.Errorf("%q, want %q", h.LeftOut, want)
	}
	var text strings.Builder
	if err := Write(&text, h, table.Text); err != nil || !strings.Contains(text.String(), "left out") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if h := followed(t, report.Means, "", metric.Query, runs...); h.LeftOut != nil {
		t.Errorf("left out of equal runs: %q", h.LeftOut)
	}
}

// A run is known by the name that its user gave it, others by their time; a column of changes
// without a change is left out.
func TestNamesOfRuns(t *testing.T) {
	named := on(1, "CPU 1", 1, small())
	named.Dir = "results/before"
	got := followed(t, report.Means, "", metric.Query, on(0, "CPU 1", 1, small()), named).page().Tables[0]
	if !slices.Equal(got.Columns[:4], []string{"started (UTC)", "run", "on", "revision"}) || got.Columns[4] == "change" {
		t.Errorf("columns %v", got.Columns)
	}
	if got.Ranks[1] != 0 || got.Rows[0][1] != "" || got.Rows[1][1] != "before" {
		t.Errorf("%v in %v", got.Ranks, got.Rows)
	}
	if long := got.Else; !slices.Equal(long.Columns[:3], []string{"filter", "started (UTC)", "run"}) || long.Rows[1][2] != "before" || len(long.Ranks) != len(long.Columns) {
		t.Errorf("a line for each run: %v in %v", long.Rows, long.Columns)
	}
	other := on(2, "CPU 2", 1, small())
	got = followed(t, report.Means, "", metric.Query, on(0, "CPU 1", 1, small()), other).page().Tables[0]
	if got.Columns[4] != "change" || got.Ranks[1] == 0 || got.Rows[1][1] != other.Dir {
		t.Errorf("columns %v, ranks %v, rows %v", got.Columns, got.Ranks, got.Rows)
	}
}

func TestWrite(t *testing.T) {
	h := followed(t, report.Means, "filter=bloom,cuckoo", metric.Query, on(0, "CPU 1", 1, small()), on(1, "CPU 2", 1.5, small()))
	texts := map[table.Format]string{}
	for _, f := range table.Formats() {
		var b strings.Builder
		if err := Write(&b, h, f); err != nil {
			t.Fatal(err)
		}
		texts[f] = b.String()
	}
	for _, want := range []string{"narrowed   to filter = bloom, cuckoo", "machine B", "query — one query to the filter alone, in ns/word", "21.10 ± 0.11  22.44 ± 0.29", "20 % trimmed means of wall time ±", "abcdef0123ab", "geometric mean"} {
		if !strings.Contains(strings.Join(strings.Fields(texts[table.Text]), " "), strings.Join(strings.Fields(want), " ")) { // lines are folded
			t.Errorf("no %q in\n%s", want, texts[table.Text])
		}
	}
	records, err := csv.NewReader(strings.NewReader(texts[table.CSV])).ReadAll() // also checks the widths
	if err != nil || len(records) != 5 || records[2][12] != "machine" {
		t.Errorf("%q, %v", records, err)
	}
	var parsed struct {
		Metric string
		Lines  []struct {
			Filter string
			Values []struct {
				Value   float64
				Changes []string
			}
		}
	}
	if err := json.Unmarshal([]byte(texts[table.JSON]), &parsed); err != nil || len(parsed.Lines) != 2 || parsed.Lines[1].Values[1].Changes[0] != "machine" {
		t.Errorf("%+v, %v", parsed, err)
	}
}

// The figure marks changes, breaks its lines there, and is the same byte for byte.
func TestDrawing(t *testing.T) {
	var runs []*runfolder.Run
	for day := range 11 {
		cpu, f := "CPU 1", 1+0.01*float64(day%3)
		if day >= 7 {
			cpu, f = "CPU 2", 0.8+0.01*float64(day%3)
		}
		run := on(day, cpu, f, small())
		if day >= 4 {
			run.Meta.Parameters = map[string]string{"store": "map"}
		}
		runs = append(runs, run)
	}
	h := followed(t, report.Medians, "filter=bloom,cuckoo", metric.Query, runs...)
	for l, name := range map[bilingual.Lang]string{bilingual.English: "history-en.svg", bilingual.Portuguese: "history-pt.svg"} {
		d, err := h.Drawing(l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Encode(figure.SVG, figure.Label{ID: "history", Title: "history", Date: time.Time{}})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != string(got) {
			t.Errorf("%s is another picture (%v)", file, err)
		}
		if words := map[bilingual.Lang][]string{bilingual.English: {"machine B", "parameters"}, bilingual.Portuguese: {"máquina B", "parâmetros"}}[l]; !strings.Contains(string(got), words[0]) || !strings.Contains(string(got), words[1]) {
			t.Errorf("%s lacks one of %q", name, words)
		}
	}
	if n := len(h.curves(0, h.Lines[0])); n != 3 {
		t.Errorf("%d pieces of a line with two changes", n)
	}
	many := synthetic.Options{Filters: strings.Fields("a b c d e f g h i"), Epsilons: "0.01", Reps: 2}
	if _, err := followed(t, report.Means, "filter!=none", metric.Query, on(0, "CPU 1", 1, many)).Drawing(bilingual.English); err == nil || !strings.Contains(err.Error(), "9 structures are too many for one figure: want --filter with 8 at most") {
		t.Error(err)
	}
}

// Runs of one day are told apart by the hour; one run alone has room.
func TestOneDay(t *testing.T) {
	a, b := on(0, "CPU 1", 1, small()), on(0, "CPU 1", 1, small())
	b.Meta.Sessions[0].Start = b.Meta.Sessions[0].Start.Add(time.Hour)
	if day, labels := followed(t, report.Means, "", metric.Query, a, b).labels(); day != "2026-01-02" || labels[1] != "04:04:05" {
		t.Errorf("%q, %q", day, labels)
	}
	h := followed(t, report.Means, "", metric.FalseNegatives, a)
	if _, err := h.Drawing(bilingual.English); err != nil {
		t.Error(err)
	}
	if low, high := room(h.curves(0, h.Lines[0])); !(low >= 0 && high > low) {
		t.Errorf("from %v to %v", low, high)
	}
}

// Of runs so many have a date as there is room for, in equal steps from the first one.
func TestLabels(t *testing.T) {
	for runs, every := range map[int]int{1: 1, 8: 1, 9: 2, 16: 2, 17: 3, 24: 3} {
		h := &History{Runs: make([]Run, runs)}
		_, labels := h.labels()
		for i, label := range labels {
			if (label != "") != (i%every == 0) {
				t.Errorf("%d of %d runs: %q, want one of %d", i+1, runs, label, every)
			}
		}
	}
}

// The sentence names the largest number of points, whichever structure has it.
func TestPointsOfHow(t *testing.T) {
	for _, places := range [][]int{{3, 1}, {1, 3}} {
		h := &History{}
		for _, n := range places {
			h.Lines = append(h.Lines, Line{Places: n})
		}
		if how := h.How(); !strings.HasSuffix(how, "up to 3") {
			t.Errorf("%v: %s", places, how)
		}
	}
}

// A run on several machines has no time that stands for it: the history leaves it blank,
// and refuses to begin from it.
func TestHistoryOfMachines(t *testing.T) {
	of := func(run *runfolder.Run, day int) *report.Summary {
		for i := range run.Meta.Sessions {
			run.Meta.Sessions[i].Start = run.Meta.Sessions[i].Start.AddDate(0, 0, day)
		}
		s, err := report.Summarize(run, synthetic.Glossary())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	o := synthetic.Options{Epsilons: "0.01", Reps: 6}
	several := func(day int) *report.Summary {
		return of(synthetic.Machines(o, synthetic.On{}, synthetic.On{Speed: 2}), day)
	}
	h, err := New([]*report.Summary{several(0), of(synthetic.Run(o), 1)}, synthetic.Hyphenate)
	if err != nil {
		t.Fatal(err)
	}
	if values := h.Lines[0].Values; values[0].N != 0 || values[1].N != 6 {
		t.Errorf("values %+v", values)
	}
	runs := []*report.Summary{of(synthetic.Run(o), 0), several(1)}
	if _, err := New(runs, synthetic.Hyphenate); err == nil || !strings.Contains(err.Error(), "2 machines") {
		t.Error(err)
	}
	if _, err := New(runs, "bits"); err != nil {
		t.Errorf("sizes: %v", err)
	}
}

// A pass over more words is other work: runs of lists of different lengths are followed per word,
// each by its own time, in every format; runs of one list by the pass.
func TestListsOfDifferentLengths(t *testing.T) {
	old, newest := on(0, "CPU 1", 1, small()), on(1, "CPU 1", 1, small())
	if h := followed(t, report.Means, "", synthetic.Hyphenate, old, newest); h.Scale.Unit != "ms/pass" || strings.Contains(h.How(), "lengths") {
		t.Errorf("one list: %s", h.How())
	}
	newest.Meta.Inputs = slices.Clone(newest.Meta.Inputs)
	newest.Meta.Inputs[0].Count *= 2
	h := followed(t, report.Means, "", synthetic.Hyphenate, old, newest)
	if want := "ns/word, since the runs' lists have different lengths"; !strings.Contains(h.How(), want) {
		t.Errorf("%q lacks %q", h.How(), want)
	}
	for _, l := range h.Lines {
		if old, newest := l.Values[0].Mean, l.Values[1].Mean; math.Abs(old/newest-1) > 0.01 || old < 10 {
			t.Errorf("%s: %v and %v ns per word, though the words take the same time", l.Filter, old, newest)
		}
	}
	for _, r := range h.records()[1:] {
		if r[6] != "ns/word" {
			t.Errorf("csv: %q", r)
		}
	}
	if sizes := followed(t, report.Means, "", metric.Bits, old, newest); strings.Contains(sizes.How(), "lengths") {
		t.Errorf("sizes: %s", sizes.How())
	}
}

// A run that has not all points of the newest has no level, which is said: a mean over other
// points would be another quantity.
func TestLackingPointsAreNamed(t *testing.T) {
	fewer, more := on(0, "CPU 1", 1, synthetic.Options{Epsilons: "0.01", Reps: 4}), on(1, "CPU 1", 1, small())
	if how := followed(t, report.Means, "", metric.Query, fewer, more).How(); !strings.Contains(how, "up to 2; – of a run that lacks any of them") {
		t.Error(how)
	}
	if how := followed(t, report.Means, "", metric.Query, more, on(2, "CPU 1", 1, small())).How(); strings.Contains(how, "lacks") {
		t.Error(how)
	}
}

// The axis has a margin of 12 % of all intervals, and does not begin below zero, since times
// are not.
func TestRoom(t *testing.T) {
	point := func(value, half float64) figure.CurvePoint { return figure.CurvePoint{Value: value, Half: half} }
	for _, c := range []struct {
		points    []figure.CurvePoint
		low, high float64
	}{
		{[]figure.CurvePoint{point(10, 1), point(12, 0.5), point(11, 2)}, 8.52, 13.48}, // 9 to 13
		{[]figure.CurvePoint{point(1, 0.5), point(10, 0)}, 0, 11.14},                   // 0.5 to 10
		{[]figure.CurvePoint{point(20, 0)}, 19, 21},
		{[]figure.CurvePoint{point(0, 0)}, 0, 1},
	} {
		for _, curves := range [][]figure.Curve{{{Points: c.points}}, {{Points: c.points[:1]}, {Points: c.points[1:]}}} {
			if low, high := room(curves); math.Abs(low-c.low) > 1e-9 || math.Abs(high-c.high) > 1e-9 {
				t.Errorf("%v: %v to %v, want %v to %v", c.points, low, high, c.low, c.high)
			}
		}
	}
}
