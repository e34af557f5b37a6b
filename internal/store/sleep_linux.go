package store

import (
	"time"

	"golang.org/x/sys/unix"
)

// sleep lets the thread sleep, or a little less when a signal wakes it. Go's own sleep
// is no use here: below a millisecond it lasts one.
func sleep(d time.Duration) {
	ts := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&ts, nil)
}
