package timing

import (
	"runtime"
	"testing"
	"time"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// returned is how much memory the heap gave back to the system within the time, or until it is
// a mebibyte, of memory that was used and is free. What the heap holds is compared, because
// memory that the heap has just asked for counts as released until it is used.
func returned(within time.Duration) int64 {
	held := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapSys) - int64(m.HeapReleased)
	}
	garbage := make([][]byte, 1000)
	for i := range garbage { // 8 MiB, fewer than the tenth of a ballast
		garbage[i] = make([]byte, 8<<10)
	}
	runtime.KeepAlive(garbage)
	before := held()
	garbage = nil
	for start := time.Now(); time.Since(start) < within; time.Sleep(10 * time.Millisecond) {
		runtime.GC() // as before each section
		if n := before - held(); n >= 1<<20 {
			return n
		}
	}
	return before - held()
}

// What a section freed stays with the program behind a ballast, and goes back without one.
func TestBallast(t *testing.T) {
	tier.Check(t)
	racetest.OneGoroutine(t)
	release := Ballast()
	if n := returned(time.Second); n >= 1<<20 {
		t.Errorf("%d bytes went back to the system in spite of the ballast", n)
	}
	release()
	if n := returned(20 * time.Second); n < 1<<20 {
		t.Skipf("%d bytes go back on this system: a ballast has nothing to keep", n)
	}
}
