package claim

import (
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// pooled is a run of a filter at two ε beside a baseline, with the times of
// their repetitions.
func pooled(t *testing.T, design string, times map[runfolder.Point][]float64) *Data {
	t.Helper()
	run := &runfolder.Run{Meta: runfolder.Meta{Design: design, Filters: []string{"bloom"}, Baselines: []string{"none"}, Axes: []axis.Axis{axis.Rates(nil)}}}
	for at, values := range times {
		filter := "bloom"
		if at == "" {
			filter = "none"
		}
		for i, v := range values {
			run.Rows = append(run.Rows, runfolder.Row{Round: i + 1, Session: 1, Filter: filter, Metric: metric.Query, Point: at, Value: v, Unit: "ns", Ops: 1})
		}
	}
	s, err := report.Summarize(run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	return &Data{Summary: s}
}

// A baseline is the opposite of every cell. In pairs its rounds are in every
// ratio. As a sample of its own its error counts once, not as that of several
// independent ones.
func TestPoolWithBaseline(t *testing.T) {
	times := map[runfolder.Point][]float64{"0.01": {100, 110, 105}, "0.02": {120, 121, 119}, "": {80, 90, 70}}
	own := []runfolder.Cell{{Filter: "bloom", Metric: metric.Query, Point: "0.01"}, {Filter: "bloom", Metric: metric.Query, Point: "0.02"}}
	none := runfolder.Cell{Filter: "none", Metric: metric.Query}
	columns, _ := Logs([][]float64{times["0.01"], times["0.02"], times[""]})
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		want, err := stats.Yuen([]float64{0.5, 0.5, -1}, columns)
		if design == runfolder.Interleaved {
			sums := make([]float64, 3)
			for i := range sums {
				sums[i] = (columns[0][i]+columns[1][i])/2 - columns[2][i]
			}
			want, err = stats.MeanEstimate(sums) // of three values none is left out
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := pooled(t, design, times).Pool(own, []runfolder.Cell{none, none})
		if err != nil {
			t.Fatal(err)
		}
		got := p.Estimates[0]
		if math.Abs(got.Value-want.Value) > 1e-12 || math.Abs(got.SE-want.SE) > 1e-12 || math.Abs(got.DF-want.DF) > 1e-9 {
			t.Errorf("%s: over repetitions %+v, want %+v", design, got, want)
		}
		largest := got.P()
		if design == runfolder.Interleaved {
			if len(p.Estimates) != 1 {
				t.Errorf("%d estimates of paired rounds, want 1", len(p.Estimates))
			}
		} else {
			level, _ := Means(columns)
			spread, _ := stats.MeanEstimate([]float64{level[0] - level[2], level[1] - level[2]})
			if math.Abs(p.Estimates[1].SE-spread.SE) > 1e-12 || p.Estimates[1].DF != 1 {
				t.Errorf("over cells %+v, want %+v", p.Estimates[1], spread)
			}
			largest = max(largest, p.Estimates[1].P())
		}
		if p.P() != largest {
			t.Errorf("%s: p = %v, want %v", design, p.P(), largest)
		}
		if len(p.Each) != 2 || math.Abs(p.Each[0]-105.0/80) > 1e-12 {
			t.Errorf("%s: ratios %v", design, p.Each)
		}
	}
}

func TestPoolErrors(t *testing.T) {
	d := pooled(t, runfolder.Interleaved, map[runfolder.Point][]float64{"0.01": {1, 2}, "0.02": {0, 1}, "": {3, 4}})
	cell := func(filter string, at runfolder.Point) []runfolder.Cell {
		return []runfolder.Cell{{Filter: filter, Metric: metric.Query, Point: at}}
	}
	for name, pair := range map[string][2][]runfolder.Cell{
		"no pairs":            {nil, nil},
		"a cell not measured": {cell("bloom", "0.01"), cell("xor", "0.01")},
		"a time of 0":         {cell("bloom", "0.02"), cell("none", "")},
	} {
		if p, err := d.Pool(pair[0], pair[1]); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
