package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

func summarize(t *testing.T, run *runfolder.Run) *Summary {
	t.Helper()
	s, err := Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The truth of a synthetic run must lie within the intervals. All 160 means
// would not at 95 %, so that a wide margin of five half-widths stands in;
// warm-up rows are ten times too slow and would be seen.
func TestSummarizeFindsTheTruth(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{}))
	for _, name := range []runfolder.Metric{"init", "build", "hyphenate", "query"} {
		m := s.Metric(name)
		for nth, series := range m.Series {
			truth := synthetic.Truth(name, nth)
			if !series.Fitted || len(series.Cells) != 20 {
				t.Fatalf("%s %s: %d cells, fitted %v", series.Filter, name, len(series.Cells), series.Fitted)
			}
			if d := math.Abs(series.Line.Slope - truth.Slope); d > 5*series.Line.SlopeSE {
				t.Errorf("%s %s: slope %v, truth %v", series.Filter, name, series.Line.Slope, truth.Slope)
			}
			if d := math.Abs(series.TheilSen.Slope - truth.Slope); d > 6*series.Line.SlopeSE {
				t.Errorf("%s %s: Theil–Sen slope %v, truth %v", series.Filter, name, series.TheilSen.Slope, truth.Slope)
			}
			for i, c := range series.Cells {
				eps := s.Meta.Epsilon(c.Point)
				want := truth.Start + truth.Slope*100*eps.Float()
				if c.N != 30 || math.Abs(c.Mean-want) > 5*c.HalfWidth {
					t.Errorf("%s %s at %s %%: n = %d, mean %v ± %v, truth %v", series.Filter, name, eps.Percent(), c.N, c.Mean, c.HalfWidth, want)
				}
				if series.Values[i] != eps.String() || series.X(i) != 100*eps.Float() || series.Label(i) != eps.Percent() {
					t.Errorf("%s %s at %s: x %v, label %s", series.Filter, name, series.Values[i], series.X(i), series.Label(i))
				}
			}
			share := truth.Slope * 19 / (truth.Start + truth.Slope*10.5)
			if got := series.SweepShare(); math.Abs(got-share) > 0.03 {
				t.Errorf("%s %s: sweep %v, truth %v", series.Filter, name, got, share)
			}
		}
	}
	if warmup, rows := s.Samples.Warmup, s.Samples.Rows; warmup == 0 || warmup+rows != 31*warmup {
		t.Errorf("%d warm-up rows and %d measured rows, want 1:30", warmup, rows)
	}
}

func TestScales(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2}))
	for name, want := range map[runfolder.Metric]string{
		"init": "ms", "build": "µs", "hyphenate": "ms/pass ns/word", "query": "ns/word",
		"fp": "words %", "fpr_theory": "%", "fn": "keys", "bits": "bits bits/key", "resident_bits": "bits",
	} {
		var units []string
		for _, r := range s.Metric(name).Scales {
			units = append(units, r.Unit)
		}
		if got := strings.Join(units, " "); got != want {
			t.Errorf("%s is read in %s, want %s", name, got, want)
		}
	}
	fp := s.Metric("fp")
	c := fp.Of("bloom").Cells[0]
	if got, want := c.Mean*fp.Scales[1].Factor, 100*c.Mean/synthetic.Negatives; math.Abs(got-want) > 1e-12 {
		t.Errorf("measured rate %v %%, want %v", got, want)
	}
	run := s.Metric("hyphenate")
	c = run.Of("bloom").Cells[0]
	if got, want := c.Mean*run.Scales[0].Factor, c.Mean*synthetic.Words/1e6; math.Abs(got-want) > 1e-9 {
		t.Errorf("%v ms a pass, want %v", got, want)
	}
}

// An unknown metric, without ε, in its own unit.
// Baselines of a metric are those off all axes: what lies on one stands in its series.
func TestBaselinesOffAxes(t *testing.T) {
	s := &Summary{Meta: &runfolder.Meta{Filters: []string{"bloom"}, Baselines: []string{"none"}}}
	m := &Metric{}
	for _, c := range []runfolder.Cell{{Filter: "none"}, {Filter: "none", Point: "0.01"}, {Filter: "bloom"}} {
		m.Cells = append(m.Cells, Cell{Cell: c})
	}
	if list := s.Baselines(m); len(list) != 1 || list[0].Cell != m.Cells[0].Cell {
		t.Errorf("%+v", list)
	}
}

