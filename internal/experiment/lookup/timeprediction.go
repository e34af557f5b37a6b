package lookup

import (
	"context"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/workload"
)

// Predict implements experiment.Predictor. It measures the warm-up, the first round
// and, of the sets below a million keys, the second one: a cell's first section
// determines the number of repetitions, which the later ones know. The keys of a set
// belong to no step: they are made once a round.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	p := b.newPrediction()
	for step, times := range b.Plan(0).Kinds() {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if err := p.add(ctx, step, float64(times)); err != nil {
			return 0, err
		}
	}
	return experiment.Seconds(p.total), nil
}

const (
	// uncached is by how much a key or a query costs more in a set that is too large
	// to be measured here: it has left more of the caches.
	uncached = 1.5
	// fewRounds are too few for a second round to be worth its time.
	fewRounds = 5
)

// prediction adds up steps, each as long as one like it.
type prediction struct {
	bench   *bench
	largest int // keys of a set that is measured

	// What is measured, in s: a set that is made, and a step on the current set.
	load    func(madeSet) float64
	measure func(context.Context, experiment.Step) (float64, error)

	took    map[experiment.Step]float64
	loading map[madeSet]float64
	last    madeSet
	total   float64 // s
}

// madeSet are the keys of n in a round.
type madeSet struct{ n, round int }

// newPrediction measures sets of up to a million keys. Where all are larger it measures
// one of the smallest that is halved until it has ten million keys at most: a table that
// grows by powers of two has its load then too.
func (b *bench) newPrediction() *prediction {
	sizes := b.Work.Sizes()
	p := &prediction{bench: b, largest: sizes[0], load: b.timedLoad, measure: b.timedStep, took: map[experiment.Step]float64{}, loading: map[madeSet]float64{}}
	for _, n := range sizes {
		if n <= workload.Million {
			p.largest = max(p.largest, n)
		}
	}
	for p.largest > workload.TenMillion && !b.Work.Real(sizes[0]) {
		p.largest /= 2
	}
	return p
}

func (p *prediction) add(ctx context.Context, step experiment.Step, times float64) error {
	n, err := axis.ParseCount(step.Cell.Point.Value(placeN))
	if err != nil {
		return err
	}
	of := p.measuredAs(madeSet{n, step.Round})
	larger := float64(n) / float64(of.n)
	if at := (madeSet{n, step.Round}); at != p.last {
		p.last = at
		if _, known := p.loading[of]; !known {
			p.loading[of] = p.load(of)
		}
		p.total += times * larger * p.loading[of]
	}
	other, factor := p.like(step, of), 1.0
	if larger > 1 {
		factor = uncached
		if other.Cell.Point.Value(placeOrder) == "" { // the keys are gone through
			factor *= larger
		}
	}
	if _, known := p.took[other]; !known {
		p.load(of) // if another one was current
		if p.took[other], err = p.measure(ctx, other); err != nil {
			return err
		}
	}
	p.total += times * factor * p.took[other]
	return nil
}

// measuredAs is the set that stands for one.
func (p *prediction) measuredAs(s madeSet) madeSet {
	most := 2
	if s.n >= workload.Million || p.bench.Reps < fewRounds {
		most = 1
	}
	return madeSet{min(s.n, p.largest), min(s.round, most)}
}

// like is the step of that set which stands for one.
func (p *prediction) like(s experiment.Step, of madeSet) experiment.Step {
	s.Round = of.round
	s.Cell.Point = s.Cell.Point.With(placeN, placeLoad+1, strconv.Itoa(of.n))
	return s
}

func (b *bench) timedLoad(s madeSet) float64 {
	start := time.Now()
	b.load(s.n, s.round)
	return time.Since(start).Seconds()
}

func (b *bench) timedStep(ctx context.Context, s experiment.Step) (float64, error) {
	start := time.Now()
	_, err := b.Measure(ctx, s)
	return time.Since(start).Seconds(), err
}
