// Package racetest tells tests whether the race detector watches them.
//
// Guarantee: it skips nothing without the race detector. Every test of the
// module is run without it too (make test).
// Cost: none.
package racetest

import "testing"

// OneGoroutine skips a test under the race detector. It is for long tests of work
// in one goroutine: the detector finds races between goroutines only, and makes
// the work about ten times slower.
func OneGoroutine(tb testing.TB) {
	tb.Helper()
	if Enabled {
		tb.Skip("one goroutine, in which the race detector finds nothing")
	}
}
