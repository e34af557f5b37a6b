// Package measuring measures sections: one after the other or in alternating pieces,
// alternately with another build, and on stores whose lookups must be cold or warm.
//
// Guarantee: a section contains only the work. A wrong answer in any attempt ends the run. A
// section that cannot be proved cold or warm is not a measurement.
// Cost: a section is repeated until it lasts long enough for the clock (package timing).
// Source: docs/measuring.md.
package measuring

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
)

// Timer measures undisturbed sections of sufficient length.
type Timer struct {
	Least       time.Duration          // length of a section
	Repetitions map[runfolder.Cell]int // in the sections of a cell, once they are known
	turn        func()                 // returns when it is this process's turn to measure; nil: always
}

// NewTimer returns a timer of sections of the length that ctx wants (timing.WithLeast), which
// waits for its turns (WithTurns).
func NewTimer(ctx context.Context) Timer {
	turn, _ := ctx.Value(turnKey{}).(func())
	return Timer{Least: timing.LeastOf(ctx), Repetitions: map[runfolder.Cell]int{}, turn: turn}
}

type turnKey struct{}

// WithTurns has the timers within ctx call turn between pieces of sections that Together
// measures. Two processes that measure in turns stand so close to each other that what disturbs
// one has disturbed the other.
func WithTurns(ctx context.Context, turn func()) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

const (
	// piecesInTurn are measured between two turns, or those of one sweep: 0.3 ms.
	piecesInTurn = 2
	// shareInTurn is how long few sections are repeated, which takes less time than to begin a
	// process. From a piece of one process to that of the other the speed of a processor may halve.
	shareInTurn = 120 * time.Millisecond
	mostInTurn  = 12
)

// Job is what is timed of a cell: repetitions of work, each of Ops operations and in Parts
// that follow each other.
type Job struct {
	Cell  runfolder.Cell
	Ops   int
	Parts int
	Do    func(part int) error
	// Begins is the cell whose work an operation begins with, before Do, where Together times
	// that once for all jobs that share it; nil: none. Its job is of the same call.
	Begins *runfolder.Cell
}

// Once is one repetition.
func (j Job) Once() error {
	for part := range j.Parts {
		if err := j.Do(part); err != nil {
			return err
		}
	}
	return nil
}

// Summed is how many sections of few pieces Together sums up, at most.
const Summed = 4

// Together measures the sections of several cells at the same time, piece by piece, in the order
// of the jobs that order gives for each: what is compared is then disturbed alike. Sections that
// have few pieces, as those of some milliseconds an operation, are the sum of up to Summed. The
// first section of a cell is Measure's. Work that operations of several cells begin with is
// measured once for all (Job.Begins): the noise of it falls on all alike. Each job has a
// measurement or an error.
func (t Timer) Together(jobs []Job, order func() []int) ([]*experiment.Measurement, []error) {
	list, errs := make([]*experiment.Measurement, len(jobs)), make([]error, len(jobs))
	var works []timing.Work
	var which []int     // of the jobs
	at := map[int]int{} // their inverse
	shared := map[runfolder.Cell]int{}
	for _, j := range jobs {
		if j.Begins != nil {
			shared[*j.Begins] = slices.IndexFunc(jobs, func(other Job) bool { return other.Cell == *j.Begins })
		}
	}
	for i, j := range jobs {
		if _, known := t.Repetitions[j.Cell]; !known {
			list[i], errs[i] = t.Measure(j.Cell, j.Ops, j.Once)
			if _, begins := shared[j.Cell]; errs[i] != nil || j.Begins == nil && !begins {
				continue
			}
		}
		n := t.Repetitions[j.Cell]
		works = append(works, timing.Work{Units: n * j.Parts, Do: func(unit int) error { return j.Do(unit % j.Parts) }})
		at[i] = len(which)
		which = append(which, i)
	}
	sweeps := 0
	known := func() (list []int) {
		if sweeps++; t.turn != nil && sweeps%max(1, piecesInTurn/len(works)) == 0 {
			t.turn()
		}
		for _, i := range order() {
			if work, ok := at[i]; ok {
				list = append(list, work)
			}
		}
		return list
	}
	times := 1
	if t.turn != nil && len(works) > 0 {
		times = max(1, min(mostInTurn, int(shareInTurn/(t.Least*time.Duration(len(works))))))
	}
	for _, w := range works {
		times = max(times, min(Summed, timing.Pieces/w.Units))
	}
	var sum []timing.Section
	for again, attempts := len(works) > 0, 0; again; attempts++ {
		sum = make([]timing.Section, len(works))
		for range times { // each begins with a collection of what the one before left
			sections, failed := timing.Together(works, known)
			for i, s := range sections {
				sum[i] = sum[i].Plus(s)
				if errs[which[i]] = cmp.Or(errs[which[i]], failed[i]); errs[which[i]] != nil {
					works[i].Units = 0
				}
			}
		}
		again = false
		for i, s := range sum {
			j, n := jobs[which[i]], t.Repetitions[jobs[which[i]].Cell]
			if errs[which[i]] != nil {
				list[which[i]] = nil
				continue
			}
			s.Attempts += attempts
			list[which[i]] = Timed(s, times*n*j.Ops)
			if s.Wall < time.Duration(times)*t.Least { // the first section was slower than this
				t.Repetitions[j.Cell] += max(1, n/4)
				works[i].Units, again = t.Repetitions[j.Cell]*j.Parts, true
			}
		}
	}
	for i, j := range jobs {
		if j.Begins == nil || errs[i] != nil {
			continue
		}
		first := shared[*j.Begins]
		if errs[first] != nil {
			list[i], errs[i] = nil, errs[first]
			continue
		}
		operations := list[i].Ops
		begun := sum[at[first]].Times(float64(operations) / float64(list[first].Ops))
		list[i] = Timed(sum[at[i]].Plus(begun), int(operations))
	}
	return list, errs
}

