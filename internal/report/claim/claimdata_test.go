package claim

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// overThreeAxes is a run over n, hits and ε in which a Bloom filter takes
// n·(1 + hits) ns, and a map, which has no ε, half of that.
func overThreeAxes(t *testing.T) *Data {
	t.Helper()
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "other", Design: runfolder.Interleaved, State: runfolder.Finished, Filters: []string{"map", "bloom"},
		Axes: []axis.Axis{axis.Counts("n", []int{10, 20, 30}), axis.Shares("hits", []float64{0, 1}), axis.Rates([]axis.Rate{axis.Per / 100})},
	}}
	for round := range 5 {
		run.Rows = append(run.Rows, runfolder.Row{Round: round, Session: 1, Filter: "none", Metric: metric.Query, Value: 5, Unit: "ns", Ops: 1, CPU: runfolder.NoCPU})
		for n, ns := range map[string]float64{"10": 10, "20": 20, "30": 30} {
			for hits, f := range map[string]float64{"0": 1, "1": 2} {
				row := runfolder.Row{Round: round, Session: 1, Filter: "bloom", Metric: metric.Query, Point: runfolder.At(n, hits, "0.01"),
					Value: ns * f * (1 + 0.001*float64(round)), Unit: "ns", Ops: 1, CPU: runfolder.NoCPU}
				run.Rows = append(run.Rows, row)
				row.Filter, row.Point, row.Value = "map", runfolder.At(n, hits, ""), row.Value/2
				run.Rows = append(run.Rows, row)
			}
		}
	}
	s, err := report.Summarize(run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	return &Data{Summary: s}
}

func TestWhere(t *testing.T) {
	d := overThreeAxes(t)
	if o := SlowerForMost(d, "bloom", "map", metric.Query, 0); o.NotTested == "" {
		t.Error("structures on different axes are compared as they are")
	}
	if o := d.Missing(metric.Query, "map"); o.NotTested != "the run varies n and hits; the claim is about one sweep" {
		t.Errorf("not tested because %q", o.NotTested)
	}
	for hits, f := range map[string]float64{"0": 1, "1": 2} {
		at := d.Where("hits", hits).Where(axis.Epsilon, "0.01")
		points := at.Points(metric.Query, "bloom", "map")
		if want := []runfolder.Point{"10,,", "20,,", "30,,"}; !slices.Equal(points, want) {
			t.Errorf("points %q, want %q", points, want)
		}
		// The warm-up stays one.
		if got := at.Sample(Cells("bloom", metric.Query, points[1:2])[0]); len(got) != 4 || math.Abs(got[0]-20*f*1.001) > 1e-9 {
			t.Errorf("values %v", got)
		}
		o := SlowerForMost(at, "bloom", "map", metric.Query, 0)
		if o.Effect.Value != 3 || !o.Holds || !strings.Contains(o.Detail, "at 3 of 3 n") {
			t.Errorf("%+v", o)
		}
		if series := at.Metric(metric.Query).Series; len(series) != 2 || series[1].Rest != "" {
			t.Errorf("series %+v", series)
		}
	}
	const hits axis.ShareAxis = "hits" // the rate has one value
	if at := d.At(hits.At(1)); !slices.Equal(at.Points(metric.Query, "bloom", "map"), []runfolder.Point{"10,,", "20,,", "30,,"}) || at.Samples.Rows != d.Where("hits", "1").Samples.Rows {
		t.Errorf("at members alone: points %q", at.Points(metric.Query, "bloom", "map"))
	}
	if at := d.At(hits.At(0.5)).Points(metric.Query, "bloom", "map"); len(at) != 0 {
		t.Errorf("points %q at a share that was not measured", at)
	}
	// Of one point the axis is that on which it lies.
	alone := d.Where("hits", "1").Where("n", "20")
	if o := SlowerForMost(alone, "bloom", "bloom", metric.Query, 0); o.Effect.Name != "ε at which bloom is slower" || !strings.Contains(o.Detail, "of 1 ε") {
		t.Errorf("at one ε: %q, %q", o.Effect.Name, o.Detail)
	}
	over := d.Where("n", "20")
	if points := over.Points(metric.Query, "map"); !slices.Equal(points, []runfolder.Point{",0,", ",1,"}) {
		t.Errorf("points %q", points)
	}
	if d.Samples.Rows != 52 || len(d.Points(metric.Query, "map")) != 0 {
		t.Error("the whole run is another now")
	}
}

// At a value that was not measured, a claim is not tested; a structure on the
// axis is not mixed with what it is off it.
func TestWhereNothingIs(t *testing.T) {
	d := overThreeAxes(t)
	o := SlowerForMost(d.Where("hits", "0.5").Where(axis.Epsilon, "0.01"), "bloom", "map", metric.Query, 0)
	if o.NotTested != "the run has too few points with two repetitions of query for bloom and map" {
		t.Errorf("%+v", o)
	}
	run := *d.Run
	for _, row := range run.Rows {
		if row.Filter == "bloom" {
			row.Point, row.Value = row.Point.With(2, 3, ""), 1e6
			run.Rows = append(run.Rows, row)
		}
	}
	s, err := report.Summarize(&run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	mixed := (&Data{Summary: s}).Where(axis.Epsilon, "0.01").Where("hits", "0")
	if got := mixed.Sample(runfolder.Cell{Filter: "bloom", Metric: metric.Query, Point: "10,,"}); len(got) != 4 || slices.Max(got) > 11 {
		t.Errorf("values %v", got)
	}
}

// A result names the structures and metrics that its test read, those of a part
// of the run too, and no others.
func TestRead(t *testing.T) {
	d := overThreeAxes(t)
	results := Evaluate(d.Summary, ofSource("a source",
		Claim{ID: "two", Metric: metric.Query, Test: func(d *Data) Outcome {
			return SlowerForMost(d.Where("hits", "0").Where(axis.Epsilon, "0.01"), "bloom", "map", metric.Query, 0)
		}},
		Claim{ID: "one", Metric: metric.Query, Test: func(d *Data) Outcome {
			return Counted(len(d.Sample(runfolder.Cell{Filter: "map", Metric: metric.Query, Point: "10,0,"})) == 4, "count", "values", "of 4", 4, "")
		}},
		Claim{ID: "none", Metric: metric.Query, Test: func(*Data) Outcome { return Untested("no data") }},
	))
	for i, want := range [][]Subject{{{"bloom", metric.Query}, {"map", metric.Query}}, {{"map", metric.Query}}, nil} {
		if got := results[i].Read; !slices.Equal(got, want) {
			t.Errorf("%s read %v, want %v", results[i].ID, got, want)
		}
	}
}
