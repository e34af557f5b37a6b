package payoff

import (
	"context"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
)

// Predict implements experiment.Predictor. A section is as long whatever is asked in it;
// a filter of more keys than predicted takes as much longer to build as they are more,
// and a half more past the caches.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const predicted, uncached = 1_000_000, 1.5
	largest := b.sizes()[0] // that is measured for all larger ones
	for _, n := range b.sizes() {
		if n <= predicted {
			largest = n
		}
	}
	for _, n := range b.sizes() { // what is opened once is no part of a step
		for _, of := range b.stores {
			if b.stored(n) && n <= largest {
				b.load(n, 1)
				if _, err := b.store(ctx, of.Name); err != nil {
					return 0, err
				}
			}
		}
	}
	ready := map[experiment.Step]bool{}
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		p, err := placeOf(s.Cell.Point)
		if err != nil {
			return s, 1
		}
		factor := 1.0
		if p.n > largest {
			if p.store == "" && s.Cell.Filter != none {
				factor = uncached * float64(p.n) / float64(largest)
			}
			p.n = largest
		}
		if p.epsilon != "" {
			p.epsilon = b.middleRate().String()
		}
		if p.batch > 0 {
			p.batch = b.Counts(Batch)[0]
		}
		if p.queries != "" && p.asked != (asked{queries: mixed}) && p.asked != (asked{queries: inText}) {
			p.asked = negatives()
		}
		if s.Cell.Filter != none && s.Cell.Metric != metric.Build && (b.stored(p.n) || p.store != "") {
			s.Cell.Filter = b.firstLike(s.Cell.Filter)
		}
		s.Cell = p.cell(s.Cell.Filter, s.Cell.Metric)
		switch s.Cell.Metric {
		case Total, Predicted, PredictedLone, BreakEvenMiss, BreakEvenQueries, LeastRate, MemoryLife:
			if !ready[s] { // what the first of many verifies is no part of the others; an error comes again
				ready[s] = true
				_, _ = b.Measure(ctx, s)
			}
		}
		return s, factor
	})
}

// firstLike is the first measured structure that is exact if and only if the other one
// is.
func (b *bench) firstLike(name string) string {
	of, err := b.structure(name)
	for _, s := range b.measured {
		if err == nil && s.Exact == of.Exact {
			return s.Name
		}
	}
	return name
}
