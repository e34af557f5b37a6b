package experiment

import (
	"slices"
	"testing"
	"time"

	"hyphbench/internal/section"
)

func TestTimed(t *testing.T) {
	m := Timed(section.Section{Wall: 2 * time.Millisecond, CPU: time.Millisecond, HasCPU: true, Preempted: -1, Attempts: 3}, 4)
	if m.Ops != 4 || m.Value != 2e6 || m.CPU != 1e6 || !slices.Equal(m.Extra, []string{"0", "", "3"}) {
		t.Errorf("recorded as %+v", m)
	}
}
