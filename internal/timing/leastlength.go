package timing

import (
	"context"
	"time"
)

// Least is the least length of a timed section of the interleaved design: at
// 5 ms the spread of repetitions is about 3 %, at 50 µs it is 20 %.
const Least = 5 * time.Millisecond

// Short is that of tests, which look at what is measured and not at how precisely.
const Short = 300 * time.Microsecond

type leastKey struct{}

// WithLeast sets the least length of the sections that are measured within ctx; 0: Least.
func WithLeast(ctx context.Context, least time.Duration) context.Context {
	return context.WithValue(ctx, leastKey{}, least)
}

// LeastOf is the least length of the sections that are measured within ctx.
func LeastOf(ctx context.Context) time.Duration {
	if d, _ := ctx.Value(leastKey{}).(time.Duration); d > 0 {
		return d
	}
	return Least
}
