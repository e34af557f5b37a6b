package trial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
)

// Bench is a prepared experiment.
type Bench struct {
	spec     *Spec
	run      *Run
	list     []Trial
	trials   []planned                   // the same with their looks
	of       map[runfolder.Cell]reported // what reports a cell
	timer    measuring.Timer
	alike    bool // the number of rounds was set: every one has what is timed
	fixtures []fixture
	last     *T // the trial whose numbers are at hand
}

// planned is a trial with its looks, one or more.
type planned struct {
	Trial
	looks []looked
}

// looked is where a trial reports, and what.
type looked struct {
	at      []axis.Place // beside those of the trial
	point   runfolder.Point
	reports []runfolder.Metric
}

// reported is a trial and one of its looks, by their numbers.
type reported struct{ trial, look int }

// newBench makes the list of all trials.
func newBench(ctx context.Context, spec *Spec, run *Run) (*Bench, error) {
	b := &Bench{spec: spec, run: run, of: map[runfolder.Cell]reported{}, timer: measuring.NewTimer(ctx)}
	b.list = spec.Trials(run)
	for i, t := range b.list {
		p := spec.planned(t)
		b.trials = append(b.trials, p)
		for look, l := range p.looks {
			for _, m := range l.reports {
				if d, known := spec.metric(m); !known || d.Rows == "" {
					return nil, fmt.Errorf("a trial of %s reports %q: want a metric of the experiment, with the unit of its rows", t.Method, m)
				}
				cell := runfolder.Cell{Filter: t.Method, Metric: m, Point: l.point}
				if _, twice := b.of[cell]; twice {
					return nil, fmt.Errorf("two trials of %s report %q at %q: want one", t.Method, m, cell.Point)
				}
				b.of[cell] = reported{i, look}
			}
		}
	}
	return b, nil
}

// planned is a trial with the points of its looks.
func (s *Spec) planned(t Trial) planned {
	looks := slices.Clone(t.Looks)
	for _, place := range t.Along {
		looks = append(looks, Look{[]axis.Place{place}, t.Reports})
	}
	if len(looks) == 0 {
		looks = []Look{{nil, t.Reports}}
	}
	p := planned{Trial: t}
	for _, l := range looks {
		p.looks = append(p.looks, looked{l.At, s.point(t.At, l.At), l.Reports})
	}
	return p
}

// point has the places in the order of the axes.
func (s *Spec) point(places, more []axis.Place) runfolder.Point {
	values := make([]string, len(s.Axes))
	for i, a := range s.Axes {
		for _, p := range slices.Concat(places, more) {
			if p.Axis == a.Of.AxisName() {
				values[i] = p.Text
			}
		}
	}
	return runfolder.At(values...)
}

// Describe implements experiment.Bench.
func (b *Bench) Describe(m *runfolder.Meta) { b.run.Describe(m) }

// Plan implements experiment.Bench. What is counted needs no warm-up. Rounds with the same
// cells are a block.
func (b *Bench) Plan(session int) experiment.Plan {
	lasts := []int{b.run.Reps}
	for _, t := range b.trials {
		lasts = append(lasts, b.rounds(t))
		if len(t.Once) > 0 {
			lasts = append(lasts, min(1, b.run.Reps))
		}
	}
	plan := experiment.Rounds(session, func(round int) (list []experiment.Step) {
		for _, t := range b.round(round) {
			list = append(list, b.steps(t, round)...)
		}
		return list
	}, lasts...)
	if !b.spec.timed() {
		return plan[1:] // without the warm-up
	}
	return plan
}

// rounds are how many have a trial. Once their number is set (SetRounds), all have what is
// timed.
func (b *Bench) rounds(t planned) int {
	timed := func(l looked) bool { return slices.ContainsFunc(l.reports, b.spec.times) }
	if t.Rounds == 0 || b.alike && slices.ContainsFunc(t.looks, timed) {
		return b.run.Reps
	}
	return min(t.Rounds, b.run.Reps)
}

// round has the trials in the order of a round.
func (b *Bench) round(round int) []planned {
	if b.spec.Listed {
		return slices.Clone(b.trials)
	}
	seed := experiment.RoundSeed(b.run.Seed, round)
	random := rand.New(rand.NewPCG(seed, 0))
	if b.spec.Order != nil {
		var here, list []planned
		var trials []Trial
		for i, t := range b.trials {
			if round <= b.rounds(t) {
				here, trials = append(here, t), append(trials, b.list[i])
			}
		}
		for _, number := range b.spec.Order(random, trials) {
			list = append(list, here[number])
		}
		return list
	}
	groups, last := b.groups()
	if round > 0 || b.spec.Shuffled || b.spec.Together != nil {
		random.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	}
	for _, g := range groups {
		if number := g[0].Group; number > 0 {
			within := rand.New(rand.NewPCG(seed, number))
			within.Shuffle(len(g), func(i, j int) { g[i], g[j] = g[j], g[i] })
		}
	}
	list := slices.Concat(append(groups, last)...)
	if b.spec.Together == nil {
		return list
	}
	at := func(t planned) string { return axis.Places(t.At).On(b.spec.Together) }
	var places []string
	for _, t := range b.trials {
		if !slices.Contains(places, at(t)) {
			places = append(places, at(t))
		}
	}
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	slices.SortStableFunc(list, func(t, u planned) int {
		return slices.Index(places, at(t)) - slices.Index(places, at(u))
	})
	return list
}

