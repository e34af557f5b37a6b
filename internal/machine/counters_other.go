//go:build !linux

package machine

// Counters count events of the calling thread.
type Counters struct{}

// StartCounters begins to count; false on this system.
func StartCounters() (Counters, bool) { return Counters{}, false }

// Stop ends the count.
func (Counters) Stop() (Counts, bool) { return Counts{}, false }
