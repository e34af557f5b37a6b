package thesis

import (
	"errors"
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

// The first step of a group measures all cells that have its metric; the others have theirs
// already, each with its own answers checked. Another metric, ε or round is measured anew.
func TestGroupsAreMeasuredTogether(t *testing.T) {
	b := listed(t, "--filter=bloom,cuckoo", "--eps=0.01,0.1", "--reps=2")
	ahead := func() (cells []string) {
		for cell := range b.ahead {
			cells = append(cells, cell.Filter+" "+string(cell.Metric)+" "+cell.Point.Value(0))
		}
		slices.Sort(cells)
		return cells
	}
	for _, m := range []runfolder.Metric{Init, Hyphenate, metric.Build, metric.Query} {
		measure(t, b, stepOf(m, bloom, "0.1", 0)) // the warm-up, alone
		if len(b.ahead) != 0 {
			t.Errorf("%s: the warm-up measures %v", m, ahead())
		}
		first := measure(t, b, stepOf(m, bloom, "0.1", 1))
		if got := ahead(); !slices.Equal(got, []string{"cuckoo " + string(m) + " 0.1"}) {
			t.Errorf("%s: behind bloom there is %v", m, got)
		}
		second := measure(t, b, stepOf(m, "cuckoo", "0.1", 1))
		if len(b.ahead) != 0 || first == second || first.Value == second.Value {
			t.Errorf("%s: %v left; bloom %+v, cuckoo %+v", m, ahead(), first, second)
		}
	}
	measure(t, b, stepOf(Init, NoFilter, "", 1))
	if got := ahead(); !slices.Equal(got, []string{"no-exceptions init "}) {
		t.Errorf("behind the baseline there is %v", got)
	}
	measure(t, b, stepOf(Init, bloom, "0.1", 2))
	if got := ahead(); !slices.Equal(got, []string{"cuckoo init 0.1"}) {
		t.Errorf("in the next round there is %v", got)
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
