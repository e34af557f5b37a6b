package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"hyphbench/internal/machine"
)

// minSection is the least length of a section of a participant in this process,
// except in tests: a single pass of 5 ms is too noisy.
const minSection = 30 * time.Millisecond

// Work is one pass of a participant in this process. Its result is equal in every
// round.
type Work func() int64

// quiet measures work without garbage: the collector runs before the section and
// is off during it. The clock is that of the thread.
func (in *Input) quiet(ops int, work Work) func() (Sample, error) {
	return repeated(in.MinSection, ops, work, func(run func()) (cpu, wall time.Duration, err error) {
		return undisturbed(machine.ThreadCPU, run)
	})
}

// collecting measures work with garbage: the collector is on. The clock is that of
// the process, since the collector runs on other threads.
func (in *Input) collecting(ops int, work Work) func() (Sample, error) {
	return repeated(in.MinSection, ops, work, func(run func()) (cpu, wall time.Duration, err error) {
		runtime.GC()
		return clocked(processCPU, run)
	})
}

// repeated makes a section of the number of passes that its least length needs.
// The first call, the warm-up, determines the number by CPU time, which does not
// include time without the processor.
func repeated(atLeast time.Duration, ops int, work Work, clock func(run func()) (cpu, wall time.Duration, err error)) func() (Sample, error) {
	section := func(passes int) (Sample, error) {
		var first, other int64
		cpu, wall, err := clock(func() {
			first = work()
			other = first
			for range passes - 1 {
				if answer := work(); answer != first {
					other = answer
				}
			}
		})
		switch {
		case err != nil:
			return Sample{}, err
		case other != first:
			return Sample{}, fmt.Errorf("passes over the same words do not agree: %d and %d", first, other)
		}
		return Sample{CPU: cpu, Wall: wall, Ops: ops * passes, Check: first}, nil
	}
	passes := 0
	return func() (Sample, error) {
		if passes > 0 {
			return section(passes)
		}
		for passes = 1; ; {
			s, err := section(passes)
			if err != nil || s.CPU >= atLeast {
				return s, err
			}
			// At most tenfold: a first pass of a few microseconds is no good
			// estimate.
			needed := passes*int(atLeast)/max(int(s.CPU), 1) + 1
			passes = min(10*passes, max(needed, passes+1))
		}
	}
}

// undisturbed is clocked with the collector off.
func undisturbed(clock func() (time.Duration, bool), run func()) (cpu, wall time.Duration, err error) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return clocked(clock, run)
}

var errNoClock = errors.New("this system has no clock of CPU time")

func clocked(clock func() (time.Duration, bool), run func()) (cpu, wall time.Duration, err error) {
	runtime.LockOSThread() // for the clock of the thread
	defer runtime.UnlockOSThread()
	start := time.Now()
	before, ok := clock()
	if !ok {
		return 0, 0, errNoClock
	}
	run()
	after, _ := clock()
	return after - before, time.Since(start), nil
}
