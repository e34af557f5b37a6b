package experiment

import (
	"context"
	"errors"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
)

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
