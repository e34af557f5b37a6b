package machine

import "golang.org/x/sys/unix"

// Preemptions is the number of involuntary context switches of the calling
// thread; false on a system that does not count them.
func Preemptions() (int64, bool) {
	var ru unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &ru); err != nil {
		return 0, false
	}
	return int64(ru.Nivcsw), true
}
