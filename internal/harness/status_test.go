package harness

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// The time of a run is that of all its sessions. One without an end has lasted until now where the run
// is under way, else until something was written last. What is left is counted from when it was said.
func TestTimesOfStatus(t *testing.T) {
	begin := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return begin.Add(time.Duration(minutes) * time.Minute) }
	for name, c := range map[string]struct {
		parent        int
		seconds, left float64
		process       int
		round         int
	}{
		"under way":         {os.Getpid(), 60 * (10 + 30), 60 * (45 - 5), os.Getpid(), 2},
		"interrupted":       {0, 60 * (10 + 25), 60 * (3*35 + 2), 0, 2},
		"while it warms up": {0, 60 * (10 + 25), 60 * 45, 0, 0},
	} {
		run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 3})
		run.Meta.State = runfolder.Interrupted
		run.Meta.Sessions = []runfolder.Session{{Start: at(0), End: at(10)}, {Start: at(60)}}
		dir, err := synthetic.Write(t.TempDir(), run)
		if err != nil {
			t.Fatal(err)
		}
		if err := withoutEnd(dir, at(70)); err != nil {
			t.Fatal(err)
		}
		if err := runfolder.SaveProgress(dir, runfolder.Progress{Process: 1, Parent: c.parent, Updated: at(85), Rows: 7, AllRows: 30, Round: c.round, Share: 0.25, Left: 45 * time.Minute, WarmUp: 2 * time.Minute}); err != nil {
			t.Fatal(err)
		}
		s, err := StatusOf(dir, dir, at(90), Printed{Experiment: func(string) experiment.Experiment { return nil }})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(s.Seconds-c.seconds) > 1e-6 || math.Abs(s.Left-c.left) > 1e-6 || s.Process != c.process {
			t.Errorf("%s: %v s by process %d, %v s left, want %v by %d, %v left", name, s.Seconds, s.Process, s.Left, c.seconds, c.process, c.left)
		}
		if s.Rows != 7 || s.AllRows != 30 || s.Round != c.round || s.Share != 0.25 || s.Sessions != 2 || s.Rounds != 3 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// withoutEnd takes the end from the last session of a run, whose measurements were written at a time.
func withoutEnd(dir string, written time.Time) error {
	w, err := runfolder.Resume(dir)
	if err != nil {
		return err
	}
	w.Meta.Sessions[len(w.Meta.Sessions)-1].End = time.Time{}
	if err := w.SaveMeta(); err != nil {
		return err
	}
	if err := w.Release(); err != nil {
		return err
	}
	return os.Chtimes(filepath.Join(dir, runfolder.MeasurementsFile), written, written)
}

// A part of a run tells of all of it, as far as that is known: of its 10 of 30 rounds a third. It
// tells so once a second, and at its end in any case.
func TestProgressOfAPart(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 30})
	run.Meta.State = runfolder.Interrupted
	w := resumed(t, run)
	for _, c := range []struct {
		part    precision
		reps    int // that the run says: a part ends with its last round
		allRows int64
		share   float64
		left    time.Duration
	}{
		{precision{}, 30, 600, 0.75, time.Minute},
		{precision{layout: 2, until: 10}, 30, 1800, 0.25, 0},
		{precision{layout: 2, until: 10}, 5, 600, 0.75, 0},
	} {
		r := New(named("thesis"))
		r.precision = c.part
		w.Meta.Reps = c.reps
		p := r.painter(w)
		begin := time.Unix(100, 0)
		for i, rows := range []int64{5, 6, 7, 8} {
			last := i == 3
			p.save(state{at: begin.Add(time.Duration(i) * 600 * time.Millisecond), rows: rows, allRows: 600, share: 0.75, left: time.Minute}, last)
			told, err := runfolder.ProgressOf(w.Dir)
			if err != nil || told == nil {
				t.Fatal(told, err)
			}
			if want := []int64{5, 5, 7, 8}[i]; told.Rows != want || told.AllRows != c.allRows || math.Abs(told.Share-c.share) > 1e-12 || told.Left != c.left {
				t.Errorf("%+v of %d: %+v, want %d of %d rows", c.part, c.reps, told, want, c.allRows)
			}
		}
	}
}

// resumed is a run that goes on, until the test ends.
func resumed(t *testing.T, run *runfolder.Run) *runfolder.Writer {
	t.Helper()
	dir, err := synthetic.Write(t.TempDir(), run)
	if err != nil {
		t.Fatal(err)
	}
	w, err := runfolder.Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Release() })
	return w
}