func TestUnknownMetric(t *testing.T) {
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "other", State: runfolder.Finished}}
	for i := range 4 {
		run.Rows = append(run.Rows,
			runfolder.Row{Seq: i, Round: i + 1, Filter: "linear", Metric: "mse", Value: float64(i), Unit: "1", Ops: 1},
			runfolder.Row{Seq: i, Round: i + 1, Filter: "linear", Metric: "insert", Value: 5000, Unit: "ns", Ops: 10})
	}
	s := summarize(t, run)
	if m := s.Metric("mse"); m.Cells[0].Mean != 1.5 || m.Scales[0] != (metric.Scale{Unit: "1", Factor: 1}) || len(m.Series) != 0 {
		t.Errorf("%+v", m)
	}
	if m := s.Metric("insert"); m.Cells[0].Mean != 500 || m.Scales[0].Unit != "ns" {
		t.Errorf("%+v", m)
	}
	for _, f := range table.Formats() {
		var b strings.Builder
		if err := WriteSummary(&b, s, f); err != nil || !strings.Contains(b.String(), "mse") || !strings.Contains(b.String(), "500") {
			t.Errorf("%s: %v\n%s", f, err, b.String())
		}
	}
}

// An experiment whose cells differ in axes of its own, and not in its other
// columns.
func TestPoints(t *testing.T) {
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "fbl", State: runfolder.Finished,
		Axes: []axis.Axis{axis.Counts("n", nil), axis.Counts("b", nil), axis.Names("rule")},
	}, Columns: []string{"noise"}}
	for i, at := range [][]string{{"30", "1", "x", "floor"}, {"30", "1", "y", "floor"}, {"30", "8", "x", "floor"}, {"30", "8", "x", ""}} {
		point, extra := runfolder.At(at[0], at[1], at[3]), at[2:3]
		run.Rows = append(run.Rows,
			runfolder.Row{Round: 1, Filter: "linear", Metric: "mse", Point: point, Value: float64(i + 1), Unit: "1", Ops: 1, Extra: extra},
			runfolder.Row{Round: 1, Filter: "linear", Metric: "insert", Point: point, Value: 1000, Unit: "ns", Ops: 10, Extra: extra})
	}
	run.Rows = append(run.Rows, runfolder.Row{Round: 1, Filter: "linear", Metric: "capacity", Point: runfolder.At("", "4", ""), Value: 9, Unit: "1", Ops: 1})
	s := summarize(t, run)
	columns := func(t table.Table) string { return strings.Join(t.Columns, " ") }
	if tables := s.values(pageWidth); len(tables) != 2 || columns(tables[0]) != "filter n b rule mse" || !slices.Equal(tables[1].Rows[0], []string{"linear", "4", "9"}) {
		t.Errorf("metrics of different cells are in %d tables: %+v", len(tables), tables)
	}
	if tables := s.times(s.Metric("insert")); len(tables) != 1 || columns(tables[0]) != "n b rule linear ns median min" || len(tables[0].Rows) != 3 {
		t.Errorf("the times are in %d tables: %+v", len(tables), tables)
	}
	var got []string
	for _, c := range s.Metric("mse").Cells {
		got = append(got, fmt.Sprintf("%s n=%d %v", c.Point, c.N, c.Mean))
	}
	want := []string{"30,1,floor n=2 1.5", "30,8, n=1 4", "30,8,floor n=1 3"}
	if !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	for f, want := range map[table.Format]string{
		table.Text: "linear  30  8  floor        3.0", table.Markdown: "| linear | 30 | 8 | floor | 3", table.CSV: "n=30 b=8 rule=floor", table.JSON: `"point": "n=30 b=1 rule=floor"`,
	} {
		var b strings.Builder
		if err := WriteSummary(&b, s, f); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v, no %q in\n%s", f, err, want, b.String())
		}
	}
}

func TestTables(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Reps: 3}))
	m := s.Metric("hyphenate")
	if got := m.Of("cuckoo").Tables; got != 5 {
		t.Errorf("cuckoo: %d tables, want 5", got)
	}
	if got := m.Of("bloom").Tables; got != 20 {
		t.Errorf("bloom: %d tables, want 20", got)
	}
	if got := s.Baselines(m); len(got) != 2 {
		t.Errorf("baselines %v", got)
	}
}

