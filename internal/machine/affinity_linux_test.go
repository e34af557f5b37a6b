package machine

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

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
