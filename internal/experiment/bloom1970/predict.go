package bloom1970

import (
	"context"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Predict implements experiment.Predictor. Each hash area is made and asked once, and
// each store once without one: a pass takes the time of both, that of the store by the
// share of the words that come to it.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	type own struct {
		filter string
		point  runfolder.Point
	}
	areas, shares := map[own]float64{}, map[own]float64{}
	stores, cold := map[*opened]float64{}, 0.0
	took := func(v visit, m runfolder.Metric) (float64, error) {
		start := time.Now()
		step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: v.filter, Metric: m, Point: v.point()}}
		_, err := b.Measure(ctx, step)
		return time.Since(start).Seconds(), err
	}
	negatives := 1 - float64(b.dictionary.exceptions())/float64(len(b.dictionary.words))
	for _, v := range b.visits() {
		var err error
		switch alone := (own{v.filter, visit{rate: v.rate}.point()}); {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case v.on == nil:
			areas[alone], err = took(v, metric.Query)
			if err == nil {
				shares[alone] = 1 - negatives*(1-b.current.area.Theory())
			}
		case v.filter == noFilter:
			shares[alone] = 1
			if stores[v.on], err = took(v, Total); err == nil && v.on.evicted() {
				if _, err = took(v, ColdLookup); err != nil { // the first one fills the store
					return 0, err
				}
				b.cold = coldCost{}
				lookups, err := took(v, ColdLookup)
				if err != nil {
					return 0, err
				}
				cold += lookups
			}
		}
		if err != nil {
			return 0, err
		}
	}
	round, warmUp := cold, 0.0
	for _, v := range b.visits() {
		alone := own{v.filter, visit{rate: v.rate}.point()}
		round += areas[alone]
		if v.on == nil {
			continue
		}
		pass := shares[alone] * stores[v.on]
		round += pass
		if v.on.evicted() {
			round += areas[alone]
		}
		if v.on.all {
			pass *= float64(b.x.sample.Value) / float64(len(b.dictionary.words))
		}
		warmUp += min(pass, shares[alone]*stores[v.on])
	}
	return experiment.Seconds(warmUp + float64(b.run.Reps)*round), nil
}
