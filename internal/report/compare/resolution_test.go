package compare

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
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

// Both ends tell how much two structures differ at most, whichever of them is the faster.
func TestLeast(t *testing.T) {
	for ci, want := range map[stats.Interval]float64{{Low: 0.8, High: 0.9}: 0.25, {Low: 1.1, High: 1.3}: 0.3, {Low: 0.8, High: 1.1}: 0.25, {Low: 0.95, High: 1.2}: 0.2} {
		if got := (&Versus{Ratio: Ratio{CI: ci}}).Least(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", ci, got, want)
		}
	}
}

// A claim about one ratio gives its p to this ratio alone, whatever stands before it.
func TestClaimOfOneRatio(t *testing.T) {
	pooled := func(filters ...string) (list []Pooled) {
		for _, f := range filters {
			list = append(list, Pooled{Filter: f, Ratio: Ratio{P: 0.5}})
		}
		return list
	}
	for at, subject := range []runfolder.Cell{{Filter: "cuckoo", Metric: "query"}, {Filter: "xor", Metric: "query"}, {Filter: "cuckoo", Metric: "build"}, {Filter: "gcs", Metric: "build"}} {
		c := &Comparison{A: "bloom", Metrics: []Metric{{Name: "query", Pooled: pooled("cuckoo", "xor")}, {Name: "build", Pooled: pooled("cuckoo", "gcs")}}}
		var pairs [][]runfolder.Cell
		for _, m := range c.Metrics {
			for _, p := range m.Pooled {
				pairs = append(pairs, []runfolder.Cell{{Filter: p.Filter, Metric: m.Name, Point: "0.01"}})
			}
		}
		v := claim.Result{Claim: claim.Claim{ID: "T1"}}
		v.P, v.Pairs = 0.03, []claim.Pair{{Metric: subject.Metric, A: subject.Filter, B: "bloom", At: []runfolder.Point{"0.01"}}}
		if !c.point([]claim.Result{v}, pairs) || len(c.Notes) != 1 {
			t.Errorf("%v: notes %q", subject, c.Notes)
		}
		for i, p := range slices.Concat(c.Metrics[0].Pooled, c.Metrics[1].Pooled) {
			if want := map[bool]float64{true: 0.03, false: 0.5}[i == at]; p.P != want || (p.Claim == "T1") != (i == at) {
				t.Errorf("%v: p = %v of ratio %d, by the claim %q", subject, p.P, i, p.Claim)
			}
		}
	}
}

// Builds differ by their revision or, of one, by the sum of the program; what one of them did
// not record is no difference.
func TestOtherBuilds(t *testing.T) {
	of := func(revision, sum string) *report.Summary {
		m := &runfolder.Meta{Build: map[string]string{"vcs.revision": revision, "sha256": sum}}
		return &report.Summary{Meta: m}
	}
	for _, c := range []struct {
		a, b *report.Summary
		want bool
	}{
		{of("a", "1"), of("b", "2"), true},
		{of("a", "1"), of("a", "2"), true},
		{of("a", "1"), of("a", "1"), false},
		{of("a", "1"), of("a", ""), false},
		{of("", "1"), of("b", "2"), true},
		{of("", ""), of("b", "2"), false},
		{of("a", "1"), of("", ""), false},
		{of("", "1"), of("", "2"), true},
	} {
		if got := otherBuilds(c.a, c.b); (got != "") != c.want {
			t.Errorf("%v and %v: %q", c.a.Meta.Build, c.b.Meta.Build, got)
		}
	}
}
