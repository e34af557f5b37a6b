package experimenttest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// recorder notes failures in place of failing.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) { r.failures = append(r.failures, fmt.Sprint(args...)) }

func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }

// fake is an experiment with the claims and figures it is given.
type fake struct {
	claims  []claim.Claim
	figures []figure.Figure
	metrics []metric.Definition
}

func (fake) Name() string                                      { return "fake" }
func (fake) Title() string                                     { return "a fake" }
func (fake) Flags(*pflag.FlagSet)                              {}
func (fake) Prepare(context.Context) (experiment.Bench, error) { return &bench{}, nil }
func (f fake) Reading() experiment.Reading {
	return experiment.Reading{Metrics: f.metrics, Claims: f.claims, Figures: func(*runfolder.Meta) []figure.Figure { return f.figures }}
}

// Metrics of the fake bench.
const (
	number runfolder.Metric = "number"
	clock  runfolder.Metric = "clock"
)

// bench has two cells in two rounds. What it measures depends on the round, and on what a
// fault adds to that.
type bench struct {
	fault    string
	session  int
	measured []runfolder.Metric
}

func (b *bench) Describe(m *runfolder.Meta) { m.Columns = runfolder.Columns(nil) }

func (b *bench) Plan(session int) experiment.Plan {
	b.session = session
	steps := func(round int) (list []experiment.Step) {
		for _, name := range []string{"a", "b"} {
			for _, m := range []runfolder.Metric{clock, number} {
				list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: name, Metric: m}})
			}
		}
		if b.fault == "twice" {
			list = append(list, list[1])
		}
		return list
	}
	return experiment.Plan{{Times: 2, Steps: func(i int) []experiment.Step { return steps(i + 1) }}}
}

func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	b.measured = append(b.measured, s.Cell.Metric)
	if s.Cell.Metric == clock {
		if b.fault == "stopped clock" {
			return &experiment.Measurement{Unit: runfolder.Nanoseconds}, nil
		}
		return &experiment.Measurement{Unit: runfolder.Nanoseconds, Value: float64(len(b.measured))}, nil
	}
	v := float64(s.Round)
	switch b.fault {
	case "order":
		if s.Cell.Filter == "a" && slices.Index(b.measured, number) == len(b.measured)-1 {
			v++
		}
	case "clock":
		if slices.Contains(b.measured, clock) {
			v++
		}
	case "session":
		v += float64(b.session)
	case "no number":
		v = math.NaN()
	case "same":
		v = 1
	case "absent":
		if b.session > 0 {
			return nil, nil
		}
	case "no b":
		if s.Cell.Filter == "b" {
			return nil, nil
		}
	case "nothing":
		return nil, nil
	}
	return &experiment.Measurement{Value: v, Unit: "1"}, nil
}

func TestRepeats(t *testing.T) {
	for fault, says := range map[string]string{
		"": "", "same": "", "order": "in another order", "clock": "in another order", "session": "in another order",
		"no number": "no number", "twice": "there twice", "stopped clock": "takes 0 ns", "absent": "2 counted values, and 0 backwards",
	} {
		r := &recorder{TB: t}
		counted, different := Repeats(r, func() experiment.Bench { return &bench{fault: fault} }, Timed(clock))
		if found := strings.Join(r.failures, "\n"); (found == "") != (says == "") || !strings.Contains(found, says) {
			t.Errorf("a bench with the fault %q: %q, want %q", fault, found, says)
		}
		if want := map[string]int{"": 2, "same": 0}; says == "" && (counted != 2 || different != want[fault]) {
			t.Errorf("%d values, %d of them others in another round", counted, different)
		}
	}
}

// What is omitted is not measured, in any order.
func TestOmit(t *testing.T) {
	var benches []*bench
	counted, _ := Repeats(t, func() experiment.Bench {
		benches = append(benches, &bench{fault: "clock"})
		return Omit(benches[len(benches)-1], func(c runfolder.Cell) bool { return c.Metric == clock || c.Filter == "b" })
	}, Timed())
	if counted != 1 {
		t.Errorf("%d values, want 1", counted)
	}
	for _, b := range benches {
		if !slices.Equal(b.measured, []runfolder.Metric{number}) {
			t.Errorf("measured %v", b.measured)
		}
	}
}

