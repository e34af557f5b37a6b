package compare

import (
	"math"
	"testing"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// Every cell, as every pooled ratio, says whether it is below the resolution of
// a calibrated machine.
func TestCellsBelowResolution(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 30}) // cuckoo is 5 % slower
	for resolution, want := range map[runfolder.Resolution]func(below *bool) bool{
		0:    func(below *bool) bool { return below == nil },
		0.02: func(below *bool) bool { return below != nil && !*below },
		0.08: func(below *bool) bool { return below != nil && *below },
	} {
		run.Meta.Sessions[0].Resolution = resolution
		c, err := filters(t, run, "")
		if err != nil {
			t.Fatal(err)
		}
		cells := 0
		for _, m := range c.Metrics {
			for _, cell := range m.Cells {
				if cell.Filter != "cuckoo" {
					continue
				}
				if cells++; !want(cell.Below) {
					t.Errorf("resolution %v: %+v", resolution, cell)
				}
			}
		}
		if cells == 0 {
			t.Error("no cells")
		}
	}
}

// The difference is that of the times, as a share, not that of their logarithms.
func TestDifferenceIsAShare(t *testing.T) {
	for value, want := range map[float64]bool{1.0499: true, 1.0507: false, 0.9501: true, 0.9493: false, 1: true} {
		r := Ratio{Value: value}
		if r.resolve(0.05); *r.Below != want {
			t.Errorf("%v is below 5 %%: %v", value, *r.Below)
		}
	}
}

// Pooled ratios of all metrics are a family, the cells of a metric another one, and their U
// tests a third; a test that there is not is none of it. Holm: p·k of the smallest of k.
func TestFamiliesOfTests(t *testing.T) {
	nan := math.NaN()
	metric := func(pooled, cells, u []float64) (m Metric) {
		for i := range pooled {
			m.Pooled = append(m.Pooled, Pooled{Ratio: Ratio{P: pooled[i]}})
		}
		for i := range cells {
			m.Cells = append(m.Cells, Cell{Ratio: Ratio{P: cells[i]}, U: u[i]})
		}
		return m
	}
	c := &Comparison{Metrics: []Metric{
		metric([]float64{0.01, nan}, []float64{0.01, 0.04, nan}, []float64{0.03, 0.02, 0.001}),
		metric([]float64{0.02, 0.5}, []float64{0.03}, []float64{nan}),
	}}
	c.correct()
	if c.Tests != 3 {
		t.Errorf("%d tests, want 3", c.Tests)
	}
	want := []Metric{
		metric([]float64{0.03, nan}, []float64{0.02, 0.04, nan}, []float64{0.04, 0.04, 0.003}),
		metric([]float64{0.04, 0.5}, []float64{0.03}, []float64{nan}),
	}
	is := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-12 || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for i, m := range want {
		for j := range m.Pooled {
			is("pooled", c.Metrics[i].Pooled[j].P, m.Pooled[j].P)
		}
		for j := range m.Cells {
			is("cell", c.Metrics[i].Cells[j].P, m.Cells[j].P)
			is("U", c.Metrics[i].Cells[j].U, m.Cells[j].U)
		}
	}
}

// Of two runs the coarser resolution and the fewer rounds count, whichever run has them.
func TestWeakerOfTwoRuns(t *testing.T) {
	weak := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 4})
	strong := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 9})
	weak.Meta.Sessions[0].Resolution, strong.Meta.Sessions[0].Resolution = 0.05, 0.01
	for _, two := range [][2]*runfolder.Run{{weak, strong}, {strong, weak}} {
		c, err := Runs(summarize(t, two[0]), summarize(t, two[1]), false)
		if err != nil {
			t.Fatal(err)
		}
		if c.Rounds != 4 || c.Resolution != 0.05 {
			t.Errorf("%d rounds, resolution %v", c.Rounds, c.Resolution)
		}
	}
}
