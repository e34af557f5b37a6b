package main

import "runtime"

// residentBytes is the heap memory of a value of build, headers and the
// allocator's rounding included.
func residentBytes(build func() any) float64 {
	const copies = 32 // other allocations of the program are divided by it
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
	runtime.GC() // the first may have begun earlier
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
