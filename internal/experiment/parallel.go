package experiment

import (
	"runtime"
	"sync"
)

// InParallel calls work for 0 ≤ i < n, on all processors. It is for what is
// counted; what is timed has the machine to itself.
func InParallel(n int, work func(i int)) {
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for i := w * n / workers; i < (w+1)*n/workers; i++ {
				work(i)
			}
		})
	}
	all.Wait()
}
