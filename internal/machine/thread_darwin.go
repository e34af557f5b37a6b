package machine

// Preemptions is how often the system took the CPU away from the calling
// thread; false where it does not count them, as macOS.
func Preemptions() (int64, bool) { return 0, false }
