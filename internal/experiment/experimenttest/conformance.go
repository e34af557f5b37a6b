package experimenttest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// Conformance is an experiment with what Conforms needs to know of it.
type Conformance struct {
	New    func() experiment.Experiment
	Small  []string                  // flags of a run of two rounds that takes a moment, and has what all figures draw
	Few    [][]string                // flags of runs with so little that some figures have nothing to draw
	Good   []string                  // flags at their bounds, each of which is accepted by itself
	Bad    [][]string                // flags that are refused
	Varies func(runfolder.Cell) bool // cells that a clock gives; nil: none
	// Ops is what the operations of a timed row come in, of which a section holds a whole number:
	// one of each query, key or word. A time by a wrong count is as steady as one by the right one.
	Ops func(runfolder.Row) int

	Arithmetic []string // claims that are judged without a row
	// Turned are claims, between spaces, that a test of this name turns both ways by rows made
	// for it: what turning does not turn, or not in a moment.
	Turned map[string]string
	// Sections says that a step goes on to its end: a cancelled run ends between two.
	Sections bool
}

// subject is an experiment and its small run, which is carried out once for all that is read
// of it.
type subject struct {
	Conformance
	run func() *runfolder.Run
}

// Conforms holds an experiment to what all have in common, whatever they measure.
func Conforms(t *testing.T, c Conformance) {
	t.Helper()
	racetest.OneGoroutine(t)
	if c.Varies == nil {
		c.Varies = Timed()
	}
	small := subject{c, sync.OnceValue(func() *runfolder.Run { return Run(t, c.New(), c.Small...) })}
	for _, check := range []struct {
		name string
		run  func(*testing.T, subject)
	}{
		{"defaults", defaults}, {"bad flags", badFlags}, {"rounds", rounds}, {"shards", shards},
		{"resumption", resumption}, {"operations", operations},
		{"prediction", prediction}, {"cancelled", cancelled}, {"reading", reading}, {"turning", turning},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, small) })
	}
}

func (c Conformance) prepared(t *testing.T, flags ...string) experiment.Bench {
	t.Helper()
	return Prepared[experiment.Bench](t, c.New(), flags...)
}

// defaults: each parses as a value that is given, and --quick leaves alone what is given.
func defaults(t *testing.T, c subject) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.New().Flags(set)
	set.VisitAll(func(f *pflag.Flag) {
		if f.DefValue == "" {
			return
		}
		if err := f.Value.Set(f.DefValue); err != nil {
			t.Errorf("--%s=%s, the default: %v", f.Name, f.DefValue, err)
		}
	})
	if set.Lookup("quick") == nil {
		return
	}
	reps := func(flags ...string) int {
		var m runfolder.Meta
		c.prepared(t, flags...).Describe(&m)
		return m.Reps
	}
	if given := reps(append(slices.Clone(c.Small), "--quick", "--reps=7")...); given != 7 {
		t.Errorf("%d rounds of --quick where 7 were asked for", given)
	}
	if !tier.Checking() { // to prepare the default run takes long; TestPlans of experiment/all plans it
		return
	}
	if usual, quick := reps(), reps("--quick"); quick > usual {
		t.Errorf("%d rounds, %d of --quick", usual, quick)
	}
}

