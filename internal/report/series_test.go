package report

import (
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// skewed is a run over n, of which the means, medians and largest values of the
// cells lie on different lines; two sizes are enlarged once.
func skewed(t *testing.T, counts ...int) *Summary {
	t.Helper()
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "other", Filters: []string{"map"}, Axes: []axis.Axis{axis.Counts("n", counts)}}}
	for i, at := range run.Meta.Axes[0].Values {
		n := float64(counts[i])
		for round, v := range []float64{100, 100, 100 + 9*n} {
			size := 64.0
			if round == 2 && i < 2 {
				size = 128
			}
			run.Rows = append(run.Rows,
				runfolder.Row{Round: round + 1, Filter: "map", Metric: metric.Build, Point: runfolder.At(at), Value: v, Unit: "ns", Ops: 1, CPU: runfolder.NoCPU},
				runfolder.Row{Round: round + 1, Filter: "map", Metric: metric.Bits, Point: runfolder.At(at), Value: size, Unit: "bits", Ops: 1, CPU: runfolder.NoCPU})
		}
	}
	return summarize(t, run)
}

// Lines go through the means; a structure that is enlarged now and then has no
// table more.
func TestLinesGoThroughMeans(t *testing.T) {
	s := skewed(t, 10, 20, 40)
	series := s.Metric(metric.Build).Of("map")
	if !series.Fitted || math.Abs(series.Line.Slope-3) > 1e-9 || math.Abs(series.Line.Intercept-100) > 1e-9 || math.Abs(series.TheilSen.Slope-3) > 1e-9 {
		t.Errorf("%+v", series.Line)
	}
	if want := 3 * 30.0 / (100 + 3*70.0/3); math.Abs(series.SweepShare()-want) > 1e-9 {
		t.Errorf("the line rises by %v of the mean, want %v", series.SweepShare(), want)
	}
	if series.Tables != 1 {
		t.Errorf("%d tables, want 1", series.Tables)
	}
	if s := skewed(t, 10, 20); s.Metric(metric.Build).Of("map").Fitted {
		t.Error("a line through two cells")
	}
}

// The unit is that of the usual cell, not of the largest.
func TestUnitOfTheUsualCell(t *testing.T) {
	s := skewed(t, 10, 20, 40, 1_000_000) // means of 130, 160 and 220 ns, and 3 ms
	if unit := s.Metric(metric.Build).Scales[0].Unit; unit != "ns" {
		t.Errorf("times are read in %s, want ns", unit)
	}
}
