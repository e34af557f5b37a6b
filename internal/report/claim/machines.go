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
	machines [][]call         // of each machine, to be pooled; nil while they are written down
	pooled   []stats.Pooled
	failed   error // why the estimates cannot be pooled
}

// call is an estimate and what it is of.
type call struct {
	of string
	stats.Estimate
}

func (t *trace) reads(cells ...runfolder.Cell) {
	if t != nil {
		t.cells = append(t.cells, cells...)
	}
}

// estimate writes an estimate down, or pools those of the machines.
func (t *trace) estimate(columns int, weights []float64, on func() (stats.Estimate, string, error)) (stats.Estimate, string, error) {
	of := fmt.Sprint(t.cells, columns, weights)
	t.cells = nil
	if t.machines == nil {
		e, how, err := on()
		t.calls = append(t.calls, call{of, e})
		return e, how, err
	}
	n := len(t.pooled)
	var list []stats.Estimate
	for _, calls := range t.machines {
		if n >= len(calls) || calls[n].of != of {
			t.failed = fmt.Errorf("its test asks other things on one machine than on all")
			return stats.Estimate{}, "", t.failed
		}
		list = append(list, calls[n].Estimate)
	}
	p, err := stats.RandomEffects(list)
	if err != nil {
		t.failed = err
		return stats.Estimate{}, "", err
	}
	t.pooled = append(t.pooled, p)
	return p.Mean, fmt.Sprintf("%d machines (each over its rounds)", p.K), nil
}

// test asks the claim of the run. One about times on several machines is asked over
// machines.
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
	all := &trace{}
	holds := true
	for _, on := range s.ByMachine() {
		one := &trace{}
		o := r.Claim.Test(&Data{on.Summary, nil, one})
		if o.NotTested != "" {
			r.Outcome = Untested("on " + on.Name() + ": " + o.NotTested)
			return
		}
		holds = holds && o.Holds
		all.machines = append(all.machines, one.calls)
	}
	r.Outcome = r.Claim.Test(&Data{s, &r.Read, all})
	switch {
	case all.failed != nil:
		r.Outcome = Untested("not pooled over machines: " + all.failed.Error())
	case len(all.pooled) == 0 && !r.Exact && r.NotTested == "":
		r.Outcome = Untested("its test has no estimate that could be pooled over machines")
	default:
		r.Holds = holds
		r.Machines = all.of(r.Effect)
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
// the run is not.
func onMachines(s *report.Summary, claims []Claim, results []Result) {
	machines := s.ByMachine()
	add := func(where string, number int, part *report.Summary) {
		for i, r := range Evaluate(part, claims) {
			r.On = nil
			results[i].On = append(results[i].On, On{where, number, r})
		}
	}
	for _, m := range machines {
		add(m.Name(), m.Number, m.Summary)
	}
	for i := range results {
		if r := &results[i]; machines != nil && r.HoldsOn() != nothingOn {
			r.Why += "; by its own rounds it is supported on " + r.HoldsOn()
		}
	}
	for _, f := range s.Families() {
		if part, err := s.Of(f); f.Pools() && len(s.Families()) > 1 && err == nil {
			add(f.Model, 0, part)
		}
	}
}

const nothingOn = "none: not tested"

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
	for _, v := range []Verdict{Supported, Contradicted, Inconclusive, NotTested} {
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
