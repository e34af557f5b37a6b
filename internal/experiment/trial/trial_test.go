package trial_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

const (
	n      axis.CountAxis   = "n"
	count  runfolder.Metric = "count"
	chance runfolder.Metric = "chance"
	time   runfolder.Metric = "time"
)

// counter is an experiment that counts how often its trials are carried out.
type counter struct {
	done   int
	closed int
	fails  bool
}

// held is a fixture that says when it is closed.
type held struct {
	of *counter
	at int
}

func (h *held) Close() error { h.of.closed++; return nil }

// under is a fixture that another one stands on.
type under struct{ top *held }

func (u *under) Close() error {
	if u.top.of.closed == 0 {
		return errors.New("closed before what stands on it")
	}
	return nil
}

// Fixtures are closed from the last one to the first.
func TestCloseOrder(t *testing.T) {
	c := &counter{}
	s := c.spec(false)
	s.Trials = func(*trial.Run) []trial.Trial {
		return []trial.Trial{{Method: "one", Reports: []runfolder.Metric{count}, Do: func(t *trial.T) error {
			u, _ := trial.Fixture(t, nil, func() (*under, error) { return &under{&held{of: c}}, nil })
			_, err := trial.Fixture(t, nil, func() (*held, error) { return u.top, nil })
			t.Report(count, 1)
			return err
		}}}
	}
	b := prepared(t, s)
	for step := range b.Plan(0).All() {
		if _, err := b.Measure(t.Context(), step); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func (c *counter) spec(timed bool) trial.Spec {
	s := trial.Spec{
		Name: "counter", Title: "counts", Help: "What it does,\nin two lines.\n\n  hyphbench run counter\n  hyphbench run counter --quick\n",
		Axes: []trial.Axis{
			{Of: n, Default: "1,2", Quick: "2", Usage: "numbers", About: "a number"},
			{Of: axis.Eps, Default: "1%", One: true, Usage: "rate"},
		},
		Reps: trial.Reps{Default: 4, Least: 2, Why: "an interval needs 2", Quick: "2", Usage: "rounds"}, Quick: "less", Seed: "decides all",
		Methods: []trial.Method{{Name: "one"}, {Name: "none", Baseline: true}},
		Metrics: []metric.Definition{{Name: count, Rows: "1", Title: "count", Portuguese: "contagem"}, {Name: chance, Rows: "1", Title: "chance"}},
	}
	if timed {
		s.Metrics = append(s.Metrics, metric.Definition{Name: time, Rows: runfolder.Nanoseconds, Title: "time", Op: "loop"})
	}
	s.Trials = func(r *trial.Run) (list []trial.Trial) {
		for _, v := range r.Counts(n) {
			reports := []runfolder.Metric{count, chance}
			if timed {
				reports = append(reports, time)
			}
			at := []axis.Place{n.At(v), axis.Eps.At(r.Rates(axis.Eps)[0])}
			list = append(list, trial.Trial{Method: "one", At: at, Reports: reports, Do: func(t *trial.T) error {
				c.done++
				if c.fails {
					return errors.New("as planted")
				}
				h, err := trial.Fixture(t, v, func() (*held, error) { return &held{c, v}, nil })
				if err != nil {
					return err
				}
				t.Report(count, float64(h.at))
				t.Report(chance, float64(t.Seed()%1000))
				t.Time(time, 100, func() error { return nil })
				return nil
			}})
		}
		return append(list, trial.Trial{Method: "none", Reports: []runfolder.Metric{count}, Do: func(t *trial.T) error {
			t.Report(count, math.NaN())
			return nil
		}})
	}
	return s
}

func prepared(t *testing.T, s trial.Spec, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, trial.New(s), flags...)
}

// A round carries out each trial once for all of its numbers; a number that is none has no
// row, and fixtures are closed when their key changes, and at the end.
func TestTrialsOnceARound(t *testing.T) {
	c := &counter{}
	run := experimenttest.Run(t, trial.New(c.spec(false)), "--reps=3")
	if c.done != 2*3 {
		t.Errorf("%d trials were carried out, want 6", c.done)
	}
	if len(run.Rows) != 2*2*3 {
		t.Errorf("%d rows, want 12", len(run.Rows))
	}
	for _, r := range run.Rows {
		if r.Metric == count && fmt.Sprint(r.Value) != r.Point.Value(0) || r.Point.Value(1) != "0.01" || len(r.Extra) > 0 {
			t.Errorf("%+v", r)
		}
	}
	b := prepared(t, c.spec(false))
	c.closed = 0
	for s := range b.Plan(0).All() {
		if _, err := b.Measure(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil || c.closed < 2 {
		t.Errorf("%d fixtures closed, %v", c.closed, err)
	}
}

// What is timed has a warm-up of its own, of times alone, and a section of at least the
// operations of one repetition.
func TestTimes(t *testing.T) {
	c := &counter{}
	b := prepared(t, c.spec(true), "--n=1", "--reps=2")
	warm := 0
	for s := range b.Plan(1).All() {
		m := experimenttest.Must(b.Measure(t.Context(), s))(t)
		if s.Round < 1 {
			warm++
			if s.Cell.Metric != time {
				t.Errorf("%+v in the warm-up", s)
			}
		}
		if s.Cell.Metric == time && (m.Ops < 100 || m.Unit != runfolder.Nanoseconds) || m != nil && len(m.Extra) != len(measuring.SectionColumns()) {
			t.Errorf("%+v: %+v", s, m)
		}
	}
	if warm != 1 {
		t.Errorf("%d steps to warm up", warm)
	}
	if trial.New(c.spec(true)).Refuses() != nil || trial.New(c.spec(false)).Refuses()["resolve"] == "" {
		t.Error("an experiment refuses flags that go by times, if it has none")
	}
}

// What a trial counts depends on the round, not on what was measured before.
func TestRepeats(t *testing.T) {
	c := &counter{}
	counted, different := experimenttest.Repeats(t, func() experiment.Bench { return prepared(t, c.spec(true)) }, experimenttest.Timed(time))
	if counted != 4 || different != 2 {
		t.Errorf("%d counted, %d different", counted, different)
	}
}

// Flags, help and reading follow from the table.
func TestTable(t *testing.T) {
	x := trial.New((&counter{}).spec(false))
	if x.Long() != "What it does,\nin two lines." || x.Example() != "  hyphbench run counter\n  hyphbench run counter --quick" {
		t.Errorf("%q, %q", x.Long(), x.Example())
	}
	r := x.Reading()
	if len(r.Columns) != 1 || r.Columns[0].Type != "integer" || r.Portuguese["count"] != "contagem" || len(r.Structures)+len(r.Baselines) != 0 {
		t.Errorf("%+v", r)
	}
	var m runfolder.Meta
	b := prepared(t, (&counter{}).spec(false), "--quick", "--eps=2%")
	b.Describe(&m)
	if got := fmt.Sprint(m.Filters, m.Baselines, m.Axes, m.Reps); got != "[one] [none] [{n count [2]} {epsilon rate [0.02]}] 2" {
		t.Error(got)
	}
	b.SetRounds(7)
	weight, err := b.Plan(0).Weight()
	if err != nil || weight != 3*7 {
		t.Errorf("%d steps, %v", weight, err)
	}
	if took, err := b.Predict(t.Context()); err != nil || took < 0 {
		t.Errorf("%v, %v", took, err)
	}
}

// owned is a bench of an experiment's own.
type owned struct {
	experiment.Bench
	run *trial.Run
}

func (o owned) Describe(m *runfolder.Meta) { o.run.Describe(m) }

// An experiment with a bench of its own has flags, help and reading of the table, and columns
// of its own.
func TestOwn(t *testing.T) {
	s := (&counter{}).spec(true)
	s.Trials = nil
	s.Columns = []runfolder.Field{{Name: "depth", Type: "integer"}}
	s.Own = func(_ context.Context, r *trial.Run) (experiment.Bench, error) { return owned{run: r}, nil }
	x := trial.New(s)
	b := experimenttest.Prepared[owned](t, x, "--n=5", "--reps=6", "--seed=7")
	var m runfolder.Meta
	b.Describe(&m)
	if m.Reps != 6 || m.Seed != 7 || fmt.Sprint(m.Counts("n")) != "[5]" || !slices.Equal(m.Filters, []string{"one"}) {
		t.Errorf("%+v", m)
	}
	if !slices.Contains(m.Columns, "depth") || slices.Contains(m.Columns, "gc") {
		t.Errorf("columns %v", m.Columns)
	}
	if r := x.Reading(); len(r.Columns) != 2 || r.Columns[1].Name != "depth" {
		t.Errorf("%+v", r.Columns)
	}
}

// A trial reports at each of its places along an axis, one without a flag too.
func TestAlong(t *testing.T) {
	s := (&counter{}).spec(false)
	const step axis.CountAxis = "step"
	s.Axes = append(s.Axes, trial.Axis{Of: step, Values: func() []string { return []string{"0", "1", "2"} }})
	done := 0
	s.Trials = func(*trial.Run) []trial.Trial {
		along := []axis.Place{step.At(0), step.At(1), step.At(2)}
		return []trial.Trial{{Method: "one", At: []axis.Place{n.At(5)}, Along: along, Reports: []runfolder.Metric{count, chance}, Do: func(t *trial.T) error {
			done++
			for i, p := range along {
				t.ReportAt(p, count, float64(i))
				t.ReportAt(p, chance, 0)
			}
			return nil
		}}}
	}
	run := experimenttest.Run(t, trial.New(s), "--reps=2")
	if done != 2 || len(run.Rows) != 2*3*2 {
		t.Errorf("%d trials, %d rows", done, len(run.Rows))
	}
	for _, r := range run.Rows {
		if r.Point.Value(0) != "5" || r.Metric == count && fmt.Sprint(r.Value) != r.Point.Value(2) {
			t.Errorf("%+v", r)
		}
	}
}

// What is planted ends a run: a trial that fails, a step of no trial, a metric that a trial
// does not report or the experiment does not have, two trials in one place.
func TestFaults(t *testing.T) {
	failing := &counter{fails: true}
	b := prepared(t, failing.spec(false))
	steps := slices.Collect(b.Plan(0).All())
	i := slices.IndexFunc(steps, func(s experiment.Step) bool { return s.Cell.Filter == "one" })
	if _, err := b.Measure(t.Context(), steps[i]); err == nil || !strings.Contains(err.Error(), "as planted") {
		t.Error(err)
	}
	stray := steps[i]
	stray.Cell.Point = "3,0.01"
	if _, err := b.Measure(t.Context(), stray); err == nil {
		t.Error("a step of no trial has a value")
	}
	for name, change := range map[string]func([]trial.Trial) []trial.Trial{
		"an unknown metric": func(l []trial.Trial) []trial.Trial { l[0].Reports = []runfolder.Metric{"weight"}; return l },
		"a trial twice":     func(l []trial.Trial) []trial.Trial { return append(l, l[0]) },
	} {
		s := failing.spec(false)
		all := s.Trials
		s.Trials = func(r *trial.Run) []trial.Trial { return change(all(r)) }
		if _, err := experimenttest.Prepare(t, trial.New(s)); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
	bare := failing.spec(false)
	bare.Metrics[0].Rows = ""
	if _, err := experimenttest.Prepare(t, trial.New(bare)); err == nil {
		t.Error("a metric without a unit is no error")
	}
	s := failing.spec(false)
	all := s.Trials
	s.Trials = func(r *trial.Run) []trial.Trial {
		list := all(r)
		list[0].Do = func(*trial.T) error { return nil }
		return list
	}
	b = prepared(t, s)
	steps[i].Cell.Point = "1,0.01"
	if _, err := b.Measure(t.Context(), steps[i]); err == nil {
		t.Error("a number that no trial reports is measured")
	}
}

// An experiment's own order is that of rounds and of warm-ups, and depends on the round.
func TestOrder(t *testing.T) {
	s := (&counter{}).spec(true)
	s.Order = func(random *rand.Rand, list []trial.Trial) []int {
		if len(list) != 3 || list[2].Method != "none" {
			t.Errorf("%d trials", len(list))
		}
		order := []int{0, 1}
		random.Shuffle(2, func(i, j int) { order[i], order[j] = order[j], order[i] })
		return append([]int{2}, order...)
	}
	first := map[int][]string{} // trials by round
	for step := range prepared(t, s, "--reps=20").Plan(1).All() {
		at := step.Cell.Filter + step.Cell.Point.Value(0)
		if list := first[step.Round]; !slices.Contains(list, at) {
			first[step.Round] = append(list, at)
		}
	}
	orders := map[string]int{}
	for round, list := range first {
		if round > 0 {
			orders[fmt.Sprint(list)]++
		}
	}
	if len(first) != 21 || len(first[-1]) != 2 || len(orders) != 2 || orders["[none one1 one2]"] == 0 || orders["[none one2 one1]"] == 0 {
		t.Errorf("%v", first)
	}
}
