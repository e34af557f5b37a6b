package section

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"hyphbench/internal/machine"
)

// lockThread makes CPU time that of the test.
func lockThread(t *testing.T) {
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}

func TestUndisturbed(t *testing.T) {
	if _, ok := machine.ThreadCPU(); !ok {
		t.Skip("this system has no thread clock, so that lost time is unknown")
	}
	lockThread(t)
	calls := 0
	s := Undisturbed(func() { calls++; time.Sleep(2 * time.Millisecond) })
	if calls != maxAttempts || s.Attempts != maxAttempts {
		t.Errorf("a section without the processor was measured %d times and says %d, want %d", calls, s.Attempts, maxAttempts)
	}
	if s.Wall < 2*time.Millisecond || s.CPU > time.Millisecond {
		t.Errorf("measured as %+v", s)
	}
}

func TestFill(t *testing.T) {
	lockThread(t)
	busy := func(n int) error {
		for start := time.Now(); time.Since(start) < time.Duration(n)*500*time.Microsecond; {
		}
		return nil
	}
	s, n, err := Fill(busy)
	if err != nil || s.Wall < Least || n < 2 || n > 200 {
		t.Errorf("%d repetitions in %s, %v", n, s.Wall, err)
	}
	// Work that does not use the processor ends too.
	s, n, err = Fill(func(n int) error { time.Sleep(time.Duration(n) * 500 * time.Microsecond); return nil })
	if err != nil || s.Wall < Least || n > 1000 {
		t.Errorf("%d repetitions asleep in %s, %v", n, s.Wall, err)
	}
	wrong := errors.New("wrong")
	if _, _, err := Fill(func(int) error { return wrong }); err != wrong {
		t.Errorf("a failure is returned as %v", err)
	}
}

func TestQuietSection(t *testing.T) {
	var keep [][]byte
	s := Measure(true, func() {
		for range 200 {
			keep = append(keep, make([]byte, 1<<18))
		}
	})
	if s.GCs != 0 || len(keep) != 200 {
		t.Errorf("%d collections within a quiet section that allocates 50 MiB", s.GCs)
	}
}
