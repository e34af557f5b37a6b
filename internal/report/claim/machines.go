package claim

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// On is the verdict on a part of a run on several machines.
type On struct {
	Where  string // "machine 2", or the processor model of several
	Number int    // of the machine; 0 for a family
	Result
}

// trace carries the estimates of a test from machines to what is pooled of them. The
// test is first asked on each machine, and its estimates are written down in order;
// then it is asked on the whole run, and gets the means over machines in their places.
// So a test of any kind, of which package claim knows nothing, has errors over machines.
// A nil trace does nothing.
type trace struct {
	cells    []runfolder.Cell // read since the last estimate
	calls    []call           // on one machine
	machines []traced         // those to be pooled; nil while calls are written down
	pooled   []stats.Pooled
	without  []string // machines found to lack an estimate, and why
	failed   error    // why the estimates cannot be pooled
}

// call is an estimate and what it is of.
type call struct {
	of     string
	rounds int // of the machine that hold all that is compared
	stats.Estimate
}

// traced is a machine with what the test said and estimated on it.
type traced struct {
	*report.Machine
	Outcome
	calls []call
	lacks bool // an estimate
}

func (t *trace) reads(cells ...runfolder.Cell) {
	if t != nil {
		t.cells = append(t.cells, cells...)
	}
}

// over reports whether a test is asked over machines, on the whole run.
func (t *trace) over() bool { return t != nil && t.machines != nil }

// pools reports whether a machine is among those to be pooled.
func (t *trace) pools(number int) bool {
	return slices.ContainsFunc(t.machines, func(m traced) bool { return m.Number == number })
}

// estimate writes an estimate down, or pools those of the machines.
func (t *trace) estimate(d *Data, columns [][]float64, weights []float64, on func() (stats.Estimate, string, error)) (stats.Estimate, string, error) {
	cells := t.cells
	of := fmt.Sprint(cells, len(columns), weights)
	t.cells = nil
	if !t.over() {
		e, how, err := on()
		t.calls = append(t.calls, call{of, fewest(columns), e})
		return e, how, err
	}
	n := len(t.pooled)
	var list []stats.Estimate
	for i := range t.machines {
		m := &t.machines[i]
		switch {
		case m.lacks:
		case n < len(m.calls) && m.calls[n].of == of && m.calls[n].rounds >= stats.LeastRounds:
			list = append(list, m.calls[n].Estimate)
		case d.roundsOn(m.Number, cells) < stats.LeastRounds:
			t.lacking(m, fmt.Sprintf("rounds: %d", d.roundsOn(m.Number, cells)))
		case n < len(m.calls) && m.calls[n].of == of:
			t.lacking(m, fmt.Sprintf("rounds: %d", m.calls[n].rounds))
		case n >= len(m.calls) && m.NotTested != "":
			t.lacking(m, m.NotTested)
		default:
			// To leave such machines out would choose them by what they say.
			t.failed = fmt.Errorf("its test asks other things on %s than on all", m.Name())
			return stats.Estimate{}, "", t.failed
		}
	}
	p, err := stats.RandomEffects(list)
	if err != nil {
		t.failed = err
		return stats.Estimate{}, "", err
	}
	t.pooled = append(t.pooled, p)
	return p.Mean, fmt.Sprintf("%d machines (each over its rounds)", p.K), nil
}

func (t *trace) lacking(m *traced, why string) {
	m.lacks = true
	t.without = append(t.without, fmt.Sprintf("%s (%s)", m.Name(), why))
}

// fewest is the length of the shortest column.
func fewest(columns [][]float64) int {
	if len(columns) == 0 {
		return 0
	}
	n := len(columns[0])
	for _, x := range columns {
		n = min(n, len(x))
	}
	return n
}

// roundsOn is how many values a machine has of that one of the cells of which it has the
// fewest.
func (d *Data) roundsOn(number int, cells []runfolder.Cell) int {
	for _, m := range d.ByMachine() {
		if m.Number != number {
			continue
		}
		n := m.Rounds()
		for _, c := range cells {
			n = min(n, len(m.Samples.Times(c)))
		}
		return n
	}
	return 0
}

