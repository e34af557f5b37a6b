package machine

import (
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
		c, ok := start(event{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK})
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
	instructions, misses, ok := c.Stop()
	if !ok || instructions < 1e6 || misses < 0 || misses > instructions {
		t.Errorf("%d instructions, %d mispredicted branches, %v", instructions, misses, ok)
	}
}

func TestPin(t *testing.T) {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		var before, after unix.CPUSet
		if err := unix.SchedGetaffinity(0, &before); err != nil {
			done <- err
			return
		}
		last := 0
		for i := range 1024 {
			if before.IsSet(i) {
				last = i
			}
		}
		if err := Pin(last); err != nil {
			done <- err
			return
		}
		err := unix.SchedGetaffinity(0, &after)
		if after.Count() != 1 || !after.IsSet(last) {
			t.Errorf("pinned to %d, on %d processors", last, after.Count())
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if Pin(1023) == nil {
		t.Error("pinned to a processor that is not there")
	}
}
