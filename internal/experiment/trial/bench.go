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
	"hyphbench/internal/runfolder"
)

// Bench is a prepared experiment.
type Bench struct {
	spec     *Spec
	run      *Run
	trials   []planned
	of       map[runfolder.Cell]reported // what reports a cell
	timer    experiment.Timer
	fixtures []fixture
	last     *T // the trial whose numbers are at hand
}

// planned is a trial with its places in rows.
type planned struct {
	Trial
	points []runfolder.Point // one for each of Along, or one
}

// reported is a trial, by its number, at one of its places.
type reported struct{ trial, along int }

// newBench makes the list of all trials.
func newBench(ctx context.Context, spec *Spec, run *Run) (*Bench, error) {
	b := &Bench{spec: spec, run: run, of: map[runfolder.Cell]reported{}, timer: experiment.NewTimer(ctx)}
	for i, t := range spec.Trials(run) {
		p := planned{Trial: t}
		for _, place := range t.Along {
			p.points = append(p.points, spec.point(append(slices.Clone(t.At), place)))
		}
		if len(t.Along) == 0 {
			p.points = []runfolder.Point{spec.point(t.At)}
		}
		b.trials = append(b.trials, p)
		for along := range p.points {
			for _, m := range t.Reports {
				if d, known := spec.metric(m); !known || d.Rows == "" {
					return nil, fmt.Errorf("a trial of %s reports %q: want a metric of the experiment, with the unit of its rows", t.Method, m)
				}
				cell := p.cell(m, along)
				if _, twice := b.of[cell]; twice {
					return nil, fmt.Errorf("two trials of %s report %q at %q: want one", t.Method, m, cell.Point)
				}
				b.of[cell] = reported{i, along}
			}
		}
	}
	return b, nil
}

// point has the places in the order of the axes.
func (s *Spec) point(places []axis.Place) runfolder.Point {
	values := make([]string, len(s.Axes))
	for i, a := range s.Axes {
		for _, p := range places {
			if p.Axis == a.Of.AxisName() {
				values[i] = p.Text
			}
		}
	}
	return runfolder.At(values...)
}

func (p planned) cell(m runfolder.Metric, along int) runfolder.Cell {
	return runfolder.Cell{Filter: p.Method, Metric: m, Point: p.points[along]}
}

// Describe implements experiment.Bench.
func (b *Bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.run.Seed, b.run.Reps
	for _, method := range b.run.Methods {
		if method.Baseline {
			m.Baselines = append(m.Baselines, method.Name)
		} else {
			m.Filters = append(m.Filters, method.Name)
		}
	}
	for _, a := range b.spec.Axes {
		m.Axes = append(m.Axes, b.run.axis(a))
	}
	var own []string
	if b.spec.timed() {
		own = experiment.SectionColumns()
	}
	m.Columns = runfolder.Columns(m.Axes, own...)
	if len(b.run.Parameters) > 0 {
		m.Parameters = b.run.Parameters
	}
	m.Inputs = append(m.Inputs, b.run.Inputs...)
	m.Notes = append(m.Notes, b.run.Notes...)
}

// Plan implements experiment.Bench. What is counted needs no warm-up.
func (b *Bench) Plan(session int) experiment.Plan {
	if b.spec.timed() {
		return experiment.Interleaved(session, b.run.Reps, b.run.Seed, b.trials, b.steps)
	}
	return experiment.Plan{{Times: b.run.Reps, Steps: func(i int) (list []experiment.Step) {
		for _, t := range b.round(i + 1) {
			list = append(list, b.steps(t, i+1)...)
		}
		return list
	}}}
}

// round has the trials in the order of a round.
func (b *Bench) round(round int) []planned {
	list := slices.Clone(b.trials)
	if !b.spec.Listed {
		order := rand.New(rand.NewPCG(experiment.RoundSeed(b.run.Seed, round), 0))
		order.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

// steps are those of a trial in a round; in a warm-up those of its times.
func (b *Bench) steps(t planned, round int) (list []experiment.Step) {
	for along := range t.points {
		for _, m := range t.Reports {
			if d, _ := b.spec.metric(m); round > 0 || d.Rows == runfolder.Nanoseconds {
				list = append(list, experiment.Step{Round: round, Cell: t.cell(m, along)})
			}
		}
	}
	return list
}

// SetRounds implements experiment.InRounds.
func (b *Bench) SetRounds(n int) { b.run.Reps = n }

// Trial carries out the trial of a step, with all that it reports; a trial that was
// carried out last is not carried out again.
func (b *Bench) Trial(ctx context.Context, s experiment.Step) (*T, error) {
	at, known := b.of[s.Cell]
	if !known {
		return nil, fmt.Errorf("no trial has %+v", s.Cell)
	}
	if t := b.last; t != nil && t.number == at.trial && t.Round == s.Round {
		return t, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.last = nil // the collector may have what it holds
	t := &T{Round: s.Round, number: at.trial, ctx: ctx, bench: b, values: map[value]float64{}, times: map[runfolder.Metric]timed{}}
	if err := b.trials[at.trial].Do(t); err != nil {
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
	m := s.Cell.Metric
	if work, is := t.times[m]; is {
		return b.timer.Measure(s.Cell, work.ops, work.do)
	}
	v, reported := t.values[value{m, t.along(b.of[s.Cell].along)}]
	definition, _ := b.spec.metric(m)
	switch {
	case !reported:
		return nil, fmt.Errorf("the trial does not report %q", m)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return nil, nil
	case b.spec.timed():
		return experiment.Counted(v, definition.Rows), nil
	}
	return &experiment.Measurement{Value: v, Unit: definition.Rows, Ops: 1, CPU: runfolder.NoCPU}, nil
}

// Predict implements experiment.Predictor: every round takes as long as the first.
func (b *Bench) Predict(ctx context.Context) (time.Duration, error) {
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		return s, 1
	})
}
