//go:build !linux && !darwin

package machine

import "time"

// ThreadCPU is the CPU time of the calling thread; false on a system without such
// a clock. The clock of Windows, with ticks of 15.6 ms, is too coarse for sections
// of 5 ms and counts as none.
func ThreadCPU() (time.Duration, bool) { return 0, false }
