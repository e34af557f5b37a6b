package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
)

// costly is a plan of cells of very different costs, of which the warm-up has the timed
// ones only.
func costly(rounds int) (plan Plan, cost func(Step) time.Duration) {
	cell := func(i int) runfolder.Cell {
		return runfolder.Cell{Filter: fmt.Sprintf("f%d", i%4), Metric: runfolder.Metric(fmt.Sprintf("m%d", i/4)), Point: runfolder.At("")}
	}
	steps := func(i, round int) []Step {
		if round < 1 && i >= 8 {
			return nil
		}
		return []Step{{Round: round, Cell: cell(i)}}
	}
	visits := make([]int, 12)
	for i := range visits {
		visits[i] = i
	}
	cost = func(s Step) time.Duration {
		for i := range visits {
			if cell(i) == s.Cell {
				return time.Duration(1+i*i) * time.Millisecond
			}
		}
		return 0
	}
	return Interleaved(0, rounds, 1, visits, steps), cost
}

// After a round the rest is known, however different the cells are; before, to within
// a few times. The times of steps vary by a tenth, and those of the warm-up, whose
// section is as long as later, are ten times as long.
func TestRemainingTime(t *testing.T) {
	plan, cost := costly(20)
	random := rand.New(rand.NewPCG(1, 2))
	r := remaining(plan, newMeasured(), func(Step) bool { return false })
	if r.Rows != 20*12+8 || r.Steps != r.Rows {
		t.Errorf("%d rows, %d steps, want %d", r.Rows, r.Steps, 20*12+8)
	}
	if _, known := r.Time(); known {
		t.Error("an estimate before anything was measured")
	}
	var truth time.Duration
	for s := range plan.All() {
		if s.Round >= 1 {
			truth += cost(s)
		}
	}
	for s := range plan.All() {
		left, known := r.Time()
		if s.Round >= 1 {
			low, high := 0.3, 3.0
			if s.Round > 1 {
				low, high = 0.85, 1.15
			}
			if ratio := float64(left) / float64(truth); !known || ratio < low || ratio > high {
				t.Fatalf("round %d: %v left, in truth %v", s.Round, left, truth)
			}
			truth -= cost(s)
		}
		took := time.Duration(float64(cost(s)) * (0.9 + 0.2*random.Float64()))
		m := &Measurement{Value: float64(took), Unit: runfolder.Nanoseconds}
		if s.Round < 1 {
			took *= 10
		}
		r.took(s, m, took)
	}
	if left, _ := r.Time(); left != 0 || r.Rows != 0 || r.Steps != 0 {
		t.Errorf("at the end %v, %d rows and %d steps are left", left, r.Rows, r.Steps)
	}
}

// What has a row is not left, nor what the experiment's state has; a warm-up of another
// session is.
func TestRemainingOfBegun(t *testing.T) {
	plan, _ := costly(3)
	m := newMeasured()
	count := 0
	for s := range plan.All() {
		if count++; count > 8+12+5 { // the warm-up, a round and five more
			break
		}
		m.add(runfolder.Row{Round: s.Round, Filter: s.Cell.Filter, Metric: s.Cell.Metric, Point: s.Cell.Point})
	}
	if r := remaining(plan, m, func(Step) bool { return false }); r.Rows != 2*12-5 {
		t.Errorf("%d rows are left, want %d", r.Rows, 2*12-5)
	}
	work := Plan{Once([]Step{{Round: 1, To: 10, Weight: 10}, {Round: 1, From: 10, To: 20, Weight: 10}, {Round: 1}})}
	r := remaining(work, newMeasured(), func(s Step) bool { return s.To == 10 })
	if r.Rows != 1 || r.AllRows != 1 || r.Steps != 11 {
		t.Errorf("%d rows of %d and %d steps of a simulation are left, want 1 of 1 and 11", r.Rows, r.AllRows, r.Steps)
	}
	// A step counts by its weight: ten iterations took 1 s.
	r.took(Step{Round: 1, From: 10, To: 20, Weight: 10}, nil, time.Second)
	if left, known := r.Time(); !known || left != time.Second/10 {
		t.Errorf("%v left, want 100ms", left)
	}
	if r.Rows != 1 || r.Steps != 1 {
		t.Errorf("%d rows and %d steps are left after a step without a row, want 1 and 1", r.Rows, r.Steps)
	}
}

// A cell that was warmed up alone takes what its warm-up took, times what the others took beyond
// theirs: a took 2 s for each unit of its weight there and then 3 s, so b will take 1.5 s where it
// took 1 s.
func TestBeyondTheWarmUp(t *testing.T) {
	a, b := runfolder.Cell{Filter: "a", Metric: "m"}, runfolder.Cell{Filter: "b", Metric: "m"}
	of := func(round int) []Step {
		return []Step{{Round: round, Cell: a, Weight: 4}, {Round: round, Cell: b, Weight: 4}}
	}
	plan := Rounds(0, of, 2)
	r := remaining(plan, newMeasured(), func(Step) bool { return false })
	r.took(of(0)[0], nil, 8*time.Second)
	r.took(of(0)[1], nil, 4*time.Second)
	r.took(of(1)[0], nil, 12*time.Second)
	if left, _ := r.Time(); left != (6+12+6)*time.Second {
		t.Errorf("%v left, want 24s", left)
	}
}

// No time is beyond what a time.Duration holds.
func TestSeconds(t *testing.T) {
	if d := Seconds(1e300); d < 0 || d < Seconds(9e9) {
		t.Errorf("%v", d)
	}
	if d := Seconds(math.Inf(1)); d <= 0 {
		t.Errorf("%v", d)
	}
	if d := Seconds(1.5); d != 1500*time.Millisecond {
		t.Errorf("%v", d)
	}
}
