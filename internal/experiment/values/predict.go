package values

import (
	"context"
	"strconv"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Predict implements experiment.Predictor. The first metric of a visit makes and asks
// what the visit measures, whatever its place: one of each structure is made. A function
// of more keys than predicted takes as much longer, and a half more past the caches.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const predicted, uncached = 100_000, 1.5
	first := map[runfolder.Cell]bool{} // the first step of a visit
	for _, v := range b.visits() {
		m := Hyphenate
		if !v.timed {
			m = v.of[0]
		}
		first[v.at.at(v.name, m)] = true
	}
	b.current = nil
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		if !first[s.Cell] {
			return s, 1
		}
		b.current = nil // made anew, so that its making counts
		factor := 1.0
		if n, err := strconv.Atoi(s.Cell.Point.Value(4)); err == nil && n > predicted {
			factor = uncached * float64(n) / predicted
			s.Cell.Point = place{n: b.largest(predicted)}.point()
		}
		return s, factor
	})
}

// largest is the largest of the sizes up to a bound, or the first one.
func (b *bench) largest(bound int) int {
	n := b.x.sizes.Values[0]
	for _, size := range b.x.sizes.Values {
		if size <= bound {
			n = size
		}
	}
	return n
}
