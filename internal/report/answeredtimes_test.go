package report

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
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

// Tables have the times of the answer, also of an experiment that draws plain means and of each
// machine, and say so; by medians, and of published means, they are those of the summary.
func TestForTables(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05,0.1", Reps: 12})
	for i := range run.Rows {
		row := &run.Rows[i]
		if row.CPU = int64(row.Value); row.Timed() && row.Round%3 == 0 {
			row.Value *= 3 // on the wall, not on the thread's clock
		}
	}
	g := synthetic.Glossary()
	g.PlainMeans = true
	s, err := Summarize(run, g)
	if err != nil {
		t.Fatal(err)
	}
	of, err := s.ForTables()
	if err != nil {
		t.Fatal(err)
	}
	written := func(s *Summary) string {
		var b strings.Builder
		if err := WriteSummary(&b, s, table.Text); err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(b.String()), " ")
	}
	m := of.Metric(synthetic.Hyphenate)
	for _, c := range m.Cells {
		e, err := s.LogTime([]runfolder.Cell{c.Cell})
		if err != nil || math.Abs(c.Mean/math.Exp(e.Value)-1) > 1e-12 {
			t.Errorf("%v: %v, %v, want %v", c.Cell, c.Mean, err, math.Exp(e.Value))
		}
	}
	text := written(of)
	for _, want := range []string{
		"note times are those of the answer", ", CPU time", "20 % trimmed mean of CPU time ±", "line over the 20 % trimmed means",
		table.PlusMinus(m.Cells[1].Scaled(m.Scales[0].Factor), m.decimals(m.Scales[0])),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "of wall time ±") || strings.Contains(written(s), "trimmed") {
		t.Errorf("two clocks:\n%s", text)
	}
	if medians, err := SummarizeBy(run, g, Medians); err != nil {
		t.Error(err)
	} else if of, err := medians.ForTables(); of != medians || err != nil {
		t.Error("medians are trimmed", err)
	}
	published := *s
	meta := *s.Meta
	meta.Design = runfolder.Published
	published.Meta = &meta
	if of, err := published.ForTables(); of != &published || err != nil {
		t.Error("published means are trimmed", err)
	}

	machines, err := summarize(t, fourMachines()).ForTables()
	if err != nil || len(machines.ByMachine()) != 4 {
		t.Fatal(len(machines.ByMachine()), err)
	}
	for _, m := range machines.ByMachine() {
		if by := m.Metric(synthetic.Hyphenate).By; by != Trimmed {
			t.Errorf("%s shows its %s", m.Name(), by)
		}
	}
}
