package experiment

import (
	"context"
	"runtime"
	"sync"
)

// InParallel calls work for 0 ≤ i < n, on all processors. It is for counted
// metrics, never during a timed section. When ctx is cancelled it returns ctx's
// error soon, the work unfinished.
func InParallel(ctx context.Context, n int, work func(i int)) error {
	const between = 256 // calls between two checks of ctx
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
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
