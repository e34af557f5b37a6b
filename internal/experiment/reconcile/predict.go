package reconcile

import (
	"context"
	"time"

	"hyphbench/internal/experiment"
)

// Predict implements experiment.Predictor. Each kind of exchange is carried out once at
// the largest number of keys that is quick; with others it takes as much longer as the
// keys are more.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const quick = 100_000
	n := b.x.n.Values[0]
	for _, v := range b.x.n.Values {
		if v <= quick {
			n = v
		}
	}
	type kind struct {
		name, task string
		d          int
		rate       int64
	}
	took := map[kind]float64{}
	total := 0.0
	for _, v := range b.visits() {
		if v.task == "" {
			start := time.Now()
			if _, err := v.trial(b.x.seed); err != nil {
				return 0, err
			}
			total += time.Since(start).Seconds()
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		factor := float64(v.n) / float64(n)
		like := v
		like.n = n
		if like.d > 2*n {
			like.d = 2 * n
			factor *= float64(v.d) / float64(like.d)
		}
		k := kind{v.method.name, v.task, like.d, int64(v.rate)}
		if _, known := took[k]; !known {
			start := time.Now()
			if _, err := b.exchange(ctx, like, 1); err != nil {
				return 0, err
			}
			took[k] = time.Since(start).Seconds()
		}
		total += took[k] * factor
	}
	return experiment.Seconds(total * float64(b.x.reps.Value)), nil
}
