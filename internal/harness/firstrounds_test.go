package harness

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

type slowBench struct {
	experiment.Bench
	until chan struct{}
	begun *atomic.Bool
}

func (b slowBench) Measure(context.Context, experiment.Step) (*experiment.Measurement, error) {
	b.begun.Store(true)
	<-b.until
	return &experiment.Measurement{}, nil
}

// A warm-up that lasts beyond the deadline ends the run with what was measured then, and what
// comes of it later goes nowhere.
func TestDeadlineOfFirstRounds(t *testing.T) {
	until, written, begun := make(chan struct{}), make(chan bool, 1), new(atomic.Bool)
	step := experiment.Step{Cell: runfolder.Cell{Filter: "list", Metric: "insert"}}
	measure := func(b experiment.Bench) error {
		returned := false
		defer func() { written <- returned }()
		_, err := b.Measure(t.Context(), step)
		returned = true
		return err
	}
	const want = "the time was over in the warm-up, at insert of list"
	if err := within(time.Millisecond, measure)(slowBench{until: until, begun: begun}); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	close(until)
	if <-written && begun.Load() { // else the time was over before the step
		t.Error("the step went on to write its row")
	}
	if err := within(time.Hour, measure)(slowBench{until: until, begun: begun}); err != nil || !<-written {
		t.Errorf("in time: %v", err)
	}
}
