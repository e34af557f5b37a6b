package experiment

import (
	"context"
	"time"

	"hyphbench/internal/runfolder"
)

// Remaining is what a run has still to measure, and learns while it is measured how
// long that takes. Each cell has a cost of its own: the mean of its steps so far. A
// cell of which there is none takes that of its section in the warm-up, whose step has
// several attempts, else that of its metric by the weight of the step, else that of
// all.
type Remaining struct {
	Steps, Rows int64 // that are left; steps by their weight
	AllRows     int64 // of the plan

	kinds   map[kind]*cost
	metrics map[metricKind]*cost
	all     map[bool]*cost               // by whether it is of a warm-up
	warm    map[runfolder.Cell]*cost     // sections of the warm-up
	beyond  map[runfolder.Metric]*excess // steps over these
}

// kind are steps that take as long as each other.
type kind struct {
	cell   runfolder.Cell
	warmUp bool
	weight int
}

type metricKind struct {
	metric runfolder.Metric
	warmUp bool
}

// cost is what steps took.
type cost struct {
	left    int64 // steps to come
	weight  float64
	seconds float64
}

// excess is what steps took and what the warm-up had promised of them.
type excess struct{ took, promised float64 }

func add[K comparable](costs map[K]*cost, key K, weight int, took time.Duration) {
	if costs[key] == nil {
		costs[key] = &cost{}
	}
	costs[key].weight += float64(weight)
	costs[key].seconds += took.Seconds()
}

// mean is the cost of a unit of weight; false where there is none.
func (c *cost) mean() (float64, bool) {
	if c == nil || c.weight == 0 {
		return 0, false
	}
	return c.seconds / c.weight, true
}

// remaining are the steps of a plan of which some are measured.
func remaining(plan Plan, m measured, done func(Step) bool) *Remaining {
	r := &Remaining{
		kinds: map[kind]*cost{}, metrics: map[metricKind]*cost{}, all: map[bool]*cost{},
		warm: map[runfolder.Cell]*cost{}, beyond: map[runfolder.Metric]*excess{},
	}
	rows := m.perCell()
	for s, times := range plan.Kinds() {
		left := int64(times)
		if s.To == 0 {
			r.AllRows += left
		}
		switch {
		case s.To > 0 && done(s), s.To == 0 && s.Round < 1 && m.has(s):
			left = 0
		case s.To == 0 && s.Round >= 1:
			there := min(left, rows[s.Cell])
			rows[s.Cell] -= there
			left -= there
		}
		if left == 0 {
			continue
		}
		k := s.kind()
		if r.kinds[k] == nil {
			r.kinds[k] = &cost{}
		}
		r.kinds[k].left += left
		r.Steps += left * int64(s.weight())
		if s.To == 0 {
			r.Rows += left
		}
	}
	return r
}

func (s Step) kind() kind { return kind{s.Cell, s.Round < 1, s.weight()} }

// took notes that a step was measured.
func (r *Remaining) took(s Step, m *Measurement, took time.Duration) {
	k := s.kind()
	add(r.kinds, k, k.weight, took)
	add(r.metrics, metricKind{s.Cell.Metric, k.warmUp}, k.weight, took)
	add(r.all, k.warmUp, k.weight, took)
	if k.warmUp {
		if m != nil && m.Unit == runfolder.Nanoseconds && m.Value < float64(took) {
			took = time.Duration(m.Value)
		}
		add(r.warm, s.Cell, k.weight, took)
		add(r.metrics, metricKind{s.Cell.Metric, false}, k.weight, took)
		add(r.all, false, k.weight, took)
	} else if promised, ok := r.warm[s.Cell].mean(); ok {
		e := r.beyond[s.Cell.Metric]
		if e == nil {
			e = &excess{}
			r.beyond[s.Cell.Metric] = e
		}
		e.took += took.Seconds()
		e.promised += promised * float64(k.weight)
	}
	r.pass(s)
}

// without notes that a step had no value, so that the run has a row less than its plan.
func (r *Remaining) without(s Step) {
	if s.To == 0 {
		r.AllRows--
	}
}

// pass notes that a step needs not be measured any more.
func (r *Remaining) pass(s Step) {
	if c := r.kinds[s.kind()]; c != nil && c.left > 0 {
		c.left--
		r.Steps -= int64(s.weight())
		if s.To == 0 {
			r.Rows--
		}
	}
}

// Time is how long the rest takes; false before anything was measured.
func (r *Remaining) Time() (time.Duration, bool) {
	if len(r.all) == 0 {
		return 0, false
	}
	seconds := 0.0
	for k, c := range r.kinds {
		seconds += float64(c.left) * float64(k.weight) * r.perWeight(k)
	}
	return Seconds(seconds), true
}

// perWeight is what a step of a kind is taken to last, for each unit of its weight.
func (r *Remaining) perWeight(k kind) float64 {
	if v, ok := r.kinds[k].mean(); ok {
		return v
	}
	if v, ok := r.warm[k.cell].mean(); ok && !k.warmUp {
		if e := r.beyond[k.cell.Metric]; e != nil && e.promised > 0 {
			v *= e.took / e.promised
		}
		return v
	}
	for _, c := range []*cost{r.metrics[metricKind{k.cell.Metric, k.warmUp}], r.all[k.warmUp], r.all[false]} {
		if v, ok := c.mean(); ok {
			return v
		}
	}
	return 0
}

// longest is the longest time.Duration in s, and a little less.
const longest = 9.2e9

// Seconds is a time of so many seconds, or the longest one where they are more.
func Seconds(s float64) time.Duration { return time.Duration(min(s, longest) * float64(time.Second)) }

// Left are the steps of a run of the bench that are left: all of it, or of a run that
// was begun what has no row yet. session counts its sessions so far.
func Left(bench Bench, run *runfolder.Run, state State) (*Remaining, error) {
	m, done, session := newMeasured(), func(Step) bool { return false }, 0
	if run != nil {
		session = len(run.Meta.Sessions)
		for _, row := range run.All() {
			m.add(row)
		}
		if stateful, ok := bench.(Stateful); ok {
			if err := stateful.Attach(state); err != nil {
				return nil, err
			}
			done = stateful.Done
		}
	}
	plan := bench.Plan(session)
	if _, err := plan.Weight(); err != nil {
		return nil, err
	}
	return remaining(plan, m, done), nil
}

// Predictor is a Bench that says how long its plan will take.
type Predictor interface {
	// Predict measures something of what the plan has. ctx's error is returned
	// soon after ctx is cancelled.
	Predict(ctx context.Context) (time.Duration, error)
}

// Predict says how long a plan takes: each step as long as one like it, which is
// measured once, times a factor. like names a step of the bench, the same for many.
func Predict(ctx context.Context, bench Bench, plan Plan, like func(Step) (Step, float64)) (time.Duration, error) {
	took := map[Step]time.Duration{}
	total := 0.0
	for step, times := range plan.Kinds() {
		other, factor := like(step)
		if _, known := took[other]; !known {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			start := time.Now()
			if _, err := bench.Measure(ctx, other); err != nil {
				return 0, err
			}
			took[other] = time.Since(start)
		}
		total += took[other].Seconds() * factor * float64(times)
	}
	return Seconds(total), nil
}
