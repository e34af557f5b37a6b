package compare

import (
	"strings"
	"testing"
)

// The error of a negative share says that it is negative, and not that it is no condition.
func TestNegativeGate(t *testing.T) {
	if _, err := ParseGate("slower>-2%"); err == nil || !strings.Contains(err.Error(), "want 0 % or more") {
		t.Error(err)
	}
}
