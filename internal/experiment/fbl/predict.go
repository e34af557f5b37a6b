package fbl

import (
	"context"
	"time"

	"hyphbench/internal/experiment"
)

// Predict implements experiment.Predictor. It simulates one batch, and the capacities,
// of which there is one part only; what is left is rows, which take no time.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	start := time.Now()
	n := min(b.iterations, b.chunk)
	if _, err := b.simulate(ctx, 0, n); err != nil {
		return 0, err
	}
	batches := time.Since(start).Seconds() * float64(b.iterations) / float64(n)
	start = time.Now()
	if _, err := b.capacities(ctx); err != nil {
		return 0, err
	}
	return experiment.Seconds(batches + time.Since(start).Seconds()), nil
}
