package machine

import (
	native "encoding/binary"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// spin is work that a counter sees.
func spin(n int) (x int) {
	for i := range n {
		x += i ^ x>>3
	}
	return x
}

// The kernel's own clock of the thread is counted like an event of the
// processor, also where there are no counters of that: more for more work.
func TestCounters(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	count := func(n int) (int64, bool) {
		c, ok := start([]event{taskClock()})
		if !ok {
			return 0, false
		}
		defer c.close()
		if spin(n) == 42 {
			t.Log("42")
		}
		return c.read()[0], true
	}
	few, ok := count(1e4)
	if !ok {
		t.Skip("the kernel counts nothing for this user (perf_event_paranoid)")
	}
	if many, _ := count(1e8); many < 10*few {
		t.Errorf("10,000 steps count %d ns, 10,000 times as many %d", few, many)
	}
}

func taskClock() event { return event{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK} }

// An event that is wanted is counted where the kernel has it, and else is no count;
// one that is needed and is not there ends the count.
func TestWantedCounters(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	unknown := event{unix.PERF_TYPE_SOFTWARE, 1 << 40}
	faults := event{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS}
	c, ok := start([]event{taskClock()}, unknown, faults)
	if !ok {
		t.Skip("the kernel counts nothing for this user (perf_event_paranoid)")
	}
	fresh, err := unix.Mmap(-1, 0, 64<<12, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(fresh) }()
	for i := 0; i < len(fresh); i += 1 << 12 {
		fresh[i] = 1
	}
	counts := c.read()
	c.close()
	if len(counts) != 3 || counts[0] <= 0 || counts[1] != NoCount || counts[2] < 1 {
		t.Errorf("counted %v, want a time, no count, and the faults of fresh pages", counts)
	}
	if c, ok := start([]event{taskClock(), unknown}); ok {
		c.close()
		t.Error("an event that is not there is counted")
	}
}

// A counter that was taken away for a while has no count, and neither have those of
// which one that is needed has none.
func TestCountsInTurns(t *testing.T) {
	record := func(count, enabled, running uint64) (b [24]byte) {
		for i, v := range []uint64{count, enabled, running} {
			native.NativeEndian.PutUint64(b[8*i:], v)
		}
		return b
	}
	if all, turns := whole(record(7, 100, 100)), whole(record(7, 100, 60)); all != 7 || turns != NoCount {
		t.Errorf("counted %d all the time and %d in turns, want 7 and no count", all, turns)
	}
	if counts, ok := (Counters{files: []int{absent, absent, absent}}).Stop(); ok {
		t.Errorf("nothing is counted as %+v", counts)
	}
}

func TestHardwareCounters(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, ok := StartCounters()
	if !ok {
		t.Skip("no counters of the processor, as in most virtual machines")
	}
	if spin(1e6) == 42 {
		t.Log("42")
	}
	n, ok := c.Stop()
	if !ok || n.Instructions < 1e6 || n.BranchMisses < 0 || n.BranchMisses > n.Instructions || n.CacheMisses < NoCount || n.CacheMisses > n.Instructions {
		t.Errorf("%+v, %v", n, ok)
	}
}
