package machine

import (
	"runtime"
	"slices"
	"testing"
)

// Linux says what a process may use; a thread that is kept on one processor may use
// that one.
func TestProcessors(t *testing.T) {
	usable := Processors()
	if runtime.GOOS != "linux" {
		if usable != nil {
			t.Errorf("%v", usable)
		}
		return
	}
	if len(usable) != runtime.NumCPU() || !slices.IsSorted(usable) || count(ranges(usable)) != len(usable) {
		t.Fatalf("%v of %d", usable, runtime.NumCPU())
	}
	last := usable[len(usable)-1]
	kept := make(chan []int)
	go func() { // whose thread ends with it, as it stays locked
		runtime.LockOSThread()
		if err := Pin(last); err != nil {
			t.Error(err)
		}
		kept <- Processors()
	}()
	if got := <-kept; !slices.Equal(got, []int{last}) {
		t.Errorf("%v, want %d alone", got, last)
	}
}
