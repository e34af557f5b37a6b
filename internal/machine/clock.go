package machine

import (
	"runtime"
	"time"
)

// Clock is the resolution and the overhead of the two clocks of a measurement, in
// ns. Those of the thread's CPU clock are 0 on a system without one.
type Clock struct {
	WallResolution float64 `json:"wall_resolution_ns"` // least difference of two readings
	WallOverhead   float64 `json:"wall_overhead_ns"`   // of one reading: least mean of a batch
	CPUResolution  float64 `json:"cpu_resolution_ns"`
	CPUOverhead    float64 `json:"cpu_overhead_ns"`
}

// Map is the clock under the names of run.json.
func (c Clock) Map() map[string]float64 {
	return map[string]float64{
		"wall_resolution_ns": c.WallResolution,
		"wall_overhead_ns":   c.WallOverhead,
		"cpu_resolution_ns":  c.CPUResolution,
		"cpu_overhead_ns":    c.CPUOverhead,
	}
}

// MeasureClock measures the monotonic clock behind time.Now and the CPU clock
// of the thread. It takes about 2 ms, with coarse clocks up to 0.2 s.
func MeasureClock() Clock {
	runtime.LockOSThread() // the CPU clock belongs to a thread
	defer runtime.UnlockOSThread()

	var c Clock
	base := time.Now()
	wall := func() time.Duration { return time.Since(base) }
	c.WallResolution, c.WallOverhead = resolution(wall), overhead(wall)
	if _, ok := ThreadCPU(); ok {
		cpu := func() time.Duration { t, _ := ThreadCPU(); return t }
		c.CPUResolution, c.CPUOverhead = resolution(cpu), overhead(cpu)
	}
	return c
}

// resolution is the least positive difference of two consecutive readings, of a
// thousand such differences or as many as 100 ms give.
func resolution(read func() time.Duration) float64 {
	const ticks, timeout = 1000, 100 * time.Millisecond
	start := time.Now()
	least := timeout
	last := read()
	for seen := 0; seen < ticks && time.Since(start) < timeout; {
		now := read()
		if d := now - last; d > 0 {
			least = min(least, d)
			seen++
		}
		last = now
	}
	return float64(least)
}

// overhead is the time of one reading in ns: that of the fastest of some batches,
// since disturbances only slow a batch.
func overhead(read func() time.Duration) float64 {
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
