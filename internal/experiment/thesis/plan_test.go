package thesis

import (
	"slices"
	"strings"
	"testing"
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
