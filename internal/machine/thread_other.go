//go:build !linux && !darwin

package machine

import "time"

// ThreadCPU is the CPU time that the calling thread has used; false where the
// system has no such clock. Windows has one that ticks every 15.6 ms, too
// coarse for sections of 5 ms, so it counts as none.
func ThreadCPU() (time.Duration, bool) { return 0, false }

// Preemptions is how often the system took the CPU away from the calling
// thread; false where it does not count them.
func Preemptions() (int64, bool) { return 0, false }
