package main

import "runtime"

// residentBytes is what one of the values that build makes holds of the heap,
// headers and the allocator's rounding included.
func residentBytes(build func() any) float64 {
	const copies = 32 // so that what else the program allocates is lost in it
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
	runtime.GC() // the first may have been under way; the second sees all finished
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