// groups are the trials that stay together, each by itself where it has no group, and those
// that come last.
func (b *Bench) groups() (groups [][]planned, last []planned) {
	for _, t := range b.trials {
		n := len(groups)
		switch {
		case t.Last:
			last = append(last, t)
		case t.Group > 0 && n > 0 && groups[n-1][0].Group == t.Group:
			groups[n-1] = append(groups[n-1], t)
		default:
			groups = append(groups, []planned{t})
		}
	}
	return groups, last
}

// steps are those of a trial in a round; in a warm-up those of its sections, of a history
// at its first look.
func (b *Bench) steps(t planned, round int) (list []experiment.Step) {
	if t.Rounds > 0 && round > b.rounds(t) || round < 1 && t.Cold {
		return nil
	}
	looks := t.looks
	if round < 1 && t.DoAt != nil {
		looks = looks[:1]
	}
	for _, l := range looks {
		for _, m := range l.reports {
			if (round > 0 || b.spec.sections(m) && !slices.Contains(t.Unwarmed, m)) && (round == 1 || !slices.Contains(t.Once, m)) {
				list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: t.Method, Metric: m, Point: l.point}})
			}
		}
	}
	return list
}

// SetRounds implements experiment.InRounds.
func (b *Bench) SetRounds(n int) { b.run.Reps, b.alike = n, true }

// Trial carries out the trial of a step, with all that it reports, or of a history the look
// of the step; one that was carried out last is not carried out again.
func (b *Bench) Trial(ctx context.Context, s experiment.Step) (*T, error) {
	at, known := b.of[s.Cell]
	if !known {
		return nil, fmt.Errorf("no trial has %+v", s.Cell)
	}
	trial := b.trials[at.trial]
	if trial.DoAt == nil {
		at.look = 0
	}
	if t := b.last; t != nil && t.number == at && t.Round == s.Round {
		return t, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.last = nil // the collector may have what it holds
	t := &T{Round: s.Round, number: at, ctx: ctx, bench: b, values: map[value]float64{}, due: map[value]due{}, filled: map[column]string{}}
	err := error(nil)
	if trial.DoAt != nil {
		t.at = trial.looks[at.look].at
		err = trial.DoAt(t, at.look)
	} else {
		err = trial.Do(t)
	}
	if err != nil {
		return nil, err
	}
	b.last = t
	return t, nil
}

// Measure implements experiment.Bench. A number that is none has no row.
func (b *Bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	t, err := b.Trial(ctx, s)
	if err != nil {
		return nil, err
	}
	m, err := t.measure(value{s.Cell.Metric, s.Cell.Point})
	if m != nil && b.spec.Columns != nil {
		m.Extra = t.columns(s.Cell.Metric, m.Extra)
	}
	return m, err
}

// measure has what was reported, or measures what is due.
func (t *T) measure(of value) (*experiment.Measurement, error) {
	if measure, is := t.due[of]; is {
		return measure()
	}
	v, reported := t.values[of]
	if !reported {
		return nil, fmt.Errorf("the trial does not report %q", of.metric)
	}
	return t.bench.counted(of.metric, v), nil
}

// columns are those of the experiment's own (Spec.Columns) for a row of a metric: what the
// trial filled in, and those of its section.
func (t *T) columns(m runfolder.Metric, section []string) (list []string) {
	names := measuring.SectionColumns()
	for _, field := range t.bench.spec.Columns {
		text, filled := t.filled[column{field.Name, m}]
		if !filled {
			text = t.filled[column{field.Name, ""}]
		}
		if i := slices.Index(names, field.Name); i >= 0 && len(section) > 0 {
			text = section[i]
		}
		list = append(list, text)
	}
	return list
}

// counted is the measurement of a number, nil if it is none.
func (b *Bench) counted(m runfolder.Metric, v float64) *experiment.Measurement {
	definition, _ := b.spec.metric(m)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return nil
	case b.spec.columned():
		return measuring.Counted(v, definition.Rows)
	}
	return &experiment.Measurement{Value: v, Unit: definition.Rows, Ops: 1, CPU: runfolder.NoCPU}
}

// Predict implements experiment.Predictor.
func (b *Bench) Predict(ctx context.Context) (time.Duration, error) {
	return experiment.Predict(ctx, b, b.Plan(0), b.Like)
}

// Like says how long a step takes, as a multiple of another one.
func (b *Bench) Like(s experiment.Step) (like experiment.Step, factor float64) {
	if b.spec.Like != nil {
		return b.spec.Like(b.run, s)
	}
	s.Round = min(s.Round, 1)
	return s, 1
}