func TestUnfinishedRun(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Reps: 3})
	run.Meta.State = runfolder.Interrupted
	run.Rows = run.Rows[:len(run.Rows)*3/5]
	s := summarize(t, run)
	var b strings.Builder
	if err := WriteSummary(&b, s, table.Text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"interrupted: NOT FINISHED", "n = 1–2 a cell"} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestSummarizeErrors(t *testing.T) {
	row := func(value float64, unit string) runfolder.Row {
		return runfolder.Row{Seq: 7, Round: 1, Filter: "bloom", Metric: "init", Value: value, Unit: unit, Ops: 1}
	}
	for want, rows := range map[string][]runfolder.Row{
		"no measurement yet": nil,
		"1 warm-up rows":     {{Round: 0, Metric: "init"}},
		"NaN, not a finite":  {row(math.NaN(), "ns")},
		"in \"ms\"":          {row(1, "ns"), row(2, "ms")},
	} {
		if _, err := Summarize(&runfolder.Run{Rows: rows}, metric.Glossary{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

// Cells come in the order of the run's filters, whatever that of its rows.
func TestOrder(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"xor", "bloom"}, Epsilons: "0.01,0.02", Reps: 2})
	slices.Reverse(run.Rows)
	var order []string
	s := summarize(t, run)
	for _, c := range s.Metric("hyphenate").Cells {
		order = append(order, c.Filter+s.Meta.Epsilon(c.Point).String())
	}
	want := []string{"xor0.01", "xor0.02", "bloom0.01", "bloom0.02", "none", "no-exceptions"}
	if !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

// overTwoAxes is an interleaved run over n and hit rate of a filter, an exact
// map and a baseline off the axes, in the order of a shuffle. Times are lines
// in n, whose start and slope trueLine knows; the filter's size depends on n
// alone. With an ε, the filter is asked for that, and the map has none.
func overTwoAxes(epsilon ...axis.Rate) *runfolder.Run {
	const reps = 4
	counts, hits := []int{9, 10, 100, 1000}, []float64{0, 0.5, 1} // as texts, 9 is the last
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "other", Design: runfolder.Interleaved, Reps: reps, State: runfolder.Finished,
		Filters: []string{"bloom", "map"}, Baselines: []string{"none"},
		Axes: []axis.Axis{axis.Counts("n", counts), axis.Shares("hits", hits)},
	}}
	if len(epsilon) > 0 {
		run.Meta.Axes = append([]axis.Axis{axis.Rates(epsilon)}, run.Meta.Axes...)
	}
	at := func(filter, n, hit string) runfolder.Point {
		switch {
		case len(epsilon) == 0:
			return runfolder.At(n, hit)
		case filter == "bloom":
			return runfolder.At(epsilon[0].String(), n, hit)
		}
		return runfolder.At("", n, hit)
	}
	r := rand.New(rand.NewPCG(3, 5))
	for round := 1; round <= reps; round++ {
		row := func(filter string, name runfolder.Metric, at runfolder.Point, value float64, unit string, ops int64) runfolder.Row {
			return runfolder.Row{Round: round, Session: 1, Filter: filter, Metric: name, Point: at, Value: value, Unit: unit, Ops: ops, CPU: runfolder.NoCPU}
		}
		noise := 0.1 * (float64(round) - (reps+1)/2.0) // none in the mean
		rows := []runfolder.Row{row("none", "query", "", 10*(7+noise), "ns", 10)}
		for _, n := range counts {
			text := strconv.Itoa(n)
			rows = append(rows, row("bloom", "bits", at("bloom", text, ""), float64(10*n), "bits", 1))
			for _, filter := range run.Meta.Filters {
				for _, hit := range hits {
					start, slope := trueLine(filter, hit)
					rows = append(rows, row(filter, "query", at(filter, text, axis.ShareText(hit)), 10*(start+slope*float64(n)+noise), "ns", 10))
				}
			}
		}
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		run.Rows = append(run.Rows, rows...)
	}
	return run
}

func trueLine(filter string, hit float64) (start, slope float64) {
	if filter == "map" {
		return 40, 0.2 - 0.1*hit
	}
	return 20, 0.01 + 0.02*hit
}

