package measuring

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
)

// A section is long enough: the first one of a cell, and one whose number of
// repetitions turns out too small, whatever one repetition takes on a busy
// machine. Work that fails gives no measurement.
func TestTimer(t *testing.T) {
	cell := runfolder.Cell{Filter: "a"}
	for _, repetitions := range []map[runfolder.Cell]int{{}, {cell: 1}} {
		timer := Timer{Least: timing.Short, Repetitions: repetitions}
		worked, known := 0, len(repetitions) > 0
		m, err := timer.Measure(cell, 3, func() error { worked++; time.Sleep(100 * time.Microsecond); return nil })
		if err != nil || m.Value < float64(timing.Short) || m.Ops != int64(3*repetitions[cell]) {
			t.Errorf("%+v, %v; %d repetitions next time", m, err, repetitions[cell])
		}
		if worked < repetitions[cell] {
			t.Errorf("%d repetitions counted of %d", repetitions[cell], worked)
		}
		if known && repetitions[cell] > 1 && m.Extra[2] < "2" { // 9 at most
			t.Errorf("measured again with %d repetitions, recorded as attempt %s", repetitions[cell], m.Extra[2])
		}
		failure := errors.New("a fault")
		if m, err := timer.Measure(cell, 3, func() error { return failure }); m != nil || err != failure {
			t.Errorf("%+v, %v", m, err)
		}
	}
}

func TestTimed(t *testing.T) {
	m := Timed(timing.Section{Wall: 2 * time.Millisecond, CPU: time.Millisecond, HasCPU: true, Preempted: -1, Attempts: 3}, 4)
	if m.Ops != 4 || m.Value != 2e6 || m.CPU != 1e6 || !slices.Equal(m.Extra, []string{"0", "", "3", "", "", ""}) {
		t.Errorf("recorded as %+v", m)
	}
	m = Timed(timing.Section{Wall: 1, Preempted: 2, GCs: 4, Attempts: 1, Counted: true, Counts: machine.Counts{Instructions: 5000, BranchMisses: 6, CacheMisses: 8}}, 1)
	if m.CPU != runfolder.NoCPU || !slices.Equal(m.Extra, []string{"4", "2", "1", "5000", "6", "8"}) || len(m.Extra) != len(SectionColumns()) {
		t.Errorf("recorded as %+v", m)
	}
	if m = Timed(timing.Section{Wall: 1}, 1); m.Extra[1] != "0" { // none is a number of preemptions
		t.Errorf("recorded as %+v", m)
	}
	m = Timed(timing.Section{Wall: 1, Counted: true, Counts: machine.Counts{Instructions: 5000, CacheMisses: machine.NoCount}}, 1)
	if !slices.Equal(m.Extra[3:], []string{"5000", "0", ""}) {
		t.Errorf("without a counter of cache misses recorded as %+v", m)
	}
}