// A wrong value is noticed, and so is a row without a value, a value without a row, a metric
// without both, and what is no time.
func TestGolden(t *testing.T) {
	of := func(a, b float64) Cells {
		return Cells{{Filter: "a", Metric: number}: Exactly(a), {Filter: "b", Metric: number}: Exactly(b)}
	}
	three := of(1, 1)
	three[runfolder.Cell{Filter: "c", Metric: number}] = Exactly(1)
	for _, c := range []struct {
		fault string
		cells Cells
		rows  int
		says  []string
	}{
		{"", of(1, 1), 2, nil},
		{"", of(1, 1+1e-12), 2, nil},
		{"", of(1, 1+1e-6), 2, []string{"want 1.000000"}},
		{"", of(1, math.NaN()), 2, []string{"want NaN"}},
		{"", Cells{{Filter: "a", Metric: number}: Exactly(1)}, 2, []string{"no value"}},
		{"", of(1, 1), 1, []string{"2 counted rows, want 1"}},
		{"", three, 3, []string{"2 counted rows, want 3"}},
		{"no b", of(1, math.NaN()), 1, nil},
		{"no b", of(1, 1), 2, []string{"no row, want 0.99", "1 counted rows, want 2"}},
		{"no b", of(1, math.Inf(1)), 1, []string{"no row, want +Inf"}},
		{"nothing", of(math.NaN(), math.NaN()), 0, []string{"number has no row"}},
		{"twice", of(1, 1), 3, []string{"is there twice"}},
		{"no number", of(1, 1), 2, []string{"NaN 1, want", "NaN 1, want"}},
		{"stopped clock", of(1, 1), 2, []string{"is no time: 0 ns", "is no time: 0 ns"}},
	} {
		r := &recorder{TB: t}
		Golden(r, fake{metrics: []metric.Definition{{Name: number}, {Name: clock}}}, []runfolder.Metric{clock}, c.rows, Worked{Bench: &bench{fault: c.fault}, Of: c.cells.Of})
		if !slices.EqualFunc(r.failures, c.says, strings.Contains) {
			t.Errorf("%q, %v, %d rows: %q, want %q", c.fault, c.cells, c.rows, r.failures, c.says)
		}
	}

	// The sections of the bench hold no operation.
	r := &recorder{TB: t}
	Golden(r, fake{metrics: []metric.Definition{{Name: number}, {Name: clock}}}, []runfolder.Metric{clock}, 2,
		Worked{Bench: &bench{}, Of: of(1, 1).Of, Unit: func(runfolder.Cell) int { return 7 }})
	if want := []string{"want them in units of 7", "want them in units of 7"}; !slices.EqualFunc(r.failures, want, strings.Contains) {
		t.Errorf("%q, want %q", r.failures, want)
	}

	// Two benches, in which nothing is timed, and by a function for each metric.
	r = &recorder{TB: t}
	counted := Omit(&bench{}, Timed(clock))
	one := Metrics{number: func(runfolder.Cell) Span { return About(1.1, 0.1) }}
	Golden(r, fake{metrics: []metric.Definition{{Name: number}, {Name: clock}, {Name: "other"}}}, []runfolder.Metric{clock}, 4, Worked{Bench: counted, Of: one.Of}, Worked{Bench: counted, Of: one.Of})
	Golden(r, fake{}, nil, 2, Worked{Bench: counted, Of: Metrics{}.Of})
	if want := []string{"other has no row", "no value", "no value"}; !slices.EqualFunc(r.failures, want, strings.Contains) {
		t.Errorf("%q, want %q", r.failures, want)
	}
}

