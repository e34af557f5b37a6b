package harness

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
)

// leastTime is what the warm-up and the first rounds of a run that decides may take if its time
// is less.
const leastTime = 5 * time.Second

// firstRounds is a bench that is measured up to a deadline. How long a round takes is known
// once there is one; until then a structure whose insertions take minutes would decide how
// long the run takes. A step that lasts beyond the deadline is abandoned, and its row with it.
type firstRounds struct {
	experiment.Bench
	mu       sync.Mutex
	at       *experiment.Step // that is measured now
	deadline bool             // is over
}

// Measure implements experiment.Bench.
func (f *firstRounds) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	f.mu.Lock()
	if f.deadline {
		f.mu.Unlock()
		return nil, errLate(s)
	}
	f.at = &s
	f.mu.Unlock()
	m, err := f.Bench.Measure(ctx, s)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at = nil; f.deadline { // nobody waits: the run has been closed
		runtime.Goexit()
	}
	return m, err
}

// within is measure up to a deadline.
func within(limit time.Duration, measure func(experiment.Bench) error) func(experiment.Bench) error {
	return func(bench experiment.Bench) error {
		f := &firstRounds{Bench: bench}
		done := make(chan error, 1)
		go func() { done <- measure(f) }()
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case err := <-done:
			return err
		case <-timer.C:
		}
		f.mu.Lock()
		f.deadline = true
		at := f.at
		f.mu.Unlock()
		if at != nil { // else the next step is not begun
			return errLate(*at)
		}
		return <-done
	}
}

// errLate is the error of a step at which the time was over.
func errLate(s experiment.Step) error {
	when := fmt.Sprintf("round %d", s.Round)
	if s.Round < 1 {
		when = "the warm-up"
	}
	return fmt.Errorf("the time was over in %s, at %s of %s: two rounds do not fit: want fewer keys (--n) or a longer --time",
		when, s.Cell.Metric, s.Cell.Filter)
}

// decidable refuses a run that is to decide between two structures of which one has no such
// metric.
func decidable(bench experiment.Bench) error {
	var m runfolder.Meta
	bench.Describe(&m)
	has := map[string]bool{}
	var metric runfolder.Metric
	for s := range bench.Plan(0).Kinds() {
		has[s.Cell.Filter], metric = true, s.Cell.Metric
	}
	for _, name := range m.Filters {
		if !has[name] {
			return usage.Errorf("--metric=%s: %s has no %s: want another metric, or a structure that has it", metric, name, metric)
		}
	}
	return nil
}
