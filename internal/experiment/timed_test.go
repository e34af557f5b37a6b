package experiment

import (
	"errors"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
)

// A section is long enough: the first one of a cell, and one whose number of
// repetitions turns out too small, whatever one repetition takes on a busy
// machine. Work that fails gives no measurement.
func TestTimer(t *testing.T) {
	cell := runfolder.Cell{Filter: "a"}
	for _, timer := range []Timer{{}, {cell: 1}} {
		worked := 0
		m, err := timer.Measure(cell, 3, func() error { worked++; time.Sleep(100 * time.Microsecond); return nil })
		if err != nil || m.Value < float64(section.Least) || m.Ops != int64(3*timer[cell]) {
			t.Errorf("%+v, %v; %d repetitions next time", m, err, timer[cell])
		}
		if worked < timer[cell] {
			t.Errorf("%d repetitions counted of %d", timer[cell], worked)
		}
		failure := errors.New("a fault")
		if m, err := timer.Measure(cell, 3, func() error { return failure }); m != nil || err != failure {
			t.Errorf("%+v, %v", m, err)
		}
	}
}

func TestTimed(t *testing.T) {
	m := Timed(section.Section{Wall: 2 * time.Millisecond, CPU: time.Millisecond, HasCPU: true, Preempted: -1, Attempts: 3}, 4)
	if m.Ops != 4 || m.Value != 2e6 || m.CPU != 1e6 || !slices.Equal(m.Extra, []string{"0", "", "3", "", "", ""}) {
		t.Errorf("recorded as %+v", m)
	}
	m = Timed(section.Section{Wall: 1, Preempted: 2, GCs: 4, Attempts: 1, Counted: true, Counts: machine.Counts{Instructions: 5000, BranchMisses: 6, CacheMisses: 8}}, 1)
	if m.CPU != runfolder.NoCPU || !slices.Equal(m.Extra, []string{"4", "2", "1", "5000", "6", "8"}) || len(m.Extra) != len(SectionColumns()) {
		t.Errorf("recorded as %+v", m)
	}
	m = Timed(section.Section{Wall: 1, Counted: true, Counts: machine.Counts{Instructions: 5000, CacheMisses: machine.NoCount}}, 1)
	if !slices.Equal(m.Extra[3:], []string{"5000", "0", ""}) {
		t.Errorf("without a counter of cache misses recorded as %+v", m)
	}
}
