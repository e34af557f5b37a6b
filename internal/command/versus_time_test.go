package command

import (
	"strings"
	"testing"
)

// versus has no --decide: the error of a time of nothing names its own flag.
func TestVersusWithoutTime(t *testing.T) {
	_, stderr := hyphbench(t.Context(), t, program(), exitUsage, "versus", "cuckoo", "bloom", "--time=0s")
	if !strings.Contains(stderr, "--time=0s is out of range: want more than 0") {
		t.Error(stderr)
	}
}