// test asks the claim of the run. One about times on several machines is asked over
// machines. A machine without one of its estimates, or with one of fewer rounds than
// weights need, is left out and named.
func (r *Result) test(s *report.Summary) {
	m := s.Metric(r.Metric)
	if s.ByMachine() == nil || m == nil || !m.Timed() {
		r.Outcome = r.Claim.Test(&Data{Summary: s, read: &r.Read})
		return
	}
	if why := s.NotPooled(); why != "" {
		r.Outcome = Untested(why)
		return
	}
	var machines []traced
	r.each = map[int]Outcome{}
	for i, on := range s.ByMachine() {
		one := &trace{}
		o := r.Claim.Test(&Data{on.Summary, nil, one})
		r.each[on.Number] = o
		machines = append(machines, traced{Machine: &s.ByMachine()[i], Outcome: o, calls: one.calls})
	}
	var all *trace
	var without []string
	for { // until no further machine is found to lack an estimate
		all = &trace{machines: machines}
		r.Outcome = r.Claim.Test(&Data{s, &r.Read, all})
		if all.without == nil {
			break
		}
		without = append(without, all.without...)
		machines = slices.DeleteFunc(machines, func(m traced) bool { return m.lacks })
		if len(machines) < stats.LeastPooled {
			r.Outcome = Untested(fmt.Sprintf("a mean over machines wants %d with %d rounds or more of all that is compared; without are %s",
				stats.LeastPooled, stats.LeastRounds, strings.Join(without, ", ")))
			return
		}
	}
	switch {
	case all.failed != nil:
		r.Outcome = Untested("not pooled over machines: " + all.failed.Error())
		return
	case r.NotTested != "":
		return
	case len(all.pooled) == 0:
		r.Outcome = Untested("its test has no estimate that could be pooled over machines")
		return
	}
	r.Holds = !slices.ContainsFunc(machines, func(m traced) bool { return !m.Holds })
	r.Machines = all.of(r.Effect)
	if without != nil {
		r.Detail = strings.Join(NonEmpty(r.Detail, "without "+strings.Join(without, ", ")), "; ")
	}
}

// of is the pooled estimate that an effect is.
func (t *trace) of(e Effect) *stats.Pooled {
	for i, p := range t.pooled {
		if e.Unit == "×" && math.Abs(math.Exp(p.Mean.Value)-e.Value) < 1e-9*e.Value {
			return &t.pooled[i]
		}
	}
	return nil
}

// onMachines adds the verdicts of each machine, and of each family that is pooled while
// the run is not. Counts and sizes depend on no machine: the rounds of one would only be
// fewer, so that claims about them are tested on all rounds alone.
func onMachines(s *report.Summary, claims []Claim, results []Result) {
	machines := s.ByMachine()
	if machines == nil {
		return
	}
	add := func(where string, number int, part *report.Summary) {
		of := slices.Clone(claims)
		for i, c := range claims {
			said, asked := results[i].each[number]
			if m := s.Metric(c.Metric); m != nil && !m.Timed() {
				said, asked = Untested(countsOfAll), true
			}
			if asked {
				of[i].Test = func(*Data) Outcome { return said }
			}
		}
		for i, r := range Evaluate(part, of) {
			r.On = nil
			results[i].On = append(results[i].On, On{where, number, r})
		}
	}
	for _, m := range machines {
		add(m.Name(), m.Number, m.Summary)
	}
	for i := range results {
		if r := &results[i]; r.HoldsOn() != nothingOn {
			r.Why += "; by its own rounds it is supported on " + r.HoldsOn()
		}
	}
	for _, f := range s.Families() {
		if len(s.Families()) == 1 || !f.Pools() { // it is the run itself, or has no verdicts
			continue
		}
		if part, err := s.Of(f); err == nil {
			add(f.Model, 0, part)
		}
	}
}

const nothingOn = "none: not tested"

// countsOfAll is why a claim about counts or sizes has no verdict on a machine.
const countsOfAll = "counts and sizes do not depend on the machine: tested on all rounds"

// HoldsOn says on which machines a claim is supported: "machine 2 only".
func (r Result) HoldsOn() string {
	by := map[Verdict][]int{}
	machines := 0
	for _, on := range r.On {
		if on.Number > 0 {
			by[on.Verdict] = append(by[on.Verdict], on.Number)
			machines++
		}
	}
	switch holds := by[Supported]; {
	case len(holds) == machines:
		return "all machines"
	case len(holds) == 0 && len(by[NotTested]) == machines:
		return nothingOn
	case len(holds) == 0:
		return "no machine"
	case len(holds) == 1:
		return fmt.Sprintf("machine %d only", holds[0])
	default:
		return "machines " + runfolder.Ranges(holds) + " only"
	}
}

// verdictsOn lists the machines by verdict: "supported 1 to 3; inconclusive 4".
func (r Result) verdictsOn() string {
	var parts []string
	for _, v := range []Verdict{Supported, Contradicted, Inconclusive, ByConstruction, NotTested} {
		var list []int
		for _, on := range r.On {
			if on.Number > 0 && on.Verdict == v {
				list = append(list, on.Number)
			}
		}
		if list != nil {
			parts = append(parts, string(v)+" "+runfolder.Ranges(list))
		}
	}
	for _, on := range r.On {
		if on.Number == 0 && on.Verdict != NotTested {
			parts = append(parts, on.Where+": "+string(on.Verdict))
		}
	}
	return strings.Join(parts, "; ")
}

// anyMachines reports whether the results are of a run on several machines.
func anyMachines(results []Result) bool {
	return slices.ContainsFunc(results, func(r Result) bool { return len(r.On) > 0 })
}