// Nine digits count, and nine places behind the point.
func TestExactly(t *testing.T) {
	for _, c := range []struct {
		want, got float64
		holds     bool
	}{{0, 0, true}, {0, 1e-30, false}, {1e-6, 1e-6 + 1e-16, true}, {1e-6, 1e-6 + 1e-14, false}, {-1, -1 - 1e-10, true}, {-1, -1 + 1e-8, false}, {1e6, 1e6 + 1e-8, false}} {
		if holds := Exactly(c.want).holds(&experiment.Measurement{Value: c.got}); holds != c.holds {
			t.Errorf("%v is %v: %t", c.got, c.want, holds)
		}
	}
}

// run has two rounds of two structures.
func run() *runfolder.Run {
	of := &runfolder.Run{Meta: runfolder.Meta{Schema: runfolder.Schema, Experiment: "fake", State: runfolder.Finished, Filters: []string{"a", "b"}}}
	for round := 1; round <= 2; round++ {
		for _, name := range of.Meta.Filters {
			of.Rows = append(of.Rows, runfolder.Row{Seq: len(of.Rows) + 1, Round: round, Session: 1, Filter: name, Metric: number, Value: 1, Unit: "1", Ops: 1, CPU: runfolder.NoCPU})
		}
	}
	return of
}

// one says that the mean of a structure is 1.
func one(id, name string) claim.Claim {
	return claim.Claim{ID: id, Source: "fake", Metric: number, Test: func(d *claim.Data) claim.Outcome {
		mean := d.Mean(runfolder.Cell{Filter: name, Metric: number})
		if math.IsNaN(mean) {
			return claim.Untested("no " + name)
		}
		return claim.Counted(mean == 1, "counted", "mean", "1", mean, "")
	}}
}

func TestVerdicts(t *testing.T) {
	x, of := fake{claims: []claim.Claim{one("F1", "a"), one("F2", "b")}}, run()
	before := slices.Clone(of.Rows)
	Verdicts(t, x, of, []Case{
		{"F1", Scale("a", number, 2), claim.Contradicted},
		{"F1", Scale("a", clock, 2), claim.Supported},
		{"F2", Scale("a", number, 2), claim.Supported},
		{"F1", Gone("a"), claim.NotTested},
		{"F1", Gone("a", clock), claim.Supported},
		{"F1", Gone("a", clock, number), claim.NotTested},
		{"F1", InRound(2, Scale("a", number, 2)), claim.Contradicted},
		{"F1", InRound(3, Scale("a", number, 2)), claim.Supported},
		{"F1", Of("a", number).At(0, "").Times(2), claim.Contradicted},
		{"F1", Of("a", number).At(0, "1").Times(2), claim.Supported}, // they are off all axes
		{"F1", Of("a").Is(0.5), claim.Contradicted},
		{"F1", Together(Of("a").Is(0.5), Of("a").Plus(0.5)), claim.Supported},
	})
	if !slices.EqualFunc(of.Rows, before, func(a, b runfolder.Row) bool { return a.Filter == b.Filter && a.Value == b.Value }) {
		t.Error("the run is doctored, and not a copy")
	}
	r := &recorder{TB: t}
	Verdicts(r, x, of, []Case{{"F1", Gone("a"), claim.Supported}, {"F3", Gone("b"), claim.NotTested}})
	if len(r.failures) != 2 || !strings.Contains(r.failures[0], "case 0, F1: not tested, want supported (") {
		t.Errorf("another verdict than the one wanted, and a claim that is not there: %q", r.failures)
	}
}

