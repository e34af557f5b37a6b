package measuring

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"hyphbench/internal/wordlist"
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

// InParallel calls work for 0 ≤ i < n, on all processors or those of WithJobs. It is
// for counted metrics, never during a timed section. When ctx is cancelled it returns
// ctx's error soon, the work unfinished.
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

// Share is the share of the words that a filter admits, asked by several goroutines at
// once (InParallel).
func Share(ctx context.Context, words *wordlist.List, admits func(word string) bool) (float64, error) {
	const part = 4096 // words that one call asks
	var admitted atomic.Int64
	err := InParallel(ctx, (words.Len()+part-1)/part, func(p int) {
		n := 0
		for i := p * part; i < min(words.Len(), (p+1)*part); i++ {
			if admits(words.At(i)) {
				n++
			}
		}
		admitted.Add(int64(n))
	})
	return float64(admitted.Load()) / float64(words.Len()), err
}
