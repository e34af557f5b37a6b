// Package timing times sections. A section is the work between two readings of the clock.
//
// Guarantee: only the work is between the two readings of the wall clock. With quiet set, the
// garbage collector is off. Only lost time makes a section, or a piece of one, disturbed, so
// that it is measured again.
// Cost: two readings of each clock per piece, and a garbage collection before a quiet section
// and between pieces that leave much garbage.
// Source: docs/measuring.md.
package timing

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"hyphbench/internal/heapmemory"
	"hyphbench/internal/machine"
)

// Section is a stretch of work under the clock.
type Section struct {
	Wall      time.Duration
	CPU       time.Duration // of the thread
	HasCPU    bool          // whether the system has a clock for that
	GCs       uint64        // garbage collections that ended within it
	Preempted int64         // involuntary context switches; −1 unknown
	Attempts  int           // at the piece that took the most

	// Events of the processor in the thread, of the last attempt.
	Counted bool // whether there are counters
	Counts  machine.Counts
}

// maxAttempts bounds the measurements of a disturbed section, or piece of one.
const maxAttempts = 3

// tick is more than a tick of the kernel's timer takes. Nothing that short disturbs: it is in
// the wall time alone, and every piece has the same chance of one.
const tick = 50 * time.Microsecond

// Disturbed reports whether the system took the processor away for more than a
// twentieth of the section and more than a tick; false without a thread clock.
func (s Section) Disturbed() bool {
	lost := s.Wall - s.CPU
	return s.HasCPU && lost > s.Wall/20 && lost > tick
}

// Effort is what comparisons are made of: the CPU time of the thread, or wall
// time on a system without a clock for that.
func (s Section) Effort() time.Duration {
	if s.HasCPU {
		return s.CPU
	}
	return s.Wall
}

// Undisturbed measures until a section is not disturbed, maxAttempts times at
// most. The last attempt is recorded, with the number of attempts. The rule
// depends on lost time alone, never on the speed of the work: it favours no
// filter.
func Undisturbed(work func()) Section { return system().undisturbed(work) }

// Measure times work once. With quiet set the heap is collected before and the
// collector is off during the section, so that no section pays for another's
// garbage. The caller has called runtime.LockOSThread.
func Measure(quiet bool, work func()) Section {
	if quiet {
		defer Quiet()()
	}
	return system().measure(work)
}

// Work is that of a section: units that follow each other, which it can be cut between.
type Work struct {
	Units int
	Do    func(unit int) error
}

// Together measures sections at the same time: all are cut into pieces, and the pieces of all
// stand next to each other, in the order that order has for each. A program on
// the same core comes and goes within fractions of a millisecond and halves what a thread gets
// done, which no clock of the thread shows: sections side by side have the same share of it,
// one behind the other do not. A piece of a section is disturbed and measured again as a section is.
// Garbage is collected between pieces. A work's first error ends it, not the others.
func Together(works []Work, order func() []int) ([]Section, []error) {
	return system().together(works, order)
}

// Quiet collects the heap and switches the collector off until restore.
func Quiet() (restore func()) {
	runtime.GC()
	was := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(was) }
}

// Ballast keeps what the collector frees from going back to the system, until release. Go's
// runtime returns in the background whatever is more than a tenth beyond the heap in use at
// the last collection, and sections collect before they begin: the next section that
// allocates would pay a page fault for every 4 KiB, the one behind it hardly any. A ballast is
// never touched and takes no memory. It makes that tenth large enough for a section.
func Ballast() (release func()) {
	var ballast strings.Builder // make would write zeros where memory was used before
	ballast.Grow(128 << 20)
	return func() { runtime.KeepAlive(ballast.String()) }
}

// instruments are what is read before and after the work.
type instruments struct {
	now         func() time.Time
	cpu         func() (time.Duration, bool)
	preemptions func() (int64, bool)
	collections func() uint64
	allocated   func() uint64
	counters    func() (stop func() (machine.Counts, bool))
}

func system() instruments {
	return instruments{time.Now, machine.ThreadCPU, machine.Preemptions, collections, heapmemory.AllocatedSoFar, counters}
}

func (i instruments) undisturbed(work func()) Section {
	defer Quiet()()
	return i.attempts(work)
}

func (i instruments) attempts(work func()) Section {
	for attempt := 1; ; attempt++ {
		s := i.measure(work)
		if s.Attempts = attempt; attempt == maxAttempts || !s.Disturbed() {
			return s
		}
	}
}

