package report

import (
	"math"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// A time is described by the trimmed mean of its logarithms of CPU time, of several layouts by a
// value of each; a size by its mean. Nothing else is where plain means or medians are wanted.
func TestDescribe(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05", Reps: 12})
	for i := range run.Rows {
		row := &run.Rows[i]
		if row.CPU = int64(row.Value); row.Timed() && row.Round%3 == 0 {
			row.Value *= 3 // on the wall, not on the thread's clock
		}
	}
	g := synthetic.Glossary()
	s, err := Summarize(run, g)
	if err != nil {
		t.Fatal(err)
	}
	cell := s.Metric(synthetic.Hyphenate).Cells[1]
	logs := func(s *Summary) (list []float64) {
		for _, v := range s.Samples.Times(cell.Cell) {
			list = append(list, math.Log(v))
		}
		return list
	}
	same := func(what string, s *Summary, e stats.Estimate) {
		t.Helper()
		d, err := s.Describe(cell.Cell)
		in := e.CI()
		for _, pair := range [][2]float64{
			{d.Mean, math.Exp(e.Value)}, {d.CI().Low, math.Exp(in.Low)}, {d.CI().High, math.Exp(in.High)}, {d.HalfWidth, math.Exp(in.High) - math.Exp(e.Value)},
		} {
			if err != nil || math.Abs(pair[0]/pair[1]-1) > 1e-12 {
				t.Errorf("%s: %+v, %v, want %v", what, d, err, math.Exp(e.Value))
			}
		}
	}
	trimmed, _ := stats.TrimmedEstimate(logs(s))
	same("rounds", s, trimmed)
	of, err := s.ForFigures()
	if d, _ := s.Describe(cell.Cell); err != nil || of.Metric(synthetic.Hyphenate).Cells[1].Description != d || d.Mean > cell.Mean/1.5 {
		t.Errorf("of a figure %+v, %v, of the summary %v", of.Metric(synthetic.Hyphenate).Cells[1], err, cell.Mean)
	}
	if a, b := s.Metric(synthetic.Hyphenate).Series[0], of.Metric(synthetic.Hyphenate).Series[0]; a.Tables != b.Tables || len(a.Cells) != len(b.Cells) || a.Cells[0].Mean == b.Cells[0].Mean {
		t.Errorf("series %+v, of figures %+v", a, b)
	}
	bits := s.Metric(metric.Bits).Cells[0]
	if d, err := s.Describe(bits.Cell); err != nil || d.Mean != bits.Mean {
		t.Errorf("bits %v, %v, want %v", d.Mean, err, bits.Mean)
	}
	if _, err := s.Describe(runfolder.Cell{Filter: "none of the run", Metric: metric.Bits}); err == nil {
		t.Error("a cell that the run lacks is described")
	}

	for i := range run.Rows {
		run.Rows[i].Session = 1 + run.Rows[i].Round%3
	}
	run.Meta.Sessions = []runfolder.Session{{Layout: 1}, {Layout: 2}, {Layout: 3}}
	layouts, err := Summarize(run, g)
	if err != nil {
		t.Fatal(err)
	}
	means, err := stats.TrimmedMeans(logs(layouts), layouts.Samples.Layouts())
	if err != nil || len(means) != 3 {
		t.Fatalf("%v, %v", means, err)
	}
	over, _ := stats.TrimmedEstimate(means)
	same("layouts", layouts, over)

	for _, by := range []Statistic{Means, Medians} {
		plain := g
		plain.PlainMeans = by == Means
		s, err := SummarizeBy(run, plain, by)
		if err != nil {
			t.Fatal(err)
		}
		if of, err := s.ForFigures(); err != nil || of != s {
			t.Errorf("%s: another summary for figures, %v", by, err)
		}
		if d, err := s.Describe(cell.Cell); err != nil || d != s.Metric(synthetic.Hyphenate).Cells[1].Description {
			t.Errorf("%s: %+v, %v", by, d, err)
		}
	}
}
