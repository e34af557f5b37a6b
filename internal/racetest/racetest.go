// Package racetest shows tests whether the race detector is on.
//
// Guarantee: it skips nothing without the race detector. make test runs every test of the
// module without it too.
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