// A claim of one verdict is noticed, and one that a test is said to turn which does not name
// it, or is not there.
func TestTurn(t *testing.T) {
	always := one("F2", "a")
	always.Test = func(*claim.Data) claim.Outcome { return claim.Counted(true, "counted", "mean", "1", 1, "") }
	built := always
	built.ID, built.CannotFail = "F3", "it is made so"
	second := one("F4", "b") // its mean is 1.5
	second.Test = func(d *claim.Data) claim.Outcome {
		mean := d.Mean(runfolder.Cell{Filter: "b", Metric: number})
		return claim.Counted(mean > 1, "counted", "mean", "1", mean, "")
	}
	unnamed := "F" + strconv.Itoa(99)
	for _, c := range []struct {
		claims []claim.Claim
		turned map[string]string
		says   []string
	}{
		{[]claim.Claim{second, built}, nil, nil},
		{[]claim.Claim{always}, nil, []string{"F2 has one verdict"}},
		{[]claim.Claim{always}, map[string]string{"TestVerdicts": "F1 F2"}, []string{"TestVerdicts is said to turn F1, of which there is no claim"}},
		{[]claim.Claim{always}, map[string]string{"TestNothing": "F2"}, []string{"F2: there is no test TestNothing"}},
		{[]claim.Claim{one(unnamed, "a")}, map[string]string{"TestVerdicts": unnamed}, []string{"F99: there is no test TestVerdicts that names it"}},
	} {
		r := &recorder{TB: t}
		x := fake{claims: c.claims}
		turn(r, subject{Conformance{New: func() experiment.Experiment { return x }, Turned: c.turned}, func() *runfolder.Run { return Run(t, x) }})
		if !slices.EqualFunc(r.failures, c.says, strings.Contains) {
			t.Errorf("%q, want %q", r.failures, c.says)
		}
	}
}

// Of a claim about every place each place counts, and of one from some number of keys on no
// smaller one.
func TestTurnPlaces(t *testing.T) {
	of := &runfolder.Run{Meta: runfolder.Meta{Schema: runfolder.Schema, Experiment: "fake", State: runfolder.Finished, Filters: []string{"a"},
		Axes: []axis.Axis{axis.Counts("n", []int{10, 100, 1000})}}}
	for round := 1; round <= 2; round++ {
		for _, n := range of.Meta.Axes[0].Values {
			of.Rows = append(of.Rows, runfolder.Row{Seq: len(of.Rows) + 1, Round: round, Session: 1, Filter: "a", Metric: number, Point: runfolder.At(n), Value: 1, Unit: "1", Ops: 1, CPU: runfolder.NoCPU})
		}
	}
	judging := func(margin string, least int, all func(t claim.Tally) bool) claim.Claim {
		return claim.Claim{ID: "F1", Metric: number, Margin: margin, Test: func(d *claim.Data) claim.Outcome {
			var tally claim.Tally
			for _, c := range d.Cells(number, "a") {
				if c.Int("n") >= least {
					tally.Add(c.Place(), c.Mean() < 2, c.Mean(), c.Mean())
				}
			}
			return claim.Counted(all(tally), "counted", "worst", "1", tally.Worst, "")
		}}
	}
	all := func(t claim.Tally) bool { return t.All() }
	most := func(t claim.Tally) bool { return 2*t.Held > t.Places }
	for _, c := range []struct {
		claim claim.Claim
		says  string
	}{
		{judging("below 2, at every n", 0, all), ""},
		{judging("below 2, at every n", 0, most), "alone leaves it supported"},
		{judging("below 2, at most n", 0, most), ""},
		{judging("below 2, n from 100 on", 100, all), ""},
		{judging("below 2, n from 100 on", 10, all), "at 10 changes the verdict"},
		{judging("below 2, at every point from n = 1,000 on", 100, all), "at 100 changes the verdict"},
	} {
		r := &recorder{TB: t}
		if !turns(r, fake{}, of, c.claim) {
			t.Errorf("%s: it has one verdict", c.claim.Margin)
		}
		if found := strings.Join(r.failures, "\n"); (found == "") != (c.says == "") || !strings.Contains(found, c.says) {
			t.Errorf("%s: %q, want %q", c.claim.Margin, found, c.says)
		}
	}
}

