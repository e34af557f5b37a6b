package machine

import (
	"runtime"
	"time"
)

// Clock is what the two clocks of a measurement can resolve and what reading
// them costs, in ns. The figures of the thread's CPU clock are 0 where there
// is none.
type Clock struct {
	WallResolution float64 `json:"wall_resolution_ns"` // least step seen between two readings
	WallOverhead   float64 `json:"wall_overhead_ns"`   // of one reading, least mean of a batch
	CPUResolution  float64 `json:"cpu_resolution_ns"`
	CPUOverhead    float64 `json:"cpu_overhead_ns"`
}

// Map returns the figures under the names that run.json uses.
func (c Clock) Map() map[string]float64 {
	return map[string]float64{
		"wall_resolution_ns": c.WallResolution,
		"wall_overhead_ns":   c.WallOverhead,
		"cpu_resolution_ns":  c.CPUResolution,
		"cpu_overhead_ns":    c.CPUOverhead,
	}
}

// MeasureClock measures the monotonic clock behind time.Now and the CPU clock
// of the thread. It takes about 2 ms, and up to 0.2 s for clocks that tick
// slowly.
func MeasureClock() Clock {
	runtime.LockOSThread() // the CPU clock belongs to a thread
	defer runtime.UnlockOSThread()

	var c Clock
	base := time.Now()
	wall := func() time.Duration { return time.Since(base) }
	c.WallResolution, c.WallOverhead = step(wall), cost(wall)
	if _, ok := ThreadCPU(); ok {
		cpu := func() time.Duration { t, _ := ThreadCPU(); return t }
		c.CPUResolution, c.CPUOverhead = step(cpu), cost(cpu)
	}
	return c
}

// step is the least positive difference between two readings, of up to a
// thousand; readings that are faster than a tick wait for it, for 100 ms at
// most, and what was seen until then is the answer.
func step(read func() time.Duration) float64 {
	const ticks, patience = 1000, 100 * time.Millisecond
	start := time.Now()
	least := patience
	last := read()
	for seen := 0; seen < ticks && time.Since(start) < patience; {
		now := read()
		if d := now - last; d > 0 {
			least = min(least, d)
			seen++
		}
		last = now
	}
	return float64(least)
}

// cost is the time of one reading in ns: the best of some batches, since
// whatever disturbs a batch makes it slower.
func cost(read func() time.Duration) float64 {
	const batches, readings = 5, 500
	least := time.Duration(1<<63 - 1)
	for range batches {
		start := time.Now()
		for range readings {
			read()
		}
		least = min(least, time.Since(start))
	}
	return float64(least) / readings
}
