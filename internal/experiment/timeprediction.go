package experiment

import (
	"context"
	"time"
)

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