func TestRepeat(t *testing.T) {
	of := run()
	of.Rows[0].Value, of.Rows[2].Value = 7, 9
	Repeat(of, 3)
	if len(of.Rows) != 6 || of.Meta.Reps != 3 {
		t.Fatalf("%d rows of %d rounds", len(of.Rows), of.Meta.Reps)
	}
	for i, r := range of.Rows {
		if value := []float64{7, 1}[i%2]; r.Seq != i+1 || r.Round != 1+i/2 || r.Value != value {
			t.Errorf("row %d: %+v", i, r)
		}
	}
}

func TestSupported(t *testing.T) {
	x, of := fake{claims: []claim.Claim{one("F1", "a"), one("F2", "b")}}, run()
	Supported(t, x, of, nil)
	Scale("b", number, 2)(&of.Rows[1])
	for _, c := range []struct {
		x      fake
		others map[string]claim.Verdict
		says   string
	}{
		{x, nil, "F2: contradicted, want supported"},
		{x, map[string]claim.Verdict{"F2": claim.Contradicted}, ""},
		{x, map[string]claim.Verdict{"F2": ""}, ""},
		{x, map[string]claim.Verdict{"F2": "", "F1": claim.Contradicted}, "F1: supported, want contradicted"},
		{x, map[string]claim.Verdict{"F2": "", "F3": ""}, "no claim F3"},
		{fake{}, nil, "there are no claims"},
	} {
		r := &recorder{TB: t}
		Supported(r, c.x, of, c.others)
		if found := strings.Join(r.failures, "\n"); (found == "") != (c.says == "") || !strings.Contains(found, c.says) {
			t.Errorf("others %v: %q, want %q", c.others, found, c.says)
		}
	}
}

// The CPU time is scaled with the time, where there is one.
func TestScale(t *testing.T) {
	for cpu, want := range map[int64]int64{100: 250, runfolder.NoCPU: runfolder.NoCPU} {
		r := runfolder.Row{Filter: "a", Metric: clock, Value: 2, CPU: cpu}
		if Scale("a", clock, 2.5)(&r); r.Value != 5 || r.CPU != want {
			t.Errorf("%v ns, %d ns of CPU, want 5 and %d", r.Value, r.CPU, want)
		}
	}
	if Times(3)(2) != 6 || Plus(3)(2) != 5 {
		t.Errorf("%v and %v", Times(3)(2), Plus(3)(2))
	}
}

func TestDraw(t *testing.T) {
	drawn := func(in func(*report.Summary, bilingual.Lang) bool) fake {
		return fake{figures: []figure.Figure{{ID: "f", Draw: func(s *report.Summary, l bilingual.Lang) (*figure.Drawing, error) {
			if !in(s, l) {
				return nil, errors.New("no data")
			}
			return &figure.Drawing{}, nil
		}}}}
	}
	of := run()
	whole := drawn(func(s *report.Summary, _ bilingual.Lang) bool { return len(s.Run.Rows) == len(of.Rows) })
	always := drawn(func(*report.Summary, bilingual.Lang) bool { return true })
	few := func(r runfolder.Row) bool { return r.Filter == "a" }
	lacking := fake{figures: []figure.Figure{{ID: "f", Draw: func(*report.Summary, bilingual.Lang) (*figure.Drawing, error) {
		return nil, figure.NoData("the run has no f")
	}}}}
	Draw(t, whole, of)
	NoFigures(t, whole, of, few)
	Readable(t, lacking, of)
	if len(of.Rows) != 4 {
		t.Errorf("%d rows are left of the run", len(of.Rows))
	}
	r := &recorder{TB: t}
	Draw(r, drawn(func(_ *report.Summary, l bilingual.Lang) bool { return l == bilingual.English }), of)
	Draw(r, fake{}, of)
	NoFigures(r, always, of, few)
	Readable(r, drawn(func(*report.Summary, bilingual.Lang) bool { return false }), of)
	if want := []string{"f: no data", "there are no figures", "f is drawn without its data", "f: no data"}; !slices.Equal(r.failures, want) {
		t.Errorf("%q, want %q", r.failures, want)
	}
}
