//go:build !linux

package machine

// Preemptions is the number of involuntary context switches of the calling
// thread; false on a system that does not count them, such as macOS.
func Preemptions() (int64, bool) { return 0, false }
