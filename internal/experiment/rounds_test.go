package experiment

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
)

// The random choices of a round depend on the run's seed and on the round, and
// on nothing else: warm-ups, which are 0 and below, have their own.
func TestRoundSeed(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(50) {
		for round := -3; round <= 30; round++ {
			s := RoundSeed(seed, round)
			if seen[s] {
				t.Errorf("seed %d, round %d: the choices of another round", seed, round)
			}
			seen[s] = true
			if s != RoundSeed(seed, round) {
				t.Errorf("seed %d, round %d: not the same twice", seed, round)
			}
		}
	}
	// Runs that are on disk go on with these.
	if a, b := RoundSeed(1, 1), RoundSeed(1, -1); a != 0xd522b5d820b5e72f || b != 0xc4d9ef1eddae8c72 {
		t.Errorf("round 1 has %#x, the second warm-up %#x", a, b)
	}
}

// begun is the folder of a run that has no rows yet.
func begun(t *testing.T, columns []string) *runfolder.Writer {
	t.Helper()
	w, err := runfolder.Create(t.TempDir(), runfolder.Meta{
		Schema: runfolder.Schema, Experiment: "x", Columns: columns, Sessions: []runfolder.Session{{Start: time.Unix(0, 0)}}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// tallying is a bench of three cells and four rounds that notes what it
// measures.
type tallying struct {
	measured []Step
	stop     func() // called within the step at which stopAt
	stopAt   int
	fail     error // of the last step
}

func (c *tallying) Describe(m *runfolder.Meta) { m.Columns = runfolder.Columns(nil) }

func (c *tallying) Plan(session int) Plan {
	cells := func(round int) (steps []Step) {
		for _, filter := range []string{"a", "b", "c"} {
			steps = append(steps, Step{Round: round, Cell: runfolder.Cell{Filter: filter, Metric: "m"}})
		}
		return steps
	}
	return Plan{Once(cells(-session)), {Times: 4, Steps: func(i int) []Step { return cells(i + 1) }}}
}

func (c *tallying) Measure(_ context.Context, s Step) (*Measurement, error) {
	c.measured = append(c.measured, s)
	if len(c.measured) == c.stopAt {
		c.stop()
	}
	if c.fail != nil && s.Round == 4 && s.Cell.Filter == "c" {
		return &Measurement{Value: 1, Unit: "1", Ops: 1, CPU: runfolder.NoCPU}, c.fail
	}
	return &Measurement{Value: float64(len(c.measured)), Unit: "1", Ops: 1, CPU: runfolder.NoCPU}, nil
}

// A run that is stopped goes on behind the last row, in the same order, with a
// warm-up of its own; rows tell their session.
func TestResumesBehindTheLastRow(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	ctx, stop := context.WithCancel(t.Context())
	first := &tallying{stop: stop, stopAt: 8} // within the second step of round 2
	if err := Run(ctx, first, w, func(Progress) {}); !errors.Is(err, context.Canceled) || len(first.measured) != 8 {
		t.Fatalf("%d steps, %v", len(first.measured), err)
	}
	w.Meta.Sessions = append(w.Meta.Sessions, runfolder.Session{Start: time.Unix(1, 0)})
	second := &tallying{}
	var last Progress
	if err := Run(t.Context(), second, w, func(p Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	plan := slices.Collect(second.Plan(1).All())
	if want := slices.Concat(plan[:3], plan[8:]); !slices.EqualFunc(second.measured, want, func(a, b Step) bool { return a.Cell == b.Cell && a.Round == b.Round }) {
		t.Errorf("the second session measures %v, want %v", second.measured, want)
	}
	if last.Done != 15 || last.Total != 15 || last.Rows != 15 || last.AllRows != 15 {
		t.Errorf("progress %+v", last)
	}
	n := 0
	if err := w.Each(func(r runfolder.Row) {
		n++
		if session := 1 + min(1, n/9); r.Session != session || r.Seq != n {
			t.Errorf("row %d is %d of session %d, want %d", n, r.Seq, r.Session, session)
		}
	}); err != nil || n != 8+3+7 {
		t.Errorf("%d rows, %v", n, err)
	}
	w.Close(runfolder.Finished, nil)
}

// The rows of a round are on the disk when the next one is measured.
func TestRoundsAreOnDisk(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	defer w.Close(runfolder.Finished, nil)
	if err := Run(t.Context(), &tallying{}, w, func(p Progress) {
		text, err := os.ReadFile(filepath.Join(w.Dir, runfolder.MeasurementsFile))
		if rows := bytes.Count(text, []byte("\n")) - 1; err != nil || rows < 3*p.Step.Round {
			t.Errorf("%d rows are on the disk in round %d, %v", rows, p.Step.Round, err)
		}
	}); err != nil {
		t.Error(err)
	}
}

// What failed leaves no row, whatever it measured.
func TestFailureLeavesNoRow(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	defer w.Close(runfolder.Failed, nil)
	wrong := errors.New("wrong answers")
	if err := Run(t.Context(), &tallying{fail: wrong}, w, func(Progress) {}); !errors.Is(err, wrong) || err.Error() != "c, m, round 4: wrong answers" {
		t.Errorf("%v", err)
	}
	if w.Count() != 14 {
		t.Errorf("%d rows, want 14", w.Count())
	}
}

// A run that was stopped in its warm-up goes on with the whole of round 1: rows
// of a warm-up are of no other round.
func TestResumesBehindTheWarmUp(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	defer w.Close(runfolder.Finished, nil)
	ctx, stop := context.WithCancel(t.Context())
	first := &tallying{stop: stop, stopAt: 2}
	if err := Run(ctx, first, w, func(Progress) {}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	w.Meta.Sessions = append(w.Meta.Sessions, runfolder.Session{Start: time.Unix(1, 0)})
	second := &tallying{}
	if err := Run(t.Context(), second, w, func(Progress) {}); err != nil {
		t.Fatal(err)
	}
	rounds := map[int]int{}
	for _, s := range second.measured {
		rounds[s.Round]++
	}
	for round, want := range map[int]int{0: 0, -1: 3, 1: 3, 2: 3, 3: 3, 4: 3} {
		if rounds[round] != want {
			t.Errorf("round %d: %d measurements, want %d", round, rounds[round], want)
		}
	}
}

// weighty is a bench of steps of different weights.
type weighty struct{ *tallying }

func (weighty) Plan(int) Plan {
	return Plan{{Times: 2, Steps: func(i int) (steps []Step) {
		for _, weight := range []int{0, 5, 10} {
			steps = append(steps, Step{Round: i + 1, Weight: weight, Cell: runfolder.Cell{Filter: string(rune('a' + weight)), Metric: "m"}})
		}
		return steps
	}}}
}

// The progress of a run is that of the weights of its steps and ends at their
// sum.
func TestProgressByWeight(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	defer w.Close(runfolder.Finished, nil)
	want := []int64{1, 6, 16, 17, 22, 32}
	if err := Run(t.Context(), weighty{&tallying{}}, w, func(p Progress) {
		if len(want) == 0 || p.Done != want[0] || p.Total != 32 {
			t.Errorf("progress %d of %d, want %v of 32", p.Done, p.Total, want)
		}
		want = want[min(1, len(want)):]
	}); err != nil || len(want) > 0 {
		t.Errorf("%v; not told: %v", err, want)
	}
}

// sparse is a bench one of whose cells has no value in even rounds.
type sparse struct{ *tallying }

func (s sparse) Measure(ctx context.Context, step Step) (*Measurement, error) {
	m, err := s.tallying.Measure(ctx, step)
	if step.Cell.Filter == "b" && step.Round > 0 && step.Round%2 == 0 {
		return nil, err
	}
	return m, err
}

// A step without a value is no measurement: the progress ends at the rows that there are, however
// often the run was interrupted.
func TestStepsWithoutAValueAreNotCounted(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	defer w.Close(runfolder.Finished, nil)
	ctx, stop := context.WithCancel(t.Context())
	var last Progress
	observe := func(p Progress) { last = p }
	if err := Run(ctx, sparse{&tallying{stop: stop, stopAt: 9}}, w, observe); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if last.Rows != int64(w.Count()) || last.Rows != 8 || last.AllRows != 14 {
		t.Errorf("after an interruption %d of %d, and %d rows, want 8 of 14", last.Rows, last.AllRows, w.Count())
	}
	if err := Run(t.Context(), sparse{&tallying{}}, w, observe); err != nil {
		t.Fatal(err)
	}
	if last.Rows != int64(w.Count()) || last.Rows != 13 || last.AllRows != 13 || last.Done != last.Total {
		t.Errorf("at the end %d of %d, and %d rows, want 13 of 13", last.Rows, last.AllRows, w.Count())
	}
}
