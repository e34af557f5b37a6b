package compare

import (
	"math"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// timed is a run of the filters a and b at three ε and of a baseline, of which
// times tells every round.
func timed(design string, rounds int, times func(filter string, percent, round int) float64) *runfolder.Run {
	run := &runfolder.Run{Meta: runfolder.Meta{Experiment: "thesis", Design: design, Reps: rounds, State: runfolder.Finished,
		Filters: []string{"a", "b"}, Baselines: []string{"none"}, Axes: []axis.Axis{axis.Rates(nil)}}}
	for round := 1; round <= rounds; round++ {
		row := func(filter string, percent int, at runfolder.Point) {
			if v := times(filter, percent, round); v > 0 {
				run.Rows = append(run.Rows, runfolder.Row{Seq: len(run.Rows) + 1, Round: round, Session: 1, Filter: filter, Point: at,
					Metric: "query", Unit: "ns", Ops: 1, CPU: runfolder.NoCPU, Value: v})
			}
		}
		for _, filter := range run.Meta.Filters {
			for percent := 1; percent <= 3; percent++ {
				row(filter, percent, runfolder.At((axis.Per / 100 * axis.Rate(percent)).String()))
			}
		}
		row("none", 0, "")
	}
	return run
}

// sign is −1 in odd rounds and 1 in even ones: ten values m ± s have the
// standard error s/3.
func sign(round int) float64 { return float64(1 - 2*(round%2)) }

// Within an interleaved run rounds are pairs, to the first filter and to a
// baseline; in the thesis's order they are not.
func TestFiltersArePaired(t *testing.T) {
	times := func(filter string, _, round int) float64 {
		v := 1000 * math.Exp(0.3*sign(round)) // slow rounds
		if filter == "b" {
			v *= math.Exp(0.01 + 0.003*sign(round/2))
		}
		return v
	}
	for design, word := range map[string]string{runfolder.Interleaved: "slower", runfolder.AsThesis: "not separated"} {
		for _, reference := range []string{"", "none"} {
			c, err := filters(t, timed(design, 10, times), reference)
			if err != nil {
				t.Fatal(err)
			}
			p := pooledOf(t, c, "query", "b")
			if p.Word() != word || math.Abs(p.Value-math.Exp(0.01)) > 1e-9 || p.Cells != 3 {
				t.Errorf("%s, to %q: %s %s, want exp 0.01 and %s", design, reference, p, p.Word(), word)
			}
			for _, cell := range c.Metrics[0].Cells {
				if cell.Filter == "b" && cell.Word() != word {
					t.Errorf("%s, to %q: %v is %s, want %s", design, reference, cell.Cell, cell.Word(), word)
				}
			}
		}
	}
}

// In the thesis's order a baseline is one sample, however many cells it is
// compared with.
func TestBaselineIsOneSample(t *testing.T) {
	c, err := filters(t, timed(runfolder.AsThesis, 10, func(filter string, _, round int) float64 {
		if filter == "none" {
			return math.Exp(0.3 * sign(round))
		}
		return math.Exp(0.003 * sign(round))
	}), "none")
	if err != nil {
		t.Fatal(err)
	}
	e := stats.Estimate{SE: math.Sqrt(0.3*0.3/3 + 0.003*0.003/3/3), DF: 5} // of the baseline, and of three cells
	want := math.Exp(e.CI().High)
	if p := pooledOf(t, c, "query", "a"); math.Abs(p.CI.High/want-1) > 1e-4 || math.Abs(p.Value-1) > 1e-9 {
		t.Errorf("%s, want an interval to %v", p, want)
	}
}

// The gate looks at the lower end of the pooled interval, in whole runs.
func TestSlowerLooksAtTheInterval(t *testing.T) {
	run := func(factor, noise float64) *runfolder.Run {
		return timed(runfolder.Interleaved, 10, func(filter string, _, round int) float64 {
			if filter == "b" {
				return factor * math.Exp(noise*sign(round))
			}
			return 1
		})
	}
	for _, c := range []struct {
		name          string
		factor, noise float64
		share         float64
		want          int
	}{
		{"beyond doubt", 1.03, 1e-6, 0.02, 1},
		{"just above", 1.0201, 1e-6, 0.02, 1},
		{"just below", 1.0199, 1e-6, 0.02, 0},
		{"above, with an interval to the other side", 1.03, 0.05, 0.02, 0},
		{"faster", 0.9, 1e-6, 0, 0},
	} {
		cmp, err := runs(t, run(1, c.noise), run(c.factor, c.noise), false)
		if err != nil {
			t.Fatal(err)
		}
		if got := slower(t, cmp, c.share); len(got) != c.want || c.want > 0 && !strings.HasPrefix(got[0], "query of b 1.0") {
			t.Errorf("%s: %q, want %d", c.name, got, c.want)
		}
	}
}

// B is over A, in cells and pooled.
func TestDirection(t *testing.T) {
	run := func(factor float64) *runfolder.Run {
		return timed(runfolder.Interleaved, 10, func(_ string, _, round int) float64 { return factor * (1 + 1e-3*sign(round)) })
	}
	c, err := runs(t, run(1), run(1.25), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Metrics[0].Pooled {
		if math.Abs(p.Value-1.25) > 1e-6 || p.Word() != "slower" {
			t.Errorf("%s: %s %s", p.Filter, p, p.Word())
		}
	}
	for _, cell := range c.Metrics[0].Cells {
		if math.Abs(cell.Value-1.25) > 1e-6 || math.Abs(cell.B/cell.A-1.25) > 1e-6 {
			t.Errorf("%v: %s", cell.Cell, cell)
		}
	}
}

// Rounds that resemble their neighbours count for less, whichever run they are
// of: a slow stretch of half a run does not separate it from another.
func TestDriftIsNoDifference(t *testing.T) {
	steady := timed(runfolder.Interleaved, 30, func(_ string, _, round int) float64 { return 1 + 1e-3*sign(round) })
	drifting := timed(runfolder.Interleaved, 30, func(_ string, _, round int) float64 {
		if round > 18 {
			return 1.02 + 1e-3*sign(round)
		}
		return 1 + 1e-3*sign(round)
	})
	for _, c := range [][2]*runfolder.Run{{steady, drifting}, {drifting, steady}} {
		cmp, err := runs(t, c[0], c[1], false)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range cmp.Metrics[0].Pooled {
			if p.Separated() {
				t.Errorf("%s: %s", p.Filter, p)
			}
		}
		for _, cell := range cmp.Metrics[0].Cells {
			if cell.Separated() {
				t.Errorf("%v: %s", cell.Cell, cell)
			}
		}
	}
}

// The U tests of a metric are one family: of 7 cells each with the exact p of
// four values all above four others, 2/70, none is left at 5 %.
func TestUTestsAreCorrected(t *testing.T) {
	run := func(off float64) *runfolder.Run {
		return timed(runfolder.Interleaved, 4, func(_ string, percent, round int) float64 { return 10 + off + float64(round) })
	}
	c, err := runs(t, run(0), run(5), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range c.Metrics[0].Cells {
		if want := 7 * 2.0 / 70; math.Abs(cell.U-want) > 1e-9 {
			t.Errorf("%v: p of the U test %v, want %v", cell.Cell, cell.U, want)
		}
	}
}

// Cells that either run measured once, or not at all, are not compared.
func TestCellsOfBothRuns(t *testing.T) {
	full := timed(runfolder.Interleaved, 4, func(_ string, _, round int) float64 { return 1 + 0.1*float64(round) })
	for _, rounds := range []int{0, 1} {
		part := timed(runfolder.Interleaved, 4, func(filter string, percent, round int) float64 {
			if filter == "b" && percent == 2 && round > rounds {
				return 0
			}
			return 1 + 0.1*float64(round)
		})
		for _, c := range [][2]*runfolder.Run{{full, part}, {part, full}} {
			cmp, err := runs(t, c[0], c[1], false)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(cmp.Metrics[0].Cells); n != 6 {
				t.Errorf("%d rounds of a cell: %d cells are compared, want 6", rounds, n)
			}
		}
	}
}

// A ratio is separated where its p, after the correction, is 5 % or less, and
// its side is that of the value, whatever the plain interval says.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		value, p float64
		want     string
	}{{1.1, 0.051, "not separated"}, {1.1, 0.05, "slower"}, {0.9, 0.05, "faster"}, {0.9, 0.2, "not separated"}, {1.1, math.NaN(), "not separated"}} {
		r := Ratio{Value: c.value, P: c.p}
		if r.Word() != c.want || r.Separated() != (c.want != "not separated") {
			t.Errorf("%v with p = %v: %s, separated %v", c.value, c.p, r.Word(), r.Separated())
		}
	}
}

// Without pairs the variances of a level's cells are added, with Satterthwaite's degrees of
// freedom: as many as one cell has, twice as many for two cells of one variance.
func TestLevelOfUnpairedCells(t *testing.T) {
	s := summarize(t, timed(runfolder.AsThesis, 10, func(_ string, _, round int) float64 {
		return 1000 * math.Exp(0.01*sign(round))
	}))
	var cells []runfolder.Cell
	for _, c := range s.Metric("query").Cells {
		if c.Filter == "a" {
			cells = append(cells, c.Cell)
		}
	}
	one, err := s.LogTime(cells[:1])
	if err != nil {
		t.Fatal(err)
	}
	two, err := s.LogTime(cells[:2])
	if err != nil {
		t.Fatal(err)
	}
	var logs []float64
	for round := 1; round <= 10; round++ {
		logs = append(logs, math.Log(1000)+0.01*sign(round))
	}
	own, err := stats.SerialEstimate(logs)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want stats.Estimate }{{one, own}, {two, stats.Estimate{Value: own.Value, SE: own.SE / math.Sqrt2, DF: 2 * own.DF}}} {
		if math.Abs(c.got.Value-c.want.Value) > 1e-9 || math.Abs(c.got.SE/c.want.SE-1) > 1e-9 || math.Abs(c.got.DF/c.want.DF-1) > 1e-9 {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}
