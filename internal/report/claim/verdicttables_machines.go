package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// MachinesTable has for each claim on which machines it holds, and what is expected
// of the next one.
func MachinesTable(s *report.Summary, results []Result) table.Table {
	t := table.Table{
		Title: "verdicts by machine",
		Lines: []string{"holds on: machines whose own rounds support the claim, each with Holm's correction of its own; next machine: where the " +
			"effect on one more machine of the family is expected, with 95 %; I²: share of the variation that is between machines"},
		Columns: []string{"id", "over all", "holds on", "verdicts by machine", "next machine", "I² %"},
		Left:    4, Widths: []int{0, 0, 16, 30}, Ranks: []int{0, 0, 0, 0, 0, 1}, Tones: Tones(),
	}
	untested := 0
	for _, r := range results {
		if r.HoldsOn() == nothingOn {
			untested++
			continue
		}
		row := []string{r.ID, r.Word(), r.HoldsOn(), r.verdictsOn(), "", ""}
		if p := r.Machines; p != nil {
			next := r.predicted()
			_, text := table.Interval(math.Exp(p.Mean.Value), next.Low, next.High)
			row[4], row[5] = text, table.Number(100*p.I2, 0)
		}
		t.Rows = append(t.Rows, row)
	}
	if untested > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("left out: %d claims that are not tested on any machine", untested))
	}
	for _, r := range results {
		var parts []string
		for _, on := range r.On {
			if on.NotTested == "" {
				parts = append(parts, fmt.Sprintf("%s %s", on.Where, on.Effect))
			}
		}
		if len(parts) > 0 && !r.Exact {
			t.Notes = append(t.Notes, r.ID+": "+strings.Join(parts, "; ")+".")
		}
	}
	for _, m := range s.Families() {
		if len(m.Machines) == stats.LeastPooled && m.Pools() {
			t.Notes = append(t.Notes, "Three machines leave the interval two degrees of freedom, t(2) = 4.3, and the prediction one, t(1) = 12.7: "+
				"a claim that differs much between them is not decided, and the prediction says little until there are more.")
			break
		}
	}
	return t
}

// predicted is the prediction for the next machine, as a ratio.
func (r Result) predicted() stats.Interval {
	return stats.Interval{Low: math.Exp(r.Machines.Prediction.Low), High: math.Exp(r.Machines.Prediction.High)}
}

// overMachines are the numbers over machines, empty where the effect has none.
func (r Result) overMachines() []string {
	p := r.Machines
	if p == nil {
		return make([]string, 6)
	}
	next := r.predicted()
	return []string{table.Exact(next.Low), table.Exact(next.High), table.Exact(p.Tau2), table.Exact(p.I2), table.Exact(p.Q), table.Exact(p.P)}
}

// records are the verdicts in CSV. Those of each machine of a run on several follow
// that over all.
func records(results []Result) [][]string {
	several := anyMachines(results)
	list := [][]string{columns()}
	if several {
		list[0] = append(list[0], "on", "next_low", "next_high", "tau2", "i2", "q", "q_p")
	}
	for _, r := range results {
		if !several {
			list = append(list, r.record())
			continue
		}
		list = append(list, slices.Concat(r.record(), []string{""}, r.overMachines()))
		for _, on := range r.On {
			where := on.Where
			if on.Number > 0 {
				where = strconv.Itoa(on.Number)
			}
			list = append(list, slices.Concat(on.record(), []string{where}, on.overMachines()))
		}
	}
	return list
}

type jsonOn struct {
	Where   string              `json:"on"`
	Number  int                 `json:"machine,omitempty"` // absent of a family
	Effect  table.JSONNumber    `json:"effect"`
	CI      [2]table.JSONNumber `json:"ci"`
	P       table.JSONNumber    `json:"p"`
	Verdict Verdict             `json:"verdict"`
	Why     string              `json:"why"`
}

// jsonMachines adds the verdicts of machines.
func (r Result) jsonMachines(j jsonResult) jsonResult {
	if len(r.On) == 0 {
		return j
	}
	j.HoldsOn = r.HoldsOn()
	for _, on := range r.On {
		j.On = append(j.On, jsonOn{on.Where, on.Number, table.JSONNumber(on.Effect.Value),
			[2]table.JSONNumber{table.JSONNumber(on.Effect.CI.Low), table.JSONNumber(on.Effect.CI.High)}, table.JSONNumber(on.P), on.Verdict, on.Why})
	}
	if p := r.Machines; p != nil {
		next := r.predicted()
		j.Next, j.I2 = &[2]table.JSONNumber{table.JSONNumber(next.Low), table.JSONNumber(next.High)}, (*table.JSONNumber)(&p.I2)
	}
	return j
}
