package report

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/selection"
	"hyphbench/internal/stats"
)

// viewed sums up what conditions select of the synthetic run.
func viewed(t *testing.T, by Statistic, conditions ...string) *Narrowed {
	t.Helper()
	var s selection.Selection
	for _, c := range conditions {
		if err := s.Where(c); err != nil {
			t.Fatal(err)
		}
	}
	n, err := View{Selection: &s, By: by}.Sum(synthetic.Run(synthetic.Options{}), synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// aloud is an output of a call with --verbose.
type aloud struct{ strings.Builder }

func (*aloud) IsVerbose() bool { return true }

func written(t *testing.T, s *Summary, f table.Format) string {
	t.Helper()
	var b aloud
	if err := WriteSummary(&b, s, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A part of a run has the numbers that the whole has there, says what it is, and
// hides no warning of its own.
func TestPart(t *testing.T) {
	whole := viewed(t, Means)
	part := viewed(t, Means, "metric=query", "filter=cuckoo", "eps=1%..5%")
	if len(part.Metrics) != 1 || len(part.Metrics[0].Cells) != 5 {
		t.Fatalf("%d metrics, %d cells", len(part.Metrics), len(part.Metrics[0].Cells))
	}
	for _, c := range part.Metrics[0].Cells {
		if want := whole.Metric(metric.Query).Cell(c.Filter, c.Point); c.Description != want.Description {
			t.Errorf("%v: %+v, want %+v", c.Cell, c.Description, want.Description)
		}
	}
	text := written(t, part.Summary, table.Text)
	if want := "narrowed    to metric = query; filter = cuckoo; ε = 1%..5%; 150 of 10,980 rows"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	for _, gone := range []string{"bloom ", "init", "no filter"} {
		if _, tables, _ := strings.Cut(text, "query — "); strings.Contains(tables, gone) {
			t.Errorf("%q is there:\n%s", gone, tables)
		}
	}
	if strings.Contains(written(t, whole.Summary, table.Text), "narrowed") {
		t.Error("the whole run is narrowed")
	}
	if !part.Places || viewed(t, Means, "metric=query").Places || whole.Places {
		t.Error("places are left out by a rate alone")
	}
}

// A trend over few tables says so where the sizes are not shown.
func TestStaircaseOfAPart(t *testing.T) {
	part := viewed(t, Means, "metric=query", "filter=cuckoo")
	if got := part.Metrics[0].Of("cuckoo").Tables; got != 5 {
		t.Errorf("%d tables, want the 5 of the run", got)
	}
	if text := written(t, part.Summary, table.Text); !strings.Contains(text, "only 5 tables of different size exist over these 20 ε") {
		t.Errorf("no staircase in\n%s", text)
	}
}

// The tables of a series are those of the whole run's series along the same axis, at the same
// place on the others.
func TestTablesOfTheSameSeries(t *testing.T) {
	sweep := func(name, rest string, tables int) Series {
		return Series{Filter: "cuckoo", Axis: axis.Axis{Name: name}, Rest: rest, Tables: tables}
	}
	of := func(list ...Series) *Summary {
		return &Summary{Metrics: []Metric{{Definition: metric.Definition{Name: metric.Query}, Series: list}}}
	}
	n := Narrowed{Summary: of(sweep("n", "hits=1", 0), sweep("eps", "hits=1", 0), sweep("n", "hits=0.5", 7)),
		Wide: of(sweep("n", "hits=0", 3), sweep("eps", "hits=1", 4), sweep("n", "hits=1", 5))}
	n.countTables()
	for i, want := range []int{5, 4, 7} { // the last has none in the whole run
		if got := n.Summary.Metrics[0].Series[i].Tables; got != want {
			t.Errorf("series %d has %d tables, want %d", i, got, want)
		}
	}
}

// By medians tables, lines, CSV and JSON have those of the times, with their own
// intervals; counts and sizes stay means, and CSV and JSON never mix the two.
func TestByMedians(t *testing.T) {
	means, medians := viewed(t, Means), viewed(t, Medians)
	for i := range medians.Metrics {
		m, of := &medians.Metrics[i], &means.Metrics[i]
		for j, c := range m.Cells {
			d := of.Cells[j].Description
			if m.Timed() {
				values := means.Samples.Cell(c.Cell).Values()
				want, err := stats.DescribeByMedian(values)
				if err != nil || c.Description != want || c.Mean != d.Median || d.SD > 0 && c.HalfWidth == d.HalfWidth {
					t.Fatalf("%v: %+v, want %+v", c.Cell, c.Description, want)
				}
			} else if c.Description != d {
				t.Fatalf("%v: %+v, want the mean as it was: %+v", c.Cell, c.Description, d)
			}
		}
	}
	a, b := means.Metric(metric.Query).Of("bloom"), medians.Metric(metric.Query).Of("bloom")
	if a.Line.Slope == b.Line.Slope || math.Abs(a.Line.Slope/b.Line.Slope-1) > 0.2 {
		t.Errorf("slope %v over means, %v over medians", a.Line.Slope, b.Line.Slope)
	}
	text := written(t, medians.Summary, table.Text)
	for _, want := range []string{"median of wall time ± half-width", "over the medians", "mean     min", "mean ± half-width of its 95 % interval; n = 30 repetitions"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	checkMedianCSV(t, written(t, means.Summary, table.CSV), written(t, medians.Summary, table.CSV))
	var parsed struct {
		Metrics []struct {
			Name, Statistic string
			Cells           []struct{ Mean, Median float64 }
		}
	}
	if err := json.Unmarshal([]byte(written(t, medians.Summary, table.JSON)), &parsed); err != nil {
		t.Fatal(err)
	}
	for i, m := range parsed.Metrics {
		of := &means.Metrics[i]
		if want := map[bool]string{true: "median", false: ""}[of.Timed()]; m.Statistic != want {
			t.Errorf("%s goes by %q, want %q", m.Name, m.Statistic, want)
		}
		if want := of.Cells[0].Mean * of.Scales[0].Factor; math.Abs(m.Cells[0].Mean/want-1) > 1e-9 && want != 0 {
			t.Errorf("%s: the mean is %v, want %v", m.Name, m.Cells[0].Mean, want)
		}
	}
}

// checkMedianCSV: the columns mean and median are the same, half_width and slope are
// not, and a last column says by what they are.
func checkMedianCSV(t *testing.T, means, medians string) {
	t.Helper()
	a, err := csv.NewReader(strings.NewReader(means)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	b, err := csv.NewReader(strings.NewReader(medians)).ReadAll()
	if err != nil || len(a) != len(b) {
		t.Fatalf("%d and %d records, %v", len(a), len(b), err)
	}
	at := map[string]int{}
	for i, name := range b[0] {
		at[name] = i
	}
	if b[0][len(b[0])-1] != "statistic" || len(b[0]) != len(a[0])+1 {
		t.Fatalf("%q", b[0])
	}
	for i := range a[1:] {
		x, y := a[i+1], b[i+1]
		timed := y[at["statistic"]] == "median"
		for _, column := range []string{"mean", "median", "other_mean", "sd"} {
			if x[at[column]] != y[at[column]] {
				t.Fatalf("%s of %q is %s by medians", column, x, y[at[column]])
			}
		}
		column := "half_width"
		if y[0] == "series" {
			column = "slope"
		}
		if same := x[at[column]] == y[at[column]]; same == timed && x[at["sd"]] != "0" {
			t.Fatalf("%s of %q is %s by the %s", column, x, y[at[column]], y[at["statistic"]])
		}
	}
}
