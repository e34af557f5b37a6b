package all

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/example"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
)

// A claim says what it is and who makes it where: the claims of one source are
// one family of tests. No two claims of the program share an ID.
func TestClaims(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Experiments() {
		for _, c := range e.Reading().Claims {
			if c.ID == "" || c.Source == "" || c.Section == "" || c.Statement == "" || c.Metric == "" || c.Test == nil {
				t.Errorf("%s: %q lacks a field: %+v", e.Name(), c.ID, c)
			}
			if seen[c.ID] {
				t.Errorf("%s: two claims %s", e.Name(), c.ID)
			}
			seen[c.ID] = true
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d claims were found", len(seen))
	}
}

// A metric with a unit of its own has the factor to it, without which it reads 0.
func TestUnits(t *testing.T) {
	for _, e := range Experiments() {
		for _, m := range e.Reading().Metrics {
			if (m.Unit == "" && m.Share == "") != (m.Factor == 0) {
				t.Errorf("%s, %s: unit %q, share %q, factor %v", e.Name(), m.Name, m.Unit, m.Share, m.Factor)
			}
		}
	}
}

// The headlines of an experiment are among its metrics, and compare with one of its
// baselines or with the first structure.
func TestHeadlines(t *testing.T) {
	for _, e := range Experiments() {
		r := e.Reading()
		for _, h := range r.Headlines {
			if !slices.ContainsFunc(r.Metrics, func(d metric.Definition) bool { return d.Name == h.Metric }) {
				t.Errorf("%s: a headline by %q, which is no metric of it", e.Name(), h.Metric)
			}
			if _, ok := r.Baselines[h.To]; h.To != "" && !ok {
				t.Errorf("%s: a headline to %q, which is no baseline of it", e.Name(), h.To)
			}
		}
	}
}

// Every experiment decides on its rounds while it is measured (run --time), or says why
// none of its runs can; one that refuses --resolve and the flags that go by times has no
// times. Once the number of rounds is set, every round but the first, in which some things
// are counted, has the same cells, of large sets too; what is simulated off all axes has
// not as many.
func TestRounds(t *testing.T) {
	words := experimenttest.File(t, strings.Fields("academy areas associate project table"))
	text := experimenttest.File(t, []string{"in the beginning there were some different words in each of its lines", "and another line had as many words of its own beside the first one"})
	few := map[string]string{ // where the default takes long to prepare
		"thesis": "--eps=1% --words=" + words, "fbl": "--iterations=1", "space": "--filter=bloom,cuckoo --n=1e3,1e6,1e7 --eps=1%",
		"lookup": "--filter=bloom,cuckoo --n=1e4,1e6,1e7 --eps=1%", "churn": "--n=1e3,1e7", "growth": "--filter=bloom,cuckoo --n=1e3,1e6 --eps=1%",
		"bloom1970": "--store=map --quick --words=" + words, "payoff": "--store=map --filter=bloom,cuckoo --predict=xor --n=1e3,1e6,1e7 --eps=1%",
		"values": "--quick --words=" + words, "stream": "--quick --streams=zipf", "sets": "--quick", "semijoin": "--n=1e3,1e6 --eps=1% --quick",
		"reconcile": "--quick", "routing": "--quick", "cache": "--quick", "duplicates": "--quick", "screening": "--quick --words=" + words + " --text=" + text,
		"aggregation": "--quick", "molecules": "--smiles=../molecules/testdata/named.smi",
	}
	for _, e := range append(Experiments(), example.New()) {
		t.Run(e.Name(), func(t *testing.T) {
			var refuses map[string]string
			if r, ok := e.(experiment.Refusing); ok {
				refuses = r.Refuses()
			}
			bench := experimenttest.Prepared[experiment.Bench](t, e, strings.Fields(few[e.Name()])...)
			rounds, ok := bench.(experiment.InRounds)
			if ok != (refuses["time"] == "") {
				t.Fatalf("in rounds %v, and refuses %v", ok, refuses)
			}
			if !ok {
				return
			}
			const last = 12 // beyond all that large sets have
			rounds.SetRounds(last)
			cells := map[int][]string{} // by round
			for step := range bench.Plan(0).All() {
				if step.Cell.Point != "" {
					cells[step.Round] = append(cells[step.Round], fmt.Sprint(step.Cell))
				}
			}
			for _, list := range cells {
				slices.Sort(list)
			}
			for round := 2; round <= last; round++ {
				if len(cells[round]) == 0 || !slices.Equal(cells[round], cells[last]) {
					t.Errorf("round %d has %d cells, the last %d", round, len(cells[round]), len(cells[last]))
				}
			}
			if len(cells[last+1]) > 0 {
				t.Error("a round too many")
			}
		})
	}
}