// Measure times work, one repetition of which is ops operations. For a cell's
// first section it determines the number of repetitions.
func (t Timer) Measure(cell runfolder.Cell, ops int, work func() error) (*experiment.Measurement, error) {
	repeat := func(n int) error {
		for range n {
			if err := work(); err != nil {
				return err
			}
		}
		return nil
	}
	n, known := t.Repetitions[cell]
	var s timing.Section
	var err error
	if known {
		attempt := func() { err = cmp.Or(err, repeat(n)) } // a wrong answer stays, even if the next attempt is right
		s = timing.Undisturbed(attempt)
		for err == nil && s.Wall < t.Least { // the first section was slower than this
			n += max(1, n/4)
			attempts := s.Attempts
			s = timing.Undisturbed(attempt)
			s.Attempts += attempts
		}
	} else {
		s, n, err = timing.Fill(t.Least, repeat)
	}
	if err != nil {
		return nil, err
	}
	t.Repetitions[cell] = n
	return Timed(s, n*ops), nil
}

// Timed is a section of ops operations as a measurement in ns.
func Timed(s timing.Section, ops int) *experiment.Measurement {
	m := &experiment.Measurement{Value: float64(s.Wall.Nanoseconds()), Unit: runfolder.Nanoseconds, Ops: int64(ops), CPU: runfolder.NoCPU}
	if s.HasCPU {
		m.CPU = s.CPU.Nanoseconds()
	}
	preempted := ""
	if s.Preempted >= 0 {
		preempted = strconv.FormatInt(s.Preempted, 10)
	}
	m.Extra = []string{strconv.FormatUint(s.GCs, 10), preempted, strconv.Itoa(s.Attempts)}
	for _, n := range []int64{s.Counts.Instructions, s.Counts.BranchMisses, s.Counts.CacheMisses} {
		text := ""
		if s.Counted && n != machine.NoCount {
			text = strconv.FormatInt(n, 10)
		}
		m.Extra = append(m.Extra, text)
	}
	return m
}

// SectionFields describes the columns of an experiment's own that Timed fills.
func SectionFields() []runfolder.Field {
	return []runfolder.Field{
		{Name: "gc", Type: "integer", Description: "garbage collections within the section"},
		{Name: "preempted", Type: "integer", Description: "involuntary context switches within the section"},
		{Name: "attempts", Type: "integer", Description: "measurements of the section, or of the piece of it that took the most; of each the last one is recorded"},
		{Name: "instructions", Type: "integer", Description: "instructions of the thread in the section; empty where the processor's counters are not to be had"},
		{Name: "branch_misses", Type: "integer", Description: "mispredicted branches of the thread in the section; empty as before"},
		{Name: "cache_misses", Type: "integer", Description: "misses of the last cache in the section, as the kernel's event cache-misses has them: of the L3 of Intel, of the L2 of AMD Zen; empty as before, and where the processor lacks this event"},
	}
}

// SectionColumns are the names of these columns.
func SectionColumns() []string {
	var names []string
	for _, f := range SectionFields() {
		names = append(names, f.Name)
	}
	return names
}

// Counted is a measurement that was counted, not timed, beside timed ones.
func Counted(value float64, unit string) *experiment.Measurement {
	return &experiment.Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU, Extra: make([]string, len(SectionFields()))}
}
