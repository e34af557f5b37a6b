package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"hyphbench/internal/machine"
)

// minSection is how long a section of a participant in this process lasts at
// least; a pass of 5 ms alone would be lost in the machine's noise.
const minSection = 50 * time.Millisecond

// Work is one pass of a participant in this process. It returns what has to
// be the same in every round.
type Work func() int64

// quiet measures work that leaves no garbage behind: the heap is collected
// before and the collector is off during the section, on the clock of the
// thread.
func quiet(ops int, work Work) func() (Sample, error) {
	return repeated(ops, work, func(run func()) (cpu, wall time.Duration, err error) {
		return undisturbed(machine.ThreadCPU, run)
	})
}

// collecting measures work whose garbage has to be collected: its collector
// runs, and the clock is that of the whole process, since the collector works
// on other threads.
func collecting(ops int, work Work) func() (Sample, error) {
	return repeated(ops, work, func(run func()) (cpu, wall time.Duration, err error) {
		runtime.GC()
		return clocked(processCPU, run)
	})
}

// repeated makes a section of as many passes as minSection needs. The number
// is settled in the first call, which is the warm-up.
func repeated(ops int, work Work, clock func(run func()) (cpu, wall time.Duration, err error)) func() (Sample, error) {
	passes := 0
	return func() (Sample, error) {
		if passes == 0 {
			start := time.Now()
			work()
			once := max(time.Since(start), time.Nanosecond)
			passes = int(minSection/once) + 1
		}
		var total int64
		cpu, wall, err := clock(func() {
			for range passes {
				total += work()
			}
		})
		if err != nil {
			return Sample{}, err
		}
		if total%int64(passes) != 0 {
			return Sample{}, fmt.Errorf("%d passes over the same words answered %d in all: they do not agree", passes, total)
		}
		return Sample{CPU: cpu, Wall: wall, Ops: ops * passes, Check: total / int64(passes)}, nil
	}
}

// undisturbed is clocked without a collection in it.
func undisturbed(clock func() (time.Duration, bool), run func()) (cpu, wall time.Duration, err error) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return clocked(clock, run)
}

var errNoClock = errors.New("this system has no clock of CPU time")

func clocked(clock func() (time.Duration, bool), run func()) (cpu, wall time.Duration, err error) {
	start := time.Now()
	before, ok := clock()
	if !ok {
		return 0, 0, errNoClock
	}
	run()
	after, _ := clock()
	return after - before, time.Since(start), nil
}
