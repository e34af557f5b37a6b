package timing

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
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
	s, n, err := Fill(Short, func(n int) error { busy(time.Duration(n) * Short / 10); return nil })
	if err != nil || s.Wall < 6*Short/5 || n < 2 || n > 200 { // later sections may be a little faster
		t.Errorf("%d repetitions in %s, %v", n, s.Wall, err)
	}
	// Work that does not use the processor ends too.
	s, n, err = Fill(Short, func(n int) error { time.Sleep(time.Duration(n) * Short / 10); return nil })
	if err != nil || s.Wall < Short || n > 1000 {
		t.Errorf("%d repetitions asleep in %s, %v", n, s.Wall, err)
	}
	if _, ok := machine.ThreadCPU(); ok && s.Wall < 12*Short { // hardly any of it was work
		t.Errorf("%d repetitions asleep are a section, of %s", n, s.Wall)
	}
	wrong := errors.New("wrong")
	if _, _, err := Fill(Short, func(int) error { return wrong }); err != wrong {
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

// busy takes the processor for a time.
func busy(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

// Together does all units of all works once, in order within a work, and measures a disturbed
// piece alone again.
func TestTogether(t *testing.T) {
	lockThread(t)
	units := []int{0, 1, 7, Pieces, 1000}
	var sections []Section
	var errs []error
	var done [][]int
	for range 100 { // until nothing was disturbed
		done = make([][]int, len(units))
		works := make([]Work, len(units))
		for i, n := range units {
			works[i] = Work{n, func(unit int) error { done[i] = append(done[i], unit); busy(5 * time.Microsecond); return nil }}
		}
		orders := 0
		sections, errs = Together(works, func() []int { orders++; return rand.Perm(len(works)) })
		if orders != Pieces {
			t.Fatalf("%d orders, want %d", orders, Pieces)
		}
		if !slices.ContainsFunc(sections, func(s Section) bool { return s.Attempts > 1 }) {
			break
		}
	}
	for i, n := range units {
		s := sections[i]
		if errs[i] != nil || len(done[i]) != n || n > 0 && (s.Attempts != 1 || s.Wall < time.Duration(n)*5*time.Microsecond) {
			t.Errorf("%d units: %d done in %+v, %v", n, len(done[i]), s, errs[i])
		}
		for at, unit := range done[i] {
			if at != unit {
				t.Fatalf("%d units: %d is done as the %d-th", n, unit, at)
			}
		}
	}
	if _, ok := machine.ThreadCPU(); !ok {
		return
	}
	asleep := make([]int, 3)
	sections, _ = Together([]Work{{3, func(unit int) error {
		if asleep[unit]++; unit == 1 {
			time.Sleep(time.Millisecond)
		}
		return nil
	}}, {3, func(int) error { busy(time.Millisecond / 10); return nil }}}, func() []int { return rand.Perm(2) })
	if asleep[1] != maxAttempts || sections[0].Attempts != maxAttempts || sections[0].Wall < time.Millisecond || sections[1].Wall > 10*time.Millisecond {
		t.Errorf("%v attempts, %+v", asleep, sections)
	}
}

// The pieces of all works stand next to each other: of two works with as many units, none is
// a piece ahead of the other.
func TestTogetherIsSideBySide(t *testing.T) {
	b := &bench{}
	var at [2]int
	works := make([]Work, 2)
	for i := range works {
		works[i] = Work{320, func(unit int) error {
			at[i] = unit / 10
			if ahead := at[i] - at[1-i]; ahead > 1 || ahead < -1 {
				t.Fatalf("piece %d of work %d beside piece %d", at[i], i, at[1-i])
			}
			b.at += time.Duration(1+2*i) * time.Microsecond
			return nil
		}}
	}
	first := map[int]bool{}
	sections, _ := b.instruments().together(works, func() []int { order := rand.Perm(2); first[order[0]] = true; return order })
	if len(first) != 2 || sections[0].Wall != 320*time.Microsecond || sections[1].Wall != 3*sections[0].Wall || sections[1].CPU != sections[1].Wall {
		t.Errorf("%+v, first %v", sections, first)
	}
}

// An error stays, even if the next attempt is right, and ends its work alone.
func TestTogetherFails(t *testing.T) {
	lockThread(t)
	wrong, asked, other := errors.New("wrong"), 0, 0
	_, errs := Together([]Work{{64, func(int) error {
		time.Sleep(time.Millisecond) // a disturbed piece
		if asked++; asked == 1 {
			return wrong
		}
		return nil
	}}, {64, func(int) error { other++; return nil }}}, func() []int { return rand.Perm(2) })
	if errs[0] != wrong || asked != 1 || errs[1] != nil || other < 64 {
		t.Errorf("%v after %d and %d units", errs, asked, other)
	}
}

// What pieces leave is collected between them: never within one, and before it is much.
func TestTogetherCollects(t *testing.T) {
	lockThread(t)
	const size, units = 1 << 20, 2 * Pieces
	var kept [2][]byte
	var most uint64
	before := count("/memory/classes/heap/objects:bytes")
	leave := func(work int) func(int) error {
		return func(int) error {
			kept[work] = make([]byte, size)
			most = max(most, count("/memory/classes/heap/objects:bytes")-before)
			return nil
		}
	}
	sections, _ := Together([]Work{{units, leave(0)}, {units, leave(1)}}, func() []int { return rand.Perm(2) })
	if sections[0].GCs+sections[1].GCs != 0 {
		t.Errorf("collections within pieces: %+v", sections)
	}
	if pieces := uint64(units / Pieces * maxAttempts); most > garbage+(pieces+3)*size { // what else the program allocates is less than one
		t.Errorf("%d bytes are left at a time, want %d and what a piece leaves", most, garbage)
	}
}

// Sections add up.
func TestPlus(t *testing.T) {
	a := Section{Wall: 5, CPU: 4, HasCPU: true, GCs: 1, Preempted: 2, Attempts: 1, Counted: true, Counts: machine.Counts{Instructions: 3}}
	b := Section{Wall: 7, CPU: 6, HasCPU: true, Preempted: 1, Attempts: 3, Counted: true, Counts: machine.Counts{Instructions: 5}}
	if got, want := (Section{}).Plus(a).Plus(b), (Section{Wall: 12, CPU: 10, HasCPU: true, GCs: 1, Preempted: 3, Attempts: 3, Counted: true, Counts: machine.Counts{Instructions: 8}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	b.HasCPU, b.Preempted, b.Counted = false, -1, false
	for _, got := range []Section{a.Plus(b), b.Plus(a)} {
		if got.HasCPU || got.Preempted != -1 || got.Counted {
			t.Errorf("%+v has what a piece lacks", got)
		}
	}
}

// Garbage that was collected calls for no further collection: after one piece that leaves much there is
// one before the next, and none before the others, which leave nothing.
func TestGarbageIsCollectedOnce(t *testing.T) {
	lockThread(t)
	var kept []byte
	before := collections()
	Together([]Work{{Pieces, func(unit int) error {
		if unit == 0 {
			kept = make([]byte, garbage+1<<20)
		}
		return nil
	}}}, func() []int { return []int{0} })
	if n := collections() - before; n < 2 || n > 6 || len(kept) == 0 { // one at the beginning; maxAttempts leave more, and other tests' goroutines may
		t.Errorf("%d collections", n)
	}
}

// A section of so many times the work has its times and events; collections, preemptions and attempts
// are those that there were.
func TestTimes(t *testing.T) {
	s := Section{Wall: 50, CPU: 40, HasCPU: true, GCs: 1, Preempted: 2, Attempts: 3, Counted: true, Counts: machine.Counts{Instructions: 300, BranchMisses: 20, CacheMisses: machine.NoCount}}
	want := s
	want.Wall, want.CPU, want.Counts = 75, 60, machine.Counts{Instructions: 450, BranchMisses: 30, CacheMisses: machine.NoCount}
	if got := s.Times(1.5); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
