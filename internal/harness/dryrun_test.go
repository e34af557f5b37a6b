package harness

import (
	"context"
	"testing"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// A disk that is too small is an error that says how much there is to write.
func TestTooSmallADisk(t *testing.T) {
	if err := enough(1e9, 1e9); err != nil {
		t.Error(err)
	}
	const want = "the run takes up to 200 TB, but only 81.3 GB are free there: want more space, or another folder"
	if err := enough(2e14, 81_300_000_000); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// predicted is a bench that says how long its run takes.
type predicted struct {
	experiment.Bench
	takes time.Duration
}

func (b predicted) Predict(context.Context) (time.Duration, error) { return b.takes, nil }

// The rest of a run takes its share of the whole, by the weight of its steps; --time may end it before.
func TestDurationOfAPlan(t *testing.T) {
	for name, c := range map[string]struct {
		left  int64 // of 100 steps; 0: the run is a new one
		takes time.Duration
		time  time.Duration
		want  string
	}{
		"new":         {0, 200 * time.Second, 0, "about 3m20s, by one measurement of each kind"},
		"resumed":     {25, 200 * time.Second, 0, "about 50s of 3m20s, by one measurement of each kind"},
		"ends before": {0, 200 * time.Second, time.Minute, "about 3m20s, by one measurement of each kind; --time=1m0s ends it before"},
		"in its time": {25, 200 * time.Second, time.Minute, "about 50s of 3m20s, by one measurement of each kind"},
	} {
		d := dryRun{Run: New(named("thesis")), bench: predicted{takes: c.takes}, meta: &runfolder.Meta{Reps: 30}}
		d.precision.time = c.time
		left := &experiment.Remaining{Steps: 100}
		if c.left > 0 {
			d.begun, left = &runfolder.Run{}, &experiment.Remaining{Steps: c.left}
		}
		if err := d.duration(t.Context(), &experiment.Remaining{Steps: 100}, left); err != nil || d.text.String() != "duration    "+c.want+"\n" {
			t.Errorf("%s: %q, %v, want %q", name, d.text.String(), err, c.want)
		}
	}
}
