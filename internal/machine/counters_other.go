//go:build !linux

package machine

import "errors"

// Counters count events of the calling thread.
type Counters struct{}

// StartCounters begins to count; false on this system.
func StartCounters() (Counters, bool) { return Counters{}, false }

// Stop ends the count.
func (Counters) Stop() (Counts, bool) { return Counts{}, false }

// Pin keeps the calling thread on one processor.
func Pin(int) error { return errors.New("this system pins no threads: want Linux") }