// badFlags: they are refused, before anything is measured; those at the bounds are not.
func badFlags(t *testing.T, c subject) {
	for _, good := range c.Good {
		if _, err := Prepare(t, c.New(), good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range append(c.Bad, []string{"--reps=1"}, []string{"--seed=-1"}) {
		if _, err := Prepare(t, c.New(), bad...); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

// rounds: what is counted depends on the seed and on the round alone. Sums come before
// what is made of them; where all is timed nothing is counted.
func rounds(t *testing.T, c subject) {
	b := c.prepared(t, c.Small...)
	if _, sums := b.(experiment.Stateful); sums {
		return
	}
	counts := false
	for s := range b.Plan(0).All() {
		counts = counts || !c.Varies(s.Cell)
	}
	if !counts {
		return
	}
	counted, different := repeats(t, countedIn(t, c.run(), 2, c.Varies), func() experiment.Bench { return c.prepared(t, c.Small...) }, c.Varies)
	if counted == 0 || different == 0 {
		t.Errorf("%d counted values, of which %d differ between rounds", counted, different)
	}
}

// Each is what the operations of timed rows come in, by metric, as Conformance.Ops.
func Each(ops map[runfolder.Metric]int) func(runfolder.Row) int {
	return func(r runfolder.Row) int { return ops[r.Metric] }
}

// operations: timed rows have whole numbers of what they are said to come in.
func operations(t *testing.T, c subject) {
	for _, r := range c.run().Rows {
		if r.Unit != runfolder.Nanoseconds {
			continue
		}
		if c.Ops == nil {
			t.Fatalf("%+v is timed: want Ops, what its %d operations come in", r.Cell(), r.Ops)
		}
		if ops := int64(c.Ops(r)); ops < 1 || r.Ops < ops || r.Ops%ops != 0 {
			t.Errorf("%+v, round %d: a section of %d operations: want them in units of %d", r.Cell(), r.Round, r.Ops, ops)
		}
	}
}

// shards: together they have the rounds of the whole run, each once. Sums have none.
func shards(t *testing.T, c subject) {
	if _, sums := c.prepared(t, c.Small...).(experiment.Stateful); sums {
		return
	}
	steps := func(b experiment.Bench) (list []string) {
		for s := range b.Plan(0).All() {
			if s.Round > 0 {
				list = append(list, fmt.Sprint(s))
			}
		}
		return list
	}
	var parts []string
	for i := range 2 {
		part := Must(experiment.Sharded(c.prepared(t, c.Small...), runfolder.Shard{Index: i, Of: 2}, 2))(t)
		parts = append(parts, steps(part)...)
	}
	whole := steps(c.prepared(t, c.Small...))
	slices.Sort(parts)
	slices.Sort(whole)
	if len(whole) == 0 || !slices.Equal(parts, whole) {
		t.Errorf("%d steps of two shards, %d of the run", len(parts), len(whole))
	}
}

// resumption: a run that is interrupted again and again, each time taken up by another
// process, has every row of one that is not, once. What a clock gives differs; what is
// computed of it may be no number in one of the runs, and have no row.
func resumption(t *testing.T, c subject) {
	b := c.prepared(t, c.Small...)
	w := Begun(t, c.New(), b)
	var run *runfolder.Run
	for i, steps := range []int{1, 2, 1, len(slices.Collect(b.Plan(0).All())) / 2, 0} {
		if i > 0 {
			var err error
			if w, err = runfolder.Resume(w.Dir); err != nil {
				t.Fatal(err)
			}
			w.Meta.Sessions = append(w.Meta.Sessions, runfolder.Session{})
			b = c.prepared(t, c.Small...)
		}
		var err error
		if run, err = interrupted(t, b, w, steps); (steps == 0) != (err == nil) || err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("session %d, of %d steps: %v", i+1, steps, err)
		}
	}
	type number struct {
		value       float64
		unit, extra string
		ops         int64
	}
	rows := func(run *runfolder.Run) (numbers map[experiment.Step]number, sessions map[int]bool) {
		numbers, sessions = map[experiment.Step]number{}, map[int]bool{}
		for _, r := range run.Rows {
			if r.Round < 1 {
				continue
			}
			s := experiment.Step{Round: r.Round, Cell: r.Cell()}
			varies := c.Varies(s.Cell)
			if varies && r.Unit != runfolder.Nanoseconds {
				continue
			}
			if _, twice := numbers[s]; twice {
				t.Errorf("%+v has two rows", s)
			}
			sessions[r.Session] = true
			if numbers[s] = (number{unit: r.Unit}); !varies {
				numbers[s] = number{r.Value, r.Unit, strings.Join(r.Extra, ","), r.Ops}
			}
		}
		return numbers, sessions
	}
	whole, _ := rows(c.run())
	parts, sessions := rows(run)
	if len(sessions) < 2 {
		t.Errorf("all rows are of session %v: the interruptions leave none to the others", slices.Collect(maps.Keys(sessions)))
	}
	for s := range whole {
		if parts[s] != whole[s] {
			t.Errorf("%+v: %v of a run that was taken up, %v of one that was not", s, parts[s], whole[s])
		}
	}
	if len(parts) != len(whole) {
		t.Errorf("%d rows, %d of a run that was not interrupted", len(parts), len(whole))
	}
}

// prediction: it is a time, if there is one, and none of a run that is cancelled.
func prediction(t *testing.T, c subject) {
	p, ok := c.prepared(t, c.Small...).(experiment.Predictor)
	if !ok {
		return
	}
	if took, err := p.Predict(t.Context()); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if took, err := c.prepared(t, c.Small...).(experiment.Predictor).Predict(ctx); err == nil {
		t.Errorf("cancelled: %v", took)
	}
}

// cancelled: a step of a run that is cancelled has no value.
func cancelled(t *testing.T, c subject) {
	if c.Sections {
		return
	}
	b := c.prepared(t, c.Small...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for s := range b.Plan(0).All() {
		if m, err := b.Measure(ctx, s); err == nil {
			t.Errorf("%+v of a cancelled run is %+v", s, m)
		}
		return
	}
}

// reading: every figure of a run is drawn in every language, every claim has a verdict, and
// none is tested on a run without its methods or its metrics, of which nothing is drawn
// either. A run of few things is read as far as it goes.
func reading(t *testing.T, c subject) {
	run := c.run()
	Draw(t, c.New(), run)
	Readable(t, c.New(), run)
	for what, none := range map[string]*runfolder.Run{
		"methods": Doctored(run, func(r *runfolder.Row) { r.Filter = "other" }),
		"metrics": Doctored(run, func(r *runfolder.Row) { r.Metric = runfolder.Metric("other " + r.Unit) }),
	} {
		for id, r := range Judged(t, c.New(), none) {
			if r.Verdict != claim.NotTested && !slices.Contains(c.Arithmetic, id) {
				t.Errorf("%s of a run without its %s: %s", id, what, r.Verdict)
			}
		}
		if what == "metrics" {
			NoFigures(t, c.New(), none, func(runfolder.Row) bool { return true })
		}
	}
	for _, few := range c.Few {
		Readable(t, c.New(), Run(t, c.New(), few...))
	}
}
