// Package heapmemory measures how much heap some work takes, and how much a value keeps.
//
// Guarantee: Held is a mean over copies, so that other allocations of the program average out.
// Peak counts no garbage. Allocated counts garbage, and what other goroutines allocate
// meanwhile.
// Cost: Held collects garbage twice around its copies, Peak all the time.
// Source: docs/measuring.md.
package heapmemory

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// Allocated is how many bytes of the heap work takes, garbage included, give or take some KiB.
func Allocated(work func()) uint64 {
	before := AllocatedSoFar()
	work()
	return AllocatedSoFar() - before
}

// AllocatedSoFar is how many bytes of the heap this process has taken since its start, garbage
// included.
func AllocatedSoFar() uint64 {
	allocs := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocs)
	return allocs[0].Value.Uint64()
}

// Held is how many bytes of the heap one of the values that build makes keeps
// alive, its headers and the allocator's rounding included: the mean over many
// copies, in which what else the program allocates is lost.
func Held(build func() any) float64 {
	const copies = 32
	keep := make([]any, copies)
	before := liveHeap()
	for i := range keep {
		keep[i] = build()
	}
	after := liveHeap()
	runtime.KeepAlive(keep)
	return float64(int64(after-before)) / copies
}

func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // the first may have begun earlier, and leaves what is in pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Peak is how many bytes of the heap are in use at most while build runs, and
// how many its value keeps, both beyond what was there before. Garbage does not
// count: the heap is collected again and again meanwhile, which slows build down
// and misses what lives shorter than a collection takes.
func Peak(build func() any) (peak, held float64) {
	before := liveHeap()
	stop, largest := make(chan struct{}), make(chan uint64)
	go func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		most := uint64(0)
		for {
			select {
			case <-stop:
				largest <- most
				return
			case <-time.After(time.Millisecond):
				runtime.GC()
				metrics.Read(live)
				most = max(most, live[0].Value.Uint64())
			}
		}
	}()
	value := build()
	close(stop)
	most := <-largest
	after := liveHeap()
	runtime.KeepAlive(value)
	return max(0, float64(int64(max(most, after)-before))), float64(int64(after - before))
}
