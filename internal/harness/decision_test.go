package harness

import (
	"io"
	"testing"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/stats"
)

// looked is what a decision looks at: it is separated in a look of that number, 0 for never.
type looked struct {
	separated int
	rounds    []int // of each look
	done      int
}

func (l *looked) decision() *decision {
	return &decision{
		see: func() (*compare.Versus, error) {
			v := &compare.Versus{A: "bloom", B: "cuckoo"}
			if v.P = 1; l.separated == l.done+len(l.rounds)+1 {
				v.P = 0
			}
			return v, nil
		},
		keep: func(rounds int) error { l.rounds = append(l.rounds, rounds); return nil },
		done: l.done,
	}
}

// measures follows a run that ends after so long, of rounds that take a millisecond, and returns
// how many it has.
func (l *looked) measures(t *testing.T, limit time.Duration) (rounds int) {
	t.Helper()
	p := (&precision{decide: true, time: limit}).plan(io.Discard, 20, 0)
	p.decision = l.decision()
	if err := p.follow(func(n int) (look, error) {
		p.start = p.start.Add(-time.Duration(n-rounds) * time.Millisecond)
		rounds = n
		return nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	return rounds
}

// A run that decides is looked at three times at most, farther and farther apart, and ends with
// the look that separates its structures or with its time; a resumed one has the looks that are
// left.
func TestDecision(t *testing.T) {
	const limit = 400 * time.Millisecond
	never := &looked{}
	all := never.measures(t, limit)
	if len(never.rounds) != stats.Looks || all < 200 || all > 400 {
		t.Fatalf("looks after %v of %d rounds", never.rounds, all)
	}
	if first, second := never.rounds[0], never.rounds[1]; first < stats.Pilot || second < 2*first || all < 2*second {
		t.Errorf("looks after %v rounds", never.rounds)
	}
	for look := range stats.Looks {
		l := &looked{separated: look + 1}
		if n := l.measures(t, limit); len(l.rounds) != look+1 || n != l.rounds[look] {
			t.Errorf("separated in look %d: looks after %v of %d rounds", look+1, l.rounds, n)
		}
	}
	for done := 1; done <= stats.Looks; done++ {
		l := &looked{done: done}
		if l.measures(t, limit); len(l.rounds) != stats.Looks-done {
			t.Errorf("%d looks were taken, and more after %v rounds", done, l.rounds)
		}
	}
	short := &looked{} // its time is over before the pilot
	if n := short.measures(t, 5*time.Millisecond); len(short.rounds) != 1 || n > stats.Pilot {
		t.Errorf("looks after %v of %d rounds", short.rounds, n)
	}
}

// The progress of such a run is that of its time, and never complete before its end.
func TestDecisionProgress(t *testing.T) {
	p := (&precision{decide: true, time: time.Minute}).plan(io.Discard, 20, 0)
	for _, elapsed := range []time.Duration{0, 15 * time.Second, time.Hour} {
		p.start = time.Now().Add(-elapsed)
		var at experiment.Progress
		p.byTime(func(shown experiment.Progress) { at = shown })(experiment.Progress{Done: 6, Total: 6, Rows: 6, AllRows: 6})
		left, ok := at.Left()
		share, want := float64(at.Done)/float64(at.Total), min(1, elapsed.Minutes())
		if at.Done >= at.Total || share < want-0.01 || share > want+0.05 || !ok || left < 0 || left > time.Minute-elapsed && elapsed < time.Minute {
			t.Errorf("after %v: %d of %d, %v left", elapsed, at.Done, at.Total, left)
		}
		if at.Rows != 6 || at.AllRows < 6 || elapsed == 15*time.Second && at.AllRows != 23 && at.AllRows != 24 {
			t.Errorf("after %v: %d of %d rows", elapsed, at.Rows, at.AllRows)
		}
	}
}
