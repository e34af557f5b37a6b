// Package tier says to which tier of the tests a test belongs.
//
// Guarantee: the first tier (make test) runs if HYPHBENCH_CHECK is not set. The second tier
// (make check, HYPHBENCH_CHECK=1) runs all tests except those that take a night. The third tier
// (make check-long, HYPHBENCH_CHECK=long) runs these too. A test of a higher tier is skipped,
// and says which command runs it.
// Cost: none.
package tier

import (
	"os"
	"testing"
)

// Variable is the environment variable that chooses the tier.
const Variable = "HYPHBENCH_CHECK"

// Check skips a test, or the rest of one, in the first tier.
func Check(tb testing.TB) {
	tb.Helper()
	if !Checking() {
		tb.Skip("make check runs this")
	}
}

// Long skips a test in the first and the second tier.
func Long(tb testing.TB) {
	tb.Helper()
	if !Night() {
		tb.Skip("make check-long runs this")
	}
}

// Checking reports whether this is the second tier or the third: a test that is in both then
// tries more.
func Checking() bool { return os.Getenv(Variable) != "" }

// Night reports whether this is the third tier.
func Night() bool { return os.Getenv(Variable) == "long" }

// Of is a number of trials: some in the first tier, all in the others.
func Of(some, all int) int {
	if Checking() {
		return all
	}
	return some
}
