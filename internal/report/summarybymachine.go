package report

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
	"hyphbench/internal/stats"
)

// Machine is one of several machines of a run, with what was measured on it.
type Machine struct {
	runfolder.Machine
	*Summary
	rounds func() int // once
}

// Name is that of the machine in tables and figures: its number.
func (m Machine) Name() string { return fmt.Sprintf("machine %d", m.Number) }

// Rounds is how many repetitions the machine has.
func (m Machine) Rounds() int { return m.rounds() }

// countRounds goes over the rows of a run, those of a round mostly behind each other.
func countRounds(run *runfolder.Run) int {
	rounds, last := map[int]bool{}, 0
	for _, row := range run.All() {
		if row.Round != last && row.Round >= 1 {
			rounds[row.Round], last = true, row.Round
		}
	}
	return len(rounds)
}

// Family are the machines of one processor model.
type Family struct {
	Model    string // empty where it is not known
	Machines []int  // places in ByMachine
	Few      []int  // those of them with fewer rounds than a mean over machines wants
}

// parted is a run by machines, once somebody has asked.
type parted struct {
	once    sync.Once
	list    []Machine
	without sync.Once
	untimed *Summary
}

// Untimed sums up what is no time, of a run on several machines.
func (s *Summary) Untimed() *Summary {
	s.parted.without.Do(func() {
		run := s.Run.OfCells(func(row runfolder.Row) bool { return !row.Timed() })
		out, err := SummarizeBy(run, s.Glossary, s.By)
		if err != nil { // all of it is
			out = &Summary{Run: run, Meta: &run.Meta, Glossary: s.Glossary, Samples: &sample.Set{Meta: &run.Meta}, By: s.By}
		}
		out.Part, out.parted = s.Part, s.parted
		s.parted.untimed = out
	})
	return s.parted.untimed
}

// ByMachine sums up what was measured on each machine; none for a run of one. Times of
// different machines are never summed up together.
func (s *Summary) ByMachine() []Machine {
	if s.parted == nil { // no Summarize made it
		return nil
	}
	s.parted.once.Do(func() {
		machines := s.Meta.Machines()
		if len(machines) < 2 {
			return
		}
		of := map[int]int{} // of each session the place of its machine
		for i, m := range machines {
			for _, session := range m.Sessions {
				of[session] = i
			}
		}
		runs := s.Run.Divide(len(machines), func(session int) int { return of[session] })
		var list []Machine
		for i, m := range machines {
			own, err := SummarizeBy(runs[i], s.Glossary, s.By)
			if err != nil { // nothing was measured there; all else was found before
				continue
			}
			own.Part = s.Part
			list = append(list, Machine{m, own, sync.OnceValue(func() int { return countRounds(own.Run) })})
		}
		if len(list) > 1 {
			s.parted.list = list
		}
	})
	return s.parted.list
}

// Families groups the machines of ByMachine.
func (s *Summary) Families() (list []Family) {
	for i, m := range s.ByMachine() {
		at := slices.IndexFunc(list, func(f Family) bool { return f.Model == m.Family() })
		if at < 0 {
			at = len(list)
			list = append(list, Family{Model: m.Family()})
		}
		list[at].Machines = append(list[at].Machines, i)
		if m.Rounds() < stats.LeastRounds {
			list[at].Few = append(list[at].Few, i)
		}
	}
	return list
}

// Pools reports whether effects on the machines are pooled: those of three or more of
// one known family that have ten rounds or more.
func (f Family) Pools() bool {
	return f.Model != "" && len(f.Machines)-len(f.Few) >= stats.LeastPooled
}

// Numbers are those of the machines of a family, in words.
func (f Family) Numbers(machines []Machine) string {
	var list []int
	for _, i := range f.Machines {
		list = append(list, machines[i].Number)
	}
	return runfolder.Ranges(list)
}

// Of sums up what was measured on the machines of a family.
func (s *Summary) Of(f Family) (*Summary, error) {
	var sessions []int
	for _, i := range f.Machines {
		sessions = append(sessions, s.ByMachine()[i].Sessions...)
	}
	return SummarizeBy(s.Run.Of(func(session int) bool { return slices.Contains(sessions, session) }), s.Glossary, s.By)
}

// NotPooled is why effects on the machines of a run are not pooled; empty where they
// are, and for a run of one machine.
func (s *Summary) NotPooled() string {
	families := s.Families()
	switch {
	case families == nil || len(families) == 1 && families[0].Pools():
		return ""
	case len(families) > 1:
		return fmt.Sprintf("%d machines of %d processor models are side by side and not pooled: they are no sample of one population",
			len(s.ByMachine()), len(families))
	case families[0].Model == "":
		return "machines of unknown processors are side by side and not pooled"
	case len(families[0].Machines) >= stats.LeastPooled:
		return fmt.Sprintf("%d machines are side by side and not pooled: want %d with %d rounds or more; fewer have %s",
			len(s.ByMachine()), stats.LeastPooled, stats.LeastRounds, s.fewRounds())
	}
	return fmt.Sprintf("%d machines are side by side and not pooled: want %d of one processor model", len(s.ByMachine()), stats.LeastPooled)
}

