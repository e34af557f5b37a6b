package experiment

import (
	"context"
	"runtime"
	"sync"
)

type jobsKey struct{}

// WithJobs bounds the processors of InParallel; 0: all.
func WithJobs(ctx context.Context, jobs int) context.Context {
	return context.WithValue(ctx, jobsKey{}, jobs)
}

// jobs is how many processors InParallel takes.
func jobs(ctx context.Context) int {
	if n, _ := ctx.Value(jobsKey{}).(int); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// InParallel calls work for 0 ≤ i < n, on all processors or those of WithJobs. It is for counted
// metrics, never during a timed section. When ctx is cancelled it returns ctx's
// error soon, the work unfinished.
func InParallel(ctx context.Context, n int, work func(i int)) error {
	const between = 256 // calls between two checks of ctx
	var all sync.WaitGroup
	workers := jobs(ctx)
	for w := range workers {
		all.Go(func() {
			first := w * n / workers
			for i := first; i < (w+1)*n/workers; i++ {
				if (i-first)%between == 0 && ctx.Err() != nil {
					return
				}
				work(i)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}
