package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

func summarize(t *testing.T, run *runfolder.Run) *Summary {
	t.Helper()
	s, err := Summarize(run)
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
	for _, metric := range []string{"init", "build", "hyphenate", "query"} {
		m := s.Metric(metric)
		for nth, series := range m.Series {
			truth := synthetic.Truth(metric, nth)
			if !series.Fitted || len(series.Cells) != 20 {
				t.Fatalf("%s %s: %d cells, fitted %v", series.Filter, metric, len(series.Cells), series.Fitted)
			}
			if d := math.Abs(series.Line.Slope - truth.Slope); d > 5*series.Line.SlopeSE {
				t.Errorf("%s %s: slope %v, truth %v", series.Filter, metric, series.Line.Slope, truth.Slope)
			}
			if d := math.Abs(series.TheilSen.Slope - truth.Slope); d > 6*series.Line.SlopeSE {
				t.Errorf("%s %s: Theil–Sen slope %v, truth %v", series.Filter, metric, series.TheilSen.Slope, truth.Slope)
			}
			for _, c := range series.Cells {
				want := truth.Start + truth.Slope*100*c.Epsilon.Float()
				if c.N != 30 || math.Abs(c.Mean-want) > 5*c.HalfWidth {
					t.Errorf("%s %s at %s %%: n = %d, mean %v ± %v, truth %v", series.Filter, metric, c.Epsilon.Percent(), c.N, c.Mean, c.HalfWidth, want)
				}
			}
			share := truth.Slope * 19 / (truth.Start + truth.Slope*10.5)
			if got := series.SweepShare(); math.Abs(got-share) > 0.03 {
				t.Errorf("%s %s: sweep %v, truth %v", series.Filter, metric, got, share)
			}
		}
	}
	if s.Warmup == 0 || s.Warmup+s.Rows != 31*s.Warmup {
		t.Errorf("%d warm-up rows and %d that count, want 1:30", s.Warmup, s.Rows)
	}
}

func TestReadings(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2}))
	for metric, want := range map[string]string{
		"init": "ms", "build": "µs", "hyphenate": "ms/pass ns/word", "query": "ns/word",
		"fp": "words %", "fpr_theory": "%", "fn": "keys", "bits": "bits bits/key", "resident_bits": "bits",
	} {
		var units []string
		for _, r := range s.Metric(metric).Readings {
			units = append(units, r.Unit)
		}
		if got := strings.Join(units, " "); got != want {
			t.Errorf("%s is read in %s, want %s", metric, got, want)
		}
	}
	fp := s.Metric("fp")
	c := fp.Of("bloom").Cells[0]
	if got, want := c.Mean*fp.Readings[1].Factor, 100*c.Mean/synthetic.Negatives; math.Abs(got-want) > 1e-12 {
		t.Errorf("measured rate %v %%, want %v", got, want)
	}
	run := s.Metric("hyphenate")
	c = run.Of("bloom").Cells[0]
	if got, want := c.Mean*run.Readings[0].Factor, c.Mean*synthetic.Words/1e6; math.Abs(got-want) > 1e-9 {
		t.Errorf("%v ms a pass, want %v", got, want)
	}
}

// A metric that the package has never heard of, without ε, in its own unit.
func TestUnknownMetric(t *testing.T) {
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "other", State: runfolder.Finished}}
	for i := range 4 {
		run.Rows = append(run.Rows,
			runfolder.Row{Seq: i, Round: i + 1, Filter: "linear", Metric: "mse", Value: float64(i), Unit: "1", Ops: 1},
			runfolder.Row{Seq: i, Round: i + 1, Filter: "linear", Metric: "insert", Value: 5000, Unit: "ns", Ops: 10})
	}
	s := summarize(t, run)
	if m := s.Metric("mse"); m.Cells[0].Mean != 1.5 || m.Readings[0] != (Reading{"1", 1}) || len(m.Series) != 0 {
		t.Errorf("%+v", m)
	}
	if m := s.Metric("insert"); m.Cells[0].Mean != 500 || m.Readings[0].Unit != "ns" {
		t.Errorf("%+v", m)
	}
	for _, f := range Formats() {
		var b strings.Builder
		if err := WriteSummary(&b, s, f); err != nil || !strings.Contains(b.String(), "mse") {
			t.Errorf("%s: %v\n%s", f, err, b.String())
		}
	}
}

// An experiment whose cells differ in columns of its own.
func TestPoints(t *testing.T) {
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "fbl", State: runfolder.Finished,
		Columns: runfolder.Columns("n", "b", "noise", "rule"), Points: []string{"n", "b", "rule"},
	}}
	for i, extra := range [][]string{{"30", "1", "x", "floor"}, {"30", "1", "y", "floor"}, {"30", "8", "x", "floor"}, {"30", "8", "x", ""}} {
		run.Rows = append(run.Rows,
			runfolder.Row{Round: 1, Filter: "linear", Metric: "mse", Value: float64(i + 1), Unit: "1", Ops: 1, Extra: extra},
			runfolder.Row{Round: 1, Filter: "linear", Metric: "insert", Value: 1000, Unit: "ns", Ops: 10, Extra: extra})
	}
	run.Rows = append(run.Rows, runfolder.Row{Round: 1, Filter: "linear", Metric: "capacity", Value: 9, Unit: "1", Ops: 1, Extra: []string{"", "4", "", ""}})
	s := summarize(t, run)
	if tables := s.values(); len(tables) != 2 || len(tables[0].columns) != 6 || !slices.Equal(tables[1].rows[0], []string{"linear", "4", "9"}) {
		t.Errorf("metrics of different cells are in %d tables: %+v", len(tables), tables)
	}
	var got []string
	for _, c := range s.Metric("mse").Cells {
		got = append(got, fmt.Sprintf("%s n=%d %v", c.Point, c.N, c.Mean))
	}
	want := []string{"30,1,floor n=2 1.5", "30,8,floor n=1 3", "30,8, n=1 4"}
	if !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	for f, want := range map[Format]string{
		Text: "linear  30  8  floor        3.0", Markdown: "| linear | 30 | 8 | floor | 3", CSV: "n=30 b=8 rule=floor", JSON: `"point": "n=30 b=1 rule=floor"`,
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
	if len(m.Baselines()) != 2 {
		t.Errorf("baselines %v", m.Baselines())
	}
}

func TestUnfinishedRun(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Reps: 3})
	run.Meta.State = runfolder.Interrupted
	run.Rows = run.Rows[:len(run.Rows)*3/5]
	s := summarize(t, run)
	var b strings.Builder
	if err := WriteSummary(&b, s, Text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"interrupted: NOT FINISHED", "n = 1–2 a cell"} {
		if !strings.Contains(b.String(), want) {
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
		"not a finite":       {row(math.NaN(), "ns")},
		"in \"ms\"":          {row(1, "ns"), row(2, "ms")},
	} {
		if _, err := Summarize(&runfolder.Run{Rows: rows}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

// Cells come in the order of the run's filters, whatever that of its rows.
func TestOrder(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"xor", "bloom"}, Epsilons: "0.01,0.02", Reps: 2})
	slices.Reverse(run.Rows)
	var order []string
	for _, c := range summarize(t, run).Metric("hyphenate").Cells {
		order = append(order, c.Filter+c.Epsilon.String())
	}
	want := []string{"xor0.01", "xor0.02", "bloom0.01", "bloom0.02", "none", "no-exceptions"}
	if !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}
