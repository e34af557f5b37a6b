package thesis

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// What is compared stands next to each other: within a round the sections of a
// metric at one ε follow each other without a break, filters in an order that
// changes. So do those of a metric at all ε, which trends compare, the ε in an order that
// changes too.
func TestComparedSectionsAreNeighbours(t *testing.T) {
	b := prepared(t, "--filter=bloom,cuckoo,linear", "--eps=0.01,0.05,0.1", "--reps=12")
	orders, sweeps := map[string]bool{}, map[string]bool{}
	var blocks, sweep []string
	round, run, place := 0, []string(nil), ""
	seen := map[string]bool{}
	end := func() {
		if len(run) < 3 {
			return
		}
		orders[strings.Join(run, " ")] = true
		if slices.Sort(run); !slices.Equal(run, []string{"bloom", "cuckoo", "linear"}) {
			t.Errorf("round %d, %s: %v", round, place, run)
		}
	}
	for _, s := range stepsOf(b, 0) {
		if s.Round < 1 || s.Cell.Point == "" || !slices.Contains(timed(), s.Cell.Metric) || s.Cell.Metric == QueryFull {
			continue
		}
		if s.Round != round {
			end()
			blocks = nil
			round, run, place = s.Round, nil, ""
			clear(seen)
		}
		if at := string(s.Cell.Point) + " " + string(s.Cell.Metric); at != place {
			end()
			if seen[at] {
				t.Errorf("round %d comes to %s twice", round, at)
			}
			seen[at], place, run = true, at, nil
			switch name := string(s.Cell.Metric); {
			case len(blocks) == 0 || blocks[len(blocks)-1] != name:
				if slices.Contains(blocks, name) {
					t.Errorf("round %d comes to %s twice", round, name)
				}
				blocks, sweep = append(blocks, name), []string{string(s.Cell.Point)}
			default:
				sweep = append(sweep, string(s.Cell.Point))
			}
			if len(sweep) == 3 {
				sweeps[strings.Join(sweep, " ")] = true
			}
		}
		run = append(run, s.Cell.Filter)
	}
	if len(orders) != 6 || len(sweeps) != 6 {
		t.Errorf("of 6 orders there are %v and, of ε, %v", orders, sweeps)
	}
}

// The first step of a metric measures all cells that it is compared with; the others have
// theirs already. Another metric, ε of a construction or round is measured anew.
func TestComparedIsMeasuredTogether(t *testing.T) {
	b := listed(t, "--filter=bloom,cuckoo", "--eps=0.01,0.1", "--reps=2")
	ahead := func() string {
		var cells []string
		for cell := range b.ahead {
			cells = append(cells, cell.Filter+" "+string(cell.Metric)+" "+cell.Point.Value(0))
		}
		slices.Sort(cells)
		return strings.Join(cells, ", ")
	}
	for m, rest := range map[runfolder.Metric]string{
		Init: "", metric.Build: "",
		Hyphenate:    "bloom hyphenate 0.01, cuckoo hyphenate 0.01, no-exceptions hyphenate , none hyphenate ",
		metric.Query: "bloom query 0.01, cuckoo query 0.01, none query ",
	} {
		clear(b.ahead)
		measure(t, b, stepOf(m, bloom, "0.1", 0)) // the warm-up, alone
		if len(b.ahead) != 0 {
			t.Errorf("%s: the warm-up measures %v", m, ahead())
		}
		first := measure(t, b, stepOf(m, bloom, "0.1", 1))
		second := measure(t, b, stepOf(m, "cuckoo", "0.1", 1))
		if got := ahead(); got != rest || first == second || first.Value == second.Value {
			t.Errorf("%s: %q left, want %q; bloom %+v, cuckoo %+v", m, got, rest, first, second)
		}
	}
	clear(b.ahead)
	measure(t, b, stepOf(Init, NoFilter, "", 1))
	if got := ahead(); got != "no-exceptions init " {
		t.Errorf("behind the baseline there is %q", got)
	}
	measure(t, b, stepOf(Init, bloom, "0.1", 2))
	if got := ahead(); got != "cuckoo init 0.1" {
		t.Errorf("in the next round there is %q", got)
	}
	// Of many structures some are built together, in parts of the group that share no cell.
	for _, c := range []struct {
		filter, epsilon string
		most            int
		want            []string
	}{
		{bloom, "0.1", 8, []string{"bloom", "cuckoo"}}, {"cuckoo", "0.1", 8, []string{"bloom", "cuckoo"}},
		{bloom, "0.01", 1, []string{"bloom"}}, {"cuckoo", "0.01", 1, []string{"cuckoo"}},
		{NoExceptions, "", 2, []string{NoFilter, NoExceptions}}, {"xor", "0.1", 8, nil},
	} {
		var got []string
		for _, v := range b.around(stepOf(Init, c.filter, c.epsilon, 1).Cell, c.most) {
			if v.cell.Point == runfolder.At(c.epsilon) || c.epsilon == "" {
				got = append(got, v.cell.Filter)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d around %s at %q: %v, want %v", c.most, c.filter, c.epsilon, got, c.want)
		}
	}
	// The members of a group follow each other, groups and members in orders that change.
	random, seen := rand.New(rand.NewPCG(1, 1)), map[string]bool{}
	for range 100 {
		order := byGroup([][]int{{0, 1}, {2, 3, 4}}, random)
		seen[fmt.Sprint(order)] = true
		if apart := order[0] < 2 != (order[1] < 2) || order[3] < 2 != (order[4] < 2); len(order) != 5 || apart {
			t.Fatalf("order %v", order)
		}
	}
	if len(seen) != 24 {
		t.Errorf("%d orders, want 2·2·6", len(seen))
	}
	// A fault is that of its own cell.
	wrong := errors.New("planted")
	b = planted(listed(t, "--filter=bloom,cuckoo", "--eps=0.1", "--reps=2"), func(buildFunc, *wordlist.List, filter.Config) (filter.Filter, error) { return nil, wrong })
	for _, m := range []runfolder.Metric{Init, Hyphenate} {
		measure(t, b, stepOf(m, "cuckoo", "0.1", 1))
		if _, err := b.Measure(t.Context(), stepOf(m, bloom, "0.1", 1)); !errors.Is(err, wrong) {
			t.Errorf("%s of a filter that cannot be built: %v", m, err)
		}
	}
}
