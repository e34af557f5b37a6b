package machine

import (
	"runtime"
	"testing"
	"time"
)

func TestMeasureClock(t *testing.T) {
	c := MeasureClock()
	if c.WallResolution <= 0 || c.WallOverhead <= 0 || c.WallOverhead > 1e6 {
		t.Errorf("wall clock: %+v", c)
	}
	_, has := ThreadCPU()
	if has != (c.CPUResolution > 0) || has != (c.CPUOverhead > 0) {
		t.Errorf("CPU clock there: %v, figures: %+v", has, c)
	}
	t.Logf("%+v", c)
}

// TestResolution: clocks of known resolution.
func TestResolution(t *testing.T) {
	for _, tick := range []time.Duration{100, 15_625} {
		var n time.Duration
		coarse := func() time.Duration { n += 7; return n / tick * tick }
		if got := resolution(coarse); got != float64(tick) {
			t.Errorf("resolution %v, want %d", got, tick)
		}
	}
	var n time.Duration
	steps := func() time.Duration { // one of 40 before those of 100
		n += 100
		if n == 200 {
			n = 140
		}
		return n
	}
	if got := resolution(steps); got != 40 {
		t.Errorf("resolution %v of a clock with steps of 40 and more", got)
	}
	if got := resolution(func() time.Duration { return 0 }); got < 1e8 {
		t.Errorf("a stopped clock has resolution %v, want at least the timeout", got)
	}
}

// A reading of 2 µs costs that, whatever the readings of the last batch cost.
func TestOverhead(t *testing.T) {
	n := 0
	got := overhead(func() time.Duration {
		n++
		want := 2 * time.Microsecond
		if n > 2000 {
			want *= 10
		}
		start := time.Now()
		for time.Since(start) < want {
		}
		return 0
	})
	if got < 2000 || got > 15_000 {
		t.Errorf("a reading costs %v ns, want 2,000 and a little", got)
	}
}

func TestThreadCPU(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, ok := ThreadCPU()
	if !ok {
		if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
			t.Fatal("no CPU clock")
		}
		t.Skip("this system has no CPU clock of a thread that is fine enough")
	}
	start := time.Now()
	time.Sleep(30 * time.Millisecond)
	asleep, _ := ThreadCPU()
	if used := asleep - before; used < 0 || used > 20*time.Millisecond {
		t.Errorf("%v of CPU used in a sleep of %v", used, time.Since(start))
	}
	sink := 0
	for begin := asleep; begin-asleep < 5*time.Millisecond; begin, _ = ThreadCPU() {
		if time.Since(start) > 10*time.Second {
			t.Fatal("the CPU clock is stopped while the thread works")
		}
		for i := range 10_000 {
			sink += i
		}
	}
	if wall, after := time.Since(start), must(ThreadCPU()); after-before > wall {
		t.Errorf("%v of CPU in %v", after-before, wall)
	}
	runtime.KeepAlive(sink)
}

func TestPreemptions(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, ok := Preemptions()
	if !ok {
		if runtime.GOOS == "linux" {
			t.Fatal("no count")
		}
		t.Skip("this system does not count them")
	}
	if after, _ := Preemptions(); after < before || before < 0 {
		t.Errorf("%d, then %d", before, after)
	}
}

func TestReadingsAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { ThreadCPU(); Preemptions() }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func must(d time.Duration, ok bool) time.Duration {
	if !ok {
		panic("no CPU clock")
	}
	return d
}

func BenchmarkThreadCPU(b *testing.B) {
	for b.Loop() {
		ThreadCPU()
	}
}

func BenchmarkPreemptions(b *testing.B) {
	for b.Loop() {
		Preemptions()
	}
}

func BenchmarkMeasureClock(b *testing.B) {
	for b.Loop() {
		MeasureClock()
	}
}