// spin takes the processor for a time.
func spin(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

// Cells that are measured together are as long as alone, and each has its own error.
func TestTimerTogether(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	short, long, fails, fresh := runfolder.Cell{Filter: "short"}, runfolder.Cell{Filter: "long"}, runfolder.Cell{Filter: "fails"}, runfolder.Cell{Filter: "fresh"}
	timer := Timer{Least: timing.Short, Repetitions: map[runfolder.Cell]int{short: 1, long: 2, fails: 3}}
	wrong := errors.New("wrong answers")
	parts, failed := map[int]int{}, 0
	jobs := []Job{
		{Cell: short, Ops: 3, Parts: 1, Do: func(int) error { spin(timing.Short / 16); return nil }},
		{Cell: long, Ops: 5, Parts: 4, Do: func(part int) error { parts[part]++; time.Sleep(time.Millisecond); return nil }},
		{Cell: fails, Ops: 1, Parts: 1, Do: func(int) error { failed++; return wrong }},
		{Cell: fresh, Ops: 7, Parts: 2, Do: func(int) error { time.Sleep(time.Millisecond); return nil }},
	}
	list, errs := timer.Together(jobs, func() []int { return rand.Perm(4) })
	for i, j := range jobs {
		if j.Cell == fails {
			if list[i] != nil || errs[i] != wrong {
				t.Errorf("%+v, %v", list[i], errs[i])
			}
			continue
		}
		times := 4 // the known ones have few units
		if j.Cell == fresh {
			times = 1
		}
		if m := list[i]; errs[i] != nil || m.Value < float64(times)*float64(timing.Short) || m.Ops != int64(times*j.Ops*timer.Repetitions[j.Cell]) {
			t.Errorf("%s: %+v, %v; %d repetitions", j.Cell.Filter, m, errs[i], timer.Repetitions[j.Cell])
		}
	}
	if timer.Repetitions[short] < 2 || timer.Repetitions[long] != 2 || timer.Repetitions[fails] != 3 || timer.Repetitions[fresh] < 1 {
		t.Errorf("repetitions %v", timer)
	}
	if failed != 1 || list[0].Extra[2] == "1" { // what was too short is measured again
		t.Errorf("asked %d times for a wrong answer; the short section was recorded as attempt %s", failed, list[0].Extra[2])
	}
	// A section of many units is one.
	units := 0
	timer.Repetitions[fresh] = timing.Pieces
	many := []Job{{Cell: fresh, Ops: 7, Parts: 1, Do: func(int) error { units++; spin(timing.Short / 25); return nil }}}
	if list, errs := timer.Together(many, func() []int { return []int{0} }); errs[0] != nil || list[0].Ops != 7*timing.Pieces || units < timing.Pieces {
		t.Errorf("%+v, %v after %d units", list[0], errs[0], units)
	}
	for part := range 4 {
		if parts[part] != parts[0] || parts[part] < 2 {
			t.Errorf("parts %v", parts)
		}
	}
	timer.Repetitions[fresh] = 8 // of two parts: two sections are one
	if again, errs := timer.Together(jobs[3:], func() []int { return []int{0} }); errs[0] != nil || again[0].Ops != 2*8*7 {
		t.Errorf("the next section: %+v, %v", again[0], errs[0])
	}
}

// What operations begin with is measured once, for all of them, and an operation takes it and
// the work of its own. Where it fails all do.
func TestTimerBeginsTogether(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin, own := runfolder.Cell{Filter: "begin"}, runfolder.Cell{Filter: "own"}
	timer := Timer{Least: timing.Short, Repetitions: map[runfolder.Cell]int{}}
	begun, done := 0, 0
	jobs := []Job{
		{Cell: own, Ops: 1, Parts: 1, Do: func(int) error { done++; spin(timing.Short / 50); return nil }, Begins: &begin},
		{Cell: begin, Ops: 1, Parts: 2, Do: func(int) error { begun++; spin(timing.Short); return nil }},
	}
	order := func() []int { return []int{0, 1} }
	for _, which := range []string{"first", "next"} {
		list, errs := timer.Together(jobs, order)
		if errors.Join(errs...) != nil {
			t.Fatal(errs)
		}
		first, whole := list[1].Value/float64(list[1].Ops), list[0].Value/float64(list[0].Ops)
		if whole <= first || list[0].Ops <= list[1].Ops {
			t.Errorf("the %s section: %g ns an operation, the %g that it begins with among them; %d and %d operations", which, whole, first, list[0].Ops, list[1].Ops)
		}
	}
	if begun >= done {
		t.Errorf("begun %d times for %d operations", begun, done)
	}
	wrong := errors.New("wrong answers")
	jobs[1].Do = func(int) error { return wrong }
	if list, errs := timer.Together(jobs, order); list[0] != nil || errs[0] != wrong || errs[1] != wrong {
		t.Errorf("%+v, %v", list, errs)
	}
}

// Where two processes measure in turns a section of many units is the sum of several, and the
// other process has its turn between pieces.
func TestTimerInTurns(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	turns := 0
	timer := NewTimer(WithTurns(timing.WithLeast(t.Context(), timing.Short), func() { turns++ }))
	cell := runfolder.Cell{Filter: "many"}
	timer.Repetitions[cell] = timing.Pieces
	job := Job{Cell: cell, Ops: 7, Parts: 1, Do: func(int) error { spin(timing.Short / 25); return nil }}
	list, errs := timer.Together([]Job{job}, func() []int { return []int{0} })
	if errs[0] != nil || list[0].Ops != mostInTurn*7*timing.Pieces || turns != mostInTurn*timing.Pieces/piecesInTurn {
		t.Errorf("%+v, %v after %d turns", list[0], errs[0], turns)
	}
}

// A section that was too short has more repetitions the next time, each of all its parts.
func TestRepetitionsOfParts(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const unit, parts = timing.Short / 20, 4
	cell := runfolder.Cell{Filter: "parts"}
	timer := Timer{Least: timing.Short, Repetitions: map[runfolder.Cell]int{cell: 1}}
	list, errs := timer.Together([]Job{{Cell: cell, Ops: 3, Parts: parts, Do: func(int) error { spin(unit); return nil }}}, func() []int { return []int{0} })
	if errs[0] != nil || list[0].Value < float64(list[0].Ops)/3*parts*float64(unit) {
		t.Errorf("%+v, %v: want %v a repetition or more", list[0], errs[0], parts*unit)
	}
	if m := list[0]; m.CPU != runfolder.NoCPU && float64(m.CPU) > 1.5*float64(m.Ops)/3*parts*float64(unit) { // those that were too short are none of it
		t.Errorf("%+v: %v ns a repetition, want %v", m, float64(m.CPU)*3/float64(m.Ops), parts*unit)
	}
}

// Of two sections in turns each sweep has as many pieces as stand between two turns.
func TestTurnsOfTwo(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	turns := 0
	timer := NewTimer(WithTurns(timing.WithLeast(t.Context(), time.Nanosecond), func() { turns++ }))
	var jobs []Job
	for _, name := range []string{"a", "b"} {
		jobs = append(jobs, Job{Cell: runfolder.Cell{Filter: name}, Ops: 1, Parts: 1, Do: func(int) error { spin(time.Microsecond); return nil }})
		timer.Repetitions[runfolder.Cell{Filter: name}] = timing.Pieces
	}
	if _, errs := timer.Together(jobs, func() []int { return []int{0, 1} }); errors.Join(errs...) != nil || turns != mostInTurn*timing.Pieces {
		t.Errorf("%v after %d turns, want %d", errs, turns, mostInTurn*timing.Pieces)
	}
}

// A wrong answer stays one when the section is measured again and the next
// answer is right, in a cell's first section and in later ones.
func TestWrongAnswerStays(t *testing.T) {
	if _, ok := machine.ThreadCPU(); !ok {
		t.Skip("without a thread clock no section is measured again")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cell := runfolder.Cell{Filter: "a"}
	wrong := errors.New("wrong answers")
	for _, repetitions := range []map[runfolder.Cell]int{{}, {cell: 1}} {
		timer := Timer{Least: timing.Short, Repetitions: repetitions}
		asked := 0
		_, err := timer.Measure(cell, 1, func() error {
			time.Sleep(6 * time.Millisecond) // a disturbed section
			if asked++; asked == 1 {
				return wrong
			}
			return nil
		})
		if !errors.Is(err, wrong) {
			t.Errorf("asked %d times: %v", asked, err)
		}
	}
}
