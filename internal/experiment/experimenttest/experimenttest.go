// Package experimenttest runs small experiments for the tests of other packages, which
// need the rows of a run. It holds experiments to what they have in common: rounds that
// repeat, verdicts on rows made for them, figures in every language.
package experimenttest

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
)

// Must is a value that a test needs; without it the test ends: Must(os.ReadFile(path))(t).
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// OK ends a test that cannot go on after an error.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Prepare prepares x with flags, such as "--seed=3", for short sections. A bench that holds stores is
// closed when the test ends.
func Prepare(t testing.TB, x experiment.Experiment, flags ...string) (experiment.Bench, error) {
	t.Helper()
	set := pflag.NewFlagSet(x.Name(), pflag.ContinueOnError)
	x.Flags(set)
	if err := set.Parse(flags); err != nil {
		return nil, err
	}
	bench, err := x.Prepare(timing.WithLeast(t.Context(), timing.Short))
	if c, ok := bench.(io.Closer); ok && err == nil {
		t.Cleanup(func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return bench, err
}

// Prepared is the bench of Prepare, by its own type; x with these flags has one.
func Prepared[B experiment.Bench](t testing.TB, x experiment.Experiment, flags ...string) B {
	t.Helper()
	bench := Must(Prepare(t, x, flags...))(t)
	return bench.(B)
}

// Trials is the bench of an experiment that is a table of trials, with these flags.
func Trials(t testing.TB, x experiment.Experiment, flags ...string) *trial.Bench {
	t.Helper()
	return Prepared[*trial.Bench](t, x, flags...)
}

// Meta is what a run of x with these flags is described by.
func Meta(t testing.TB, x experiment.Experiment, flags ...string) (m runfolder.Meta) {
	t.Helper()
	Prepared[experiment.Bench](t, x, flags...).Describe(&m)
	return m
}

// Planned is a run of a bench whose rows are told and not measured: each is a 1 without a
// unit, until the test makes something of it.
func Planned(x experiment.Experiment, b experiment.Bench, tell func(*runfolder.Row)) *runfolder.Run {
	run := &runfolder.Run{Meta: runfolder.Meta{Schema: runfolder.Schema, Experiment: x.Name(), State: runfolder.Finished, Sessions: []runfolder.Session{{}}}}
	b.Describe(&run.Meta)
	for s := range b.Plan(0).All() {
		r := runfolder.Row{Seq: len(run.Rows) + 1, Round: s.Round, Session: 1, Design: run.Meta.Design, Filter: s.Cell.Filter,
			Point: s.Cell.Point, Metric: s.Cell.Metric, Unit: "1", Ops: 1, CPU: runfolder.NoCPU, Value: 1}
		tell(&r)
		run.Rows = append(run.Rows, r)
	}
	return run
}

// Run carries out x with flags in a folder of the test's and returns the finished run.
func Run(t testing.TB, x experiment.Experiment, flags ...string) *runfolder.Run {
	t.Helper()
	bench := Prepared[experiment.Bench](t, x, flags...)
	return Must(Ended(t, bench, Begun(t, x, bench)))(t)
}

// Begun is the folder of a run of x that has no rows yet.
func Begun(t testing.TB, x experiment.Experiment, b experiment.Bench) *runfolder.Writer {
	t.Helper()
	meta := runfolder.Meta{
		Schema: runfolder.Schema, Experiment: x.Name(), State: runfolder.Running,
		Sessions: []runfolder.Session{{Start: time.Unix(1, 0).UTC()}},
	}
	b.Describe(&meta)
	return Must(runfolder.Create(t.TempDir(), meta))(t)
}

// Ended carries out what a folder lacks of a run, and returns all that it has then, and the
// error that ended the run.
func Ended(t testing.TB, b experiment.Bench, w *runfolder.Writer) (*runfolder.Run, error) {
	t.Helper()
	return interrupted(t, b, w, 0)
}

// interrupted is Ended after so many steps, or after all for 0.
func interrupted(t testing.TB, b experiment.Bench, w *runfolder.Writer, steps int) (*runfolder.Run, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	state, done := runfolder.Finished, 0
	failed := experiment.Run(ctx, b, w, func(experiment.Progress) {
		if done++; done == steps {
			cancel()
		}
	})
	if failed != nil {
		state = runfolder.Failed
	}
	OK(t, w.Close(state, failed))
	run := Must(runfolder.Open(w.Dir))(t)
	return run, failed
}

// Alike is a step that is predicted to take so many times as long as one at another point.
// The struct has no name, so that lists need no keys.
type Alike = struct {
	Metric   runfolder.Metric
	At, Like runfolder.Point
	Factor   float64
}

// Likes holds the predictions of a bench to what is wanted of them.
func Likes(t testing.TB, b interface {
	Like(experiment.Step) (experiment.Step, float64)
}, list []Alike) {
	t.Helper()
	for _, c := range list {
		got, factor := b.Like(experiment.Step{Round: 3, Cell: runfolder.Cell{Metric: c.Metric, Point: c.At}})
		if got.Cell.Point != c.Like || factor != c.Factor || got.Round >= 3 {
			t.Errorf("%s at %q: %v × %+v, want %v × %q in an early round", c.Metric, c.At, factor, got, c.Factor, c.Like)
		}
	}
}