// Pieces is in how many a section is cut, at most: of 5 ms they have 160 µs each, enough
// for the readings of the clocks, half a microsecond, not to matter. Twice as many gain no more.
const Pieces = 32

// garbage is what pieces leave before it is collected, between two of them: less than the
// tenth of the ballast, so that pieces which allocate find memory that the program has.
const garbage = 8 << 20

func (i instruments) together(works []Work, order func() []int) ([]Section, []error) {
	defer Quiet()()
	pieces := 0
	for _, w := range works {
		pieces = max(pieces, min(w.Units, Pieces))
	}
	sections, errs := make([]Section, len(works)), make([]error, len(works))
	clean := i.allocated()
	for piece := range pieces {
		for _, n := range order() {
			w := works[n]
			from, to := piece*w.Units/pieces, (piece+1)*w.Units/pieces
			if from == to {
				continue
			}
			if i.allocated()-clean > garbage {
				runtime.GC()
				clean = i.allocated()
			}
			sections[n] = sections[n].Plus(i.attempts(func() {
				for unit := from; unit < to && errs[n] == nil; unit++ {
					errs[n] = w.Do(unit) // a wrong answer stays, even if the next attempt is right
				}
			}))
		}
	}
	return sections, errs
}

// Plus is the section of s and a piece that follows it; the zero Section adds nothing.
func (s Section) Plus(piece Section) Section {
	if s.Attempts == 0 {
		return piece
	}
	s.Wall, s.CPU, s.HasCPU = s.Wall+piece.Wall, s.CPU+piece.CPU, s.HasCPU && piece.HasCPU
	s.GCs, s.Attempts = s.GCs+piece.GCs, max(s.Attempts, piece.Attempts)
	if s.Preempted < 0 || piece.Preempted < 0 {
		s.Preempted = -1
	} else {
		s.Preempted += piece.Preempted
	}
	s.Counted, s.Counts = s.Counted && piece.Counted, s.Counts.Plus(piece.Counts)
	return s
}

// Times is what a section of so many times the work would have taken. Collections and
// preemptions are those that there were.
func (s Section) Times(factor float64) Section {
	s.Wall, s.CPU = time.Duration(float64(s.Wall)*factor), time.Duration(float64(s.CPU)*factor)
	s.Counts = s.Counts.Times(factor)
	return s
}

// measure reads the clock last before the work and first after it.
func (i instruments) measure(work func()) Section {
	var s Section
	gcs := i.collections()
	before, counted := i.preemptions()
	stop := i.counters()
	cpu, hasCPU := i.cpu()
	start := i.now()
	work()
	s.Wall = i.now().Sub(start)
	if hasCPU {
		end, _ := i.cpu()
		s.CPU, s.HasCPU = end-cpu, true
	}
	s.Counts, s.Counted = stop()
	s.Attempts = 1
	s.Preempted = -1
	if counted {
		after, _ := i.preemptions()
		s.Preempted = after - before
	}
	s.GCs = i.collections() - gcs
	return s
}

// Fill measures with growing repetitions until a section lasts at least so long,
// and returns it with the number of repetitions it held. It ends early when
// work fails.
func Fill(least time.Duration, work func(repetitions int) error) (s Section, n int, err error) {
	margin := 6 * least / 5 // later sections may run a little faster
	const looks = 3         // at a section of nearly enough length
	for n = 1; ; {
		fastest := 2 * margin
		for look := 0; look < looks && fastest >= margin; look++ {
			s = Undisturbed(func() { err = cmp.Or(err, work(n)) }) // the first error stays
			length := s.Wall
			if s.Disturbed() { // the rest was lost
				length = s.CPU
			}
			if err != nil || length >= 2*margin || s.Wall >= 10*margin {
				return s, n, err
			}
			fastest = min(fastest, length)
		}
		if fastest >= margin {
			return s, n, nil
		}
		// Tenfold at most: the first sections of a cold program are slow.
		n = min(10*n, max(n+1, int(float64(n)*1.05*float64(margin)/float64(max(fastest, 1)))))
	}
}

// counters starts those of the processor; stop reports false where there are none.
func counters() (stop func() (machine.Counts, bool)) {
	c, ok := machine.StartCounters()
	if !ok {
		return func() (machine.Counts, bool) { return machine.Counts{}, false }
	}
	return c.Stop
}

func collections() uint64 { return count("/gc/cycles/total:gc-cycles") }

// count is one of the runtime's metrics.
func count(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