// fewRounds names the machines that a mean over their family leaves out, with their
// rounds: "1, 3 to 5 (rounds: 2 to 4)"; empty where there are none.
func (s *Summary) fewRounds() string {
	var parts []string
	for _, f := range s.Families() {
		if f.Model == "" || len(f.Machines) < stats.LeastPooled || len(f.Few) == 0 {
			continue
		}
		var rounds []int
		for _, i := range f.Few {
			rounds = append(rounds, s.ByMachine()[i].Rounds())
		}
		text := fmt.Sprint(slices.Min(rounds))
		if most := fmt.Sprint(slices.Max(rounds)); most != text {
			text += " to " + most
		}
		parts = append(parts, fmt.Sprintf("%s (rounds: %s)", Family{Machines: f.Few}.Numbers(s.ByMachine()), text))
	}
	return strings.Join(parts, ", ")
}

// ofFewRounds warns of machines that a mean over machines leaves out.
func (s *Summary) ofFewRounds() (machine.Warning, bool) {
	few := s.fewRounds()
	return machine.Warning{
		Code: "few-rounds",
		Text: fmt.Sprintf("a mean over machines wants %d rounds of each, and is without machine %s", stats.LeastRounds, few),
		Cure: "give each machine more rounds: fewer shards, several for each machine, or more repetitions",
	}, few != ""
}

// MachinesNote says how the times of several machines are read; empty for one.
func (s *Summary) MachinesNote() string {
	if s.ByMachine() == nil {
		return ""
	}
	return fmt.Sprintf("measured on %d machines: times are those of one machine each, and their ratios are first formed "+
		"within a machine; counts and sizes are those of all rounds", len(s.ByMachine()))
}

// differing names the counts that are constant on each machine and not the same on all:
// a constant cannot depend on the seed, so that a machine or its build counts wrongly.
// Of other counts nothing can be asserted within a run, since each round is measured on
// one machine.
func (s *Summary) differing() (list []string) {
	machines := s.ByMachine()
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if !metric.Exact(m.Name) || machines == nil {
			continue
		}
		for _, c := range m.Cells {
			if text := differ(machines, m, c); text != "" {
				list = append(list, text+s.Meta.Place(c.Point))
			}
		}
	}
	return list
}

// differ says in which rounds two machines have other constants of a cell.
func differ(machines []Machine, m *Metric, c Cell) string {
	var first *Machine
	var value float64
	for i := range machines {
		own := machines[i].Metric(m.Name)
		if own == nil {
			continue
		}
		d := own.Cell(c.Filter, c.Point)
		switch {
		case d == nil || d.N < 2:
			continue
		case d.Min != d.Max:
			return ""
		case first == nil:
			first, value = &machines[i], d.Min
		case d.Min != value:
			at := func(m *Machine) int { return m.Samples.Cell(c.Cell).Row(0).Round }
			return fmt.Sprintf("%s is %.17g in every round on %s (first round %d) and %.17g on %s (first round %d), though it does not depend on the seed: %s",
				m.Name, value, first.Name(), at(first), d.Min, machines[i].Name(), at(&machines[i]), c.Filter)
		}
	}
	return ""
}

// machinesTable lists the machines.
func (s *Summary) machinesTable() table.Table {
	t := table.Table{
		Title:   "machines",
		Columns: []string{"machine", "processor", "sessions", "rounds", "rows"}, Left: 2, Widths: []int{0, 30},
	}
	for _, m := range s.ByMachine() {
		model := m.Family()
		if model == "" {
			model = "unknown CPU"
		}
		t.Rows = append(t.Rows, []string{fmt.Sprint(m.Number), model, runfolder.Ranges(m.Sessions), axis.Grouped(m.Rounds()), axis.Grouped(m.Samples.Rows)})
	}
	return t
}

// eachTimes are tables about times: of the run, or of each of its machines, which are
// then named.
func (s *Summary) eachTimes(tables func(*Summary) []table.Table) (list []table.Table) {
	machines := s.ByMachine()
	if machines == nil {
		return tables(s)
	}
	for _, m := range machines {
		for _, t := range tables(m.Summary) {
			if t.Title != "" {
				t.Title += ", " + m.Name()
			}
			list = append(list, t)
		}
	}
	return list
}

// MachineFamilies names the processors of the machines: "1 to 4: AMD EPYC 7763".
func (s *Summary) MachineFamilies() string {
	var list []string
	for _, f := range s.Families() {
		model := f.Model
		if model == "" {
			model = "unknown CPU"
		}
		list = append(list, f.Numbers(s.ByMachine())+": "+model)
	}
	return strings.Join(list, " · ")
}
