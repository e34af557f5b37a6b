package timing

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/tier"
)

// bench has instruments that note when they are read; each reading, and the
// work, takes a time of its own on all clocks.
type bench struct {
	events  []string
	at      time.Duration // on the clock
	lost    time.Duration // of it without the processor
	noCPU   bool
	reading time.Duration
}

func (b *bench) read(what string) {
	b.events = append(b.events, what)
	b.at += b.reading
}

func (b *bench) instruments() instruments {
	return instruments{
		now:         func() time.Time { defer b.read("clock"); return time.Unix(0, 0).Add(b.at) },
		cpu:         func() (time.Duration, bool) { defer b.read("CPU"); return b.at - b.lost, !b.noCPU },
		preemptions: func() (int64, bool) { defer b.read("preemptions"); return int64(b.lost / time.Millisecond), true },
		collections: func() uint64 { defer b.read("collections"); return 0 },
		allocated:   func() uint64 { return 0 },
		counters: func() func() (machine.Counts, bool) {
			b.read("start")
			return func() (machine.Counts, bool) {
				b.read("stop")
				return machine.Counts{Instructions: 7, BranchMisses: 3, CacheMisses: 2}, !b.noCPU
			}
		},
	}
}

// Nothing stands between the work and the two readings of the clock.
func TestClockIsReadLastAndFirst(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		b := &bench{reading: time.Millisecond}
		measure := b.instruments().measure
		if quiet {
			measure = b.instruments().undisturbed
		}
		s := measure(func() { b.events = append(b.events, "work"); b.at += time.Second; b.lost += 3 * time.Millisecond })
		if want := "collections preemptions start CPU clock work clock CPU stop preemptions collections"; strings.Join(b.events, " ") != want {
			t.Errorf("quiet %v: %v, want %s", quiet, b.events, want)
		}
		if s.Wall != time.Second+time.Millisecond { // the first reading of the clock itself
			t.Errorf("quiet %v: the section took %s, want that of the work", quiet, s.Wall)
		}
		if s.CPU != s.Wall+2*time.Millisecond-3*time.Millisecond || !s.HasCPU || s.Preempted != 3 || s.Attempts != 1 || !s.Counted || s.Counts.CacheMisses != 2 {
			t.Errorf("quiet %v: %+v", quiet, s)
		}
	}
}

// The real clock is stopped as soon as the work is done.
func TestMeasureNothing(t *testing.T) {
	tier.Check(t)
	least := time.Hour
	for range 1000 {
		least = min(least, Measure(false, func() {}).Wall)
	}
	if least > 20*time.Microsecond {
		t.Errorf("nothing takes %s", least)
	}
}

// The last attempt counts, neither the first nor the fastest, and no attempt
// follows one that was not disturbed.
func TestUndisturbedKeepsTheLast(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name       string
		wall, lost []time.Duration // of the attempts
		want       time.Duration
		attempts   int
	}{
		{"undisturbed", []time.Duration{10 * ms}, []time.Duration{0}, 10 * ms, 1},
		{"a twentieth is no disturbance", []time.Duration{20 * ms}, []time.Duration{ms}, 20 * ms, 1},
		{"more than a twentieth is one", []time.Duration{20 * ms, 21 * ms}, []time.Duration{ms + 1, 0}, 21 * ms, 2},
		{"a tick of the kernel is none", []time.Duration{100 * time.Microsecond}, []time.Duration{50 * time.Microsecond}, 100 * time.Microsecond, 1},
		{"more than a tick is one", []time.Duration{100 * time.Microsecond, ms}, []time.Duration{51 * time.Microsecond, 0}, ms, 2},
		{"slower the second time", []time.Duration{10 * ms, 30 * ms}, []time.Duration{ms, 0}, 30 * ms, 2},
		{"always disturbed, the first the fastest", []time.Duration{10 * ms, 20 * ms, 30 * ms}, []time.Duration{5 * ms, 5 * ms, 5 * ms}, 30 * ms, 3},
		{"always disturbed, the second the fastest", []time.Duration{20 * ms, 10 * ms, 15 * ms}, []time.Duration{5 * ms, 5 * ms, 5 * ms}, 15 * ms, 3},
		{"always disturbed, the second the least", []time.Duration{20 * ms, 20 * ms, 20 * ms, 20 * ms}, []time.Duration{9 * ms, 2 * ms, 8 * ms, 0}, 20 * ms, 3},
	} {
		b := &bench{}
		n := 0
		s := b.instruments().undisturbed(func() { b.at += c.wall[n]; b.lost += c.lost[n]; n++ })
		if s.Wall != c.want || s.Attempts != c.attempts || n != c.attempts || s.Wall-s.CPU != c.lost[n-1] {
			t.Errorf("%s: %+v after %d attempts, want %s after %d", c.name, s, n, c.want, c.attempts)
		}
	}
	b := &bench{noCPU: true}
	if s := b.instruments().undisturbed(func() { b.at += 10 * ms; b.lost += 5 * ms }); s.Attempts != 1 || s.HasCPU {
		t.Errorf("a system without a thread clock: %+v", s)
	}
	if !slices.Contains(b.events, "CPU") {
		t.Error("the thread clock is not asked")
	}
}
