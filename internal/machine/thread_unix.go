//go:build linux || darwin

package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadCPU is the CPU time that the calling thread has used; false where the
// system has no such clock. The caller holds runtime.LockOSThread, else two
// readings may come from two threads.
func ThreadCPU() (time.Duration, bool) {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}
