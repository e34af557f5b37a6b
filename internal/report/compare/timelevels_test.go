package compare

import (
	"math"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// levelsOf are times about 1 at 1 %, e at 2 % and e² at 3 %, times factor, which spread by 0.01, 0.02
// and 0.03 of the logarithm. The mean over the three is e·factor. Ten values m ± s have the standard
// error s/1.8 with 5 degrees of freedom.
func levelsOf(design string, factor float64) *runfolder.Run {
	return timed(design, 10, func(_ string, percent, round int) float64 {
		return 1000 * factor * math.Exp(float64(percent-1)+0.01*float64(percent)*sign(round))
	})
}

// overThree has the error of a mean over three cells whose variances are times those of levelsOf, each
// with so many degrees of freedom (Welch and Satterthwaite).
func overThree(times, df float64) (se, of float64) {
	variance, squares := 0.0, 0.0
	for percent := range 3 {
		s := 0.01 * float64(percent+1) / 1.8 / 3
		variance += times * s * s
		squares += times * s * s * times * s * s / df
	}
	return math.Sqrt(variance), variance * variance / squares
}

// A level is the geometric mean over cells. Where rounds are no pairs it has the errors of the cells.
func TestLevels(t *testing.T) {
	for design, df := range map[string]float64{runfolder.AsThesis: 5, runfolder.Interleaved: 5} {
		s := summarize(t, levelsOf(design, 1))
		var cells []runfolder.Cell
		for _, c := range s.Metric("query").Cells {
			if c.Filter == "a" {
				cells = append(cells, c.Cell)
			}
		}
		v, in, err := LevelAt(s, cells)
		if err != nil {
			t.Fatal(err)
		}
		want := stats.Estimate{Value: math.Log(1000) + 1}
		if want.SE, want.DF = overThree(1, df); design == runfolder.Interleaved { // all cells of a round are above, or below
			want.SE, want.DF = 0.02/1.8, 5
		}
		if ci := want.CI(); len(cells) != 3 || math.Abs(v/math.Exp(want.Value)-1) > 1e-9 || math.Abs(math.Log(in.Low)-ci.Low) > 1e-9 || math.Abs(math.Log(in.High)-ci.High) > 1e-9 {
			t.Errorf("%s: %v in %v, want %v in %v", design, v, in, math.Exp(want.Value), ci)
		}
	}
}

// Levels are over the points that all structures have, those of a baseline over its own.
func TestLevelsOverCommonPoints(t *testing.T) {
	run := timed(runfolder.Interleaved, 10, func(filter string, percent, round int) float64 {
		if filter == "b" && percent == 3 {
			return 0 // not measured
		}
		return 1000*math.Exp(float64(percent)) + float64(round)
	})
	levels, _ := Levels(summarize(t, run), "query")
	cells := map[string]int{}
	for _, l := range levels {
		cells[l.Filter] = l.Cells
	}
	if len(levels) != 3 || cells["a"] != 2 || cells["b"] != 2 || cells["none"] != 1 {
		t.Errorf("%v", cells)
	}
}

// A pooled ratio of two runs whose rounds are no pairs of cells has the errors of the cells of both.
func TestErrorOfRuns(t *testing.T) {
	c, err := runs(t, levelsOf(runfolder.AsThesis, 1), levelsOf(runfolder.AsThesis, 1.5), false)
	if err != nil {
		t.Fatal(err)
	}
	want := stats.Estimate{Value: math.Log(1.5)}
	want.SE, want.DF = overThree(2, 10)
	p := pooledOf(t, c, "query", "a")
	if ci := want.CI(); math.Abs(p.Value-1.5) > 1e-9 || math.Abs(math.Log(p.CI.Low)-ci.Low) > 1e-9 || math.Abs(math.Log(p.CI.High)-ci.High) > 1e-9 {
		t.Errorf("%v, want exp of %v", p.Ratio, ci)
	}
}

// Within a run the U test is of the two cells that are compared: four values all above four others
// have p = 2/70, in a family of as many cells; equal ones have 1.
func TestUTestOfCells(t *testing.T) {
	run := timed(runfolder.Interleaved, 4, func(filter string, percent, round int) float64 {
		switch {
		case filter == "none":
			return 0
		case filter == "b" && percent > 1:
			return 20 + float64(round)
		}
		return 10 + float64(round)
	})
	c, err := filters(t, run, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 3 * 2.0 / 70, 3 * 2.0 / 70} {
		if cell := c.Metrics[0].Cells[i]; len(c.Metrics[0].Cells) != 3 || math.Abs(cell.U-want) > 1e-9 {
			t.Errorf("%v: p of the U test %v, want %v", cell.Cell, cell.U, want)
		}
	}
}
