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
// least, unless a test is in a hurry; a pass of 5 ms alone would be lost in
// the machine's noise.
const minSection = 50 * time.Millisecond

// Work is one pass of a participant in this process. It returns what has to
// be the same in every round.
type Work func() int64

// quiet measures work that leaves no garbage behind: the heap is collected
// before and the collector is off during the section, on the clock of the
// thread.
func (in *Input) quiet(ops int, work Work) func() (Sample, error) {
	return repeated(in.MinSection, ops, work, func(run func()) (cpu, wall time.Duration, err error) {
		return undisturbed(machine.ThreadCPU, run)
	})
}

// collecting measures work whose garbage has to be collected: its collector
// runs, and the clock is that of the whole process, since the collector works
// on other threads.
func (in *Input) collecting(ops int, work Work) func() (Sample, error) {
	return repeated(in.MinSection, ops, work, func(run func()) (cpu, wall time.Duration, err error) {
		runtime.GC()
		return clocked(processCPU, run)
	})
}

// repeated makes a section of as many passes as its least length needs. The number
// is settled in the first call, which is the warm-up, by CPU time, so that a
// moment without the processor does not make all sections short.
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
			// Never more than tenfold: a first pass of a few microseconds
			// says little.
			needed := passes*int(atLeast)/max(int(s.CPU), 1) + 1
			passes = min(10*passes, max(needed, passes+1))
		}
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
	runtime.LockOSThread() // the clock may be that of the thread
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
