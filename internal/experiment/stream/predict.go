package stream

import (
	"context"
	"strconv"
	"time"

	"hyphbench/internal/experiment"
)

// Predict implements experiment.Predictor. A pass takes as long in every window; of the
// streams it makes one of each, which is made once a round.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	first := map[string]set{} // by stream
	making := time.Duration(0)
	for _, s := range b.sets {
		if _, known := first[s.stream]; !known {
			first[s.stream] = s
		}
		start := time.Now()
		b.load(s, 1)
		making += time.Since(start)
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	measuring, err := experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		at := placeOf(s.Cell.Point)
		if of, is := first[at.stream]; is && at.window != of.window && at.inserted == 0 {
			s.Cell.Point = s.Cell.Point.With(1, 5, strconv.Itoa(of.window))
		}
		return s, 1
	})
	return measuring + time.Duration(b.x.reps.Value+1)*making, err
}