// Over two axes a cell is a place on both, a series runs along one of them
// where the other stands still, and the tables say so.
func TestTwoAxes(t *testing.T) {
	s := summarize(t, overTwoAxes())
	m := s.Metric("query")

	var names []string
	for _, series := range m.Series {
		names = append(names, series.Filter+" "+series.Rest)
		hit, err := strconv.ParseFloat(strings.TrimPrefix(series.Rest, "hits="), 64)
		if err != nil {
			t.Fatal(err)
		}
		start, slope := trueLine(series.Filter, hit)
		if series.Axis.Name != "n" || !slices.Equal(series.Values, []string{"9", "10", "100", "1000"}) || series.X(3) != 1000 || series.Label(3) != "1,000" {
			t.Errorf("%s %s lies along %s at %q", series.Filter, series.Rest, series.Axis.Name, series.Values)
			continue
		}
		if !series.Fitted || math.Abs(series.Line.Slope-slope) > 1e-9 || math.Abs(series.Line.At(0)-start) > 1e-6 || math.Abs(series.TheilSen.Slope-slope) > 1e-9 {
			t.Errorf("%s %s: %v + %v n, Theil–Sen %v; want %v + %v n", series.Filter, series.Rest, series.Line.At(0), series.Line.Slope, series.TheilSen.Slope, start, slope)
		}
		if share := slope * 991 / (start + slope*1119/4); math.Abs(series.SweepShare()-share) > 1e-9 {
			t.Errorf("%s %s: sweep %v, want %v", series.Filter, series.Rest, series.SweepShare(), share)
		}
		for i, c := range series.Cells { // a cell over several n would lie between them
			if want := start + slope*series.X(i); c.N != 4 || math.Abs(c.Mean-want) > 1e-9 {
				t.Errorf("%s %s at n = %s: %d values, mean %v; want 4, %v", series.Filter, series.Rest, series.Values[i], c.N, c.Mean, want)
			}
		}
	}
	if diff := cmp.Diff([]string{"bloom hits=0", "bloom hits=0.5", "bloom hits=1", "map hits=0", "map hits=0.5", "map hits=1"}, names); diff != "" {
		t.Errorf("series: %s", diff)
	}
	if got := s.Baselines(m); len(m.Cells) != 2*4*3+1 || len(got) != 1 || got[0].Filter != "none" || got[0].N != 4 {
		t.Errorf("%d cells, baselines %v", len(m.Cells), got)
	}

	places := []string{"9 0", "9 0.5", "9 1", "10 0", "10 0.5", "10 1", "100 0", "100 0.5", "100 1", "1,000 0", "1,000 0.5", "1,000 1"}
	first := func(t table.Table, from, columns int) (list []string) {
		for _, row := range t.Rows {
			list = append(list, strings.Join(row[from:from+columns], " "))
		}
		return list
	}
	times := s.times(m)
	if len(times) != 1 {
		t.Fatalf("%d tables of times", len(times))
	}
	if diff := cmp.Diff([]string{"n", "hits", "bloom ns/word", "median", "min", "map ns/word", "median", "min"}, times[0].Columns); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(places, first(times[0], 0, 2)); diff != "" {
		t.Errorf("side by side: %s", diff)
	}
	if notes := strings.Join(times[0].Notes, " "); !strings.Contains(notes, "no filter (exact map alone): 7.00 ± 0.21 ns/word") {
		t.Errorf("the baseline is not below the times: %q", notes)
	}
	var rows []string // a row for every cell, the baseline last
	for _, filter := range []string{"bloom ", "map "} {
		for _, at := range places {
			rows = append(rows, filter+at)
		}
	}
	long := s.Tables()[0]
	if diff := cmp.Diff([]string{"filter", "n", "hits", "values"}, long.Columns[:4]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(append(rows, "none – –"), first(long, 0, 3)); diff != "" {
		t.Errorf("a row for every cell: %s", diff)
	}

	values := s.values(pageWidth)
	if len(values) != 1 || !slices.Equal(values[0].Columns, []string{"filter", "n", "bits"}) {
		t.Fatalf("other values: %+v", values)
	}
	if diff := cmp.Diff([]string{"bloom 9 90", "bloom 10 100", "bloom 100 1,000", "bloom 1,000 10,000"}, first(values[0], 0, 3)); diff != "" {
		t.Errorf("other values: %s", diff)
	}

	trends := s.trends()
	if len(trends) != 1 || trends[0].Title != "trends over n" || trends[0].Columns[2] != "at" || !strings.Contains(strings.Join(trends[0].Lines, " "), "per n;") {
		t.Fatalf("trends: %+v", trends)
	}
	if diff := cmp.Diff([]string{
		"query bloom hits=0 ns", "query bloom hits=0.5 ns", "query bloom hits=1 ns",
		"query map hits=0 ns", "query map hits=0.5 ns", "query map hits=1 ns",
	}, first(trends[0], 0, 4)); diff != "" {
		t.Errorf("trends: %s", diff)
	}
	for f, want := range map[table.Format]string{
		table.Text: "trends over n", table.Markdown: "| query | map | hits=0.5 | ns |", table.CSV: ",n,,0\nseries,map,,hits=0.5,query,", table.JSON: `"along": "n"`,
	} {
		var b strings.Builder
		if err := WriteSummary(&b, s, f); err != nil || !strings.Contains(b.String(), want) || strings.Contains(b.String(), "ε") {
			t.Errorf("%s: %v, no %q or an ε in\n%s", f, err, want, b.String())
		}
	}
}

// A structure without ε stands beside one that has it: on the other axes it has
// its place, and is no baseline.
func TestExactBesideApproximate(t *testing.T) {
	s := summarize(t, overTwoAxes(axis.Per/100))
	m := s.Metric("query")
	var names []string
	for _, series := range m.Series {
		names = append(names, series.Filter+" "+series.Rest)
		if series.Axis.Name != "n" || len(series.Cells) != 4 {
			t.Errorf("%s %s lies along %s with %d cells", series.Filter, series.Rest, series.Axis.Name, len(series.Cells))
		}
	}
	if diff := cmp.Diff([]string{
		"bloom epsilon=0.01 hits=0", "bloom epsilon=0.01 hits=0.5", "bloom epsilon=0.01 hits=1", "map hits=0", "map hits=0.5", "map hits=1",
	}, names); diff != "" {
		t.Errorf("series: %s", diff)
	}
	if got := s.Baselines(m); len(got) != 1 || got[0].Filter != "none" {
		t.Errorf("baselines %v", got)
	}
	times := s.times(m)[0]
	if got := strings.Join(times.Columns[:3], " "); got != "ε % n hits" || len(times.Rows) != 2*12 {
		t.Fatalf("%d rows over %s", len(times.Rows), got)
	}
	for i, want := range map[int]string{0: " 9 0 – – –", 11: " 1,000 1 – – –", 12: "1 9 0 20.09 ± 0.21 20.09 19.94 – – –", 23: "1 1,000 1 50.00 ± 0.21 50.00 49.85 – – –"} {
		if got := strings.Join(times.Rows[i], " "); !strings.HasPrefix(got, want) {
			t.Errorf("row %d is %q, want %q", i+1, got, want)
		}
	}
	if trends := s.trends(); len(trends) != 1 || trends[0].Rows[0][2] != "epsilon=0.01 hits=0" || trends[0].Rows[5][2] != "hits=1" {
		t.Errorf("trends: %+v", trends)
	}
}

// Many structures have a table with a row for each cell in the place of pairs
// side by side, and no table is wider than a terminal. Rows are in the order of
// the run, whichever metric is in a table.
func TestManyStructures(t *testing.T) {
	names := strings.Fields("map gcs bloom blocked register cuckoo xor")
	tables := func(n int) []table.Table {
		run := synthetic.Run(synthetic.Options{Filters: names[:n], Epsilons: "0.01,0.05", Reps: 3})
		for _, name := range []runfolder.Metric{"load_limit_of_the_table", "fn_after_many_deletions", "bits_of_the_whole_table"} {
			for _, r := range run.Rows {
				if r.Metric == metric.FalseNegatives && (r.Filter == "cuckoo" || name == "bits_of_the_whole_table") {
					r.Metric = name
					run.Rows = append(run.Rows, r)
				}
			}
		}
		return summarize(t, run).page(pageWidth).Tables
	}
	if few := tables(6); len(few) < 3 || len(few[0].Columns) < 5 || few[0].Columns[0] == "filter" {
		t.Errorf("six structures are not side by side: %q", few[0].Columns)
	}
	many := tables(7)
	if got := many[0]; got.Columns[0] != "filter" || len(got.Rows) != 7*2+2 {
		t.Errorf("%d rows below %q", len(got.Rows), got.Columns)
	}
	values := 0
	for _, m := range many {
		if !m.Fits(pageWidth) {
			t.Errorf("%s %q is wider than a terminal", m.Title, m.Columns)
		}
		if m.Columns[0] != "filter" || len(m.Rows) != 14 {
			continue
		}
		values++
		var order []string
		for _, r := range m.Rows {
			order = append(order, r[0])
		}
		if got := slices.Compact(order); !slices.Equal(got, names) {
			t.Errorf("%q: the structures are in the order %q", m.Columns, got)
		}
	}
	if values < 2 {
		t.Errorf("%d tables of values, want them in parts", values)
	}
}
