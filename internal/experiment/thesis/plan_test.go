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
	"hyphbench/internal/racetest"
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
		Init:         "bloom init 0.01, cuckoo init 0.01, no-exceptions init , none init ",
		metric.Build: "bloom build 0.01, cuckoo build 0.01, none build ",
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

// The patterns are read once for all initialisations of a set, also where the set lacks the
// baseline that reads nothing else: an initialisation takes longer than its own part, which is a
// tenth. A neighbour may stretch one of the two times, so one of several rounds must show it.
func TestInitialisationsBeginWithThePatterns(t *testing.T) {
	const rounds = 8
	for _, loaded := range []uint64{0, 1 << 40} { // a set of all, and sets of one
		b := listed(t, "--filter=bloom", "--eps=0.1", fmt.Sprintf("--reps=%d", rounds))
		b.loaded = loaded
		share := 0.0
		for round := 0; round <= rounds && share < 0.5; round++ {
			patterns, filter := measure(t, b, stepOf(Init, NoExceptions, "", round)), measure(t, b, stepOf(Init, bloom, "0.1", round))
			if round > 0 { // no warm-up
				share = max(share, filter.Value/float64(filter.Ops)/(patterns.Value/float64(patterns.Ops)))
			}
		}
		if share < 0.5 {
			t.Errorf("%d bytes a cell: with the exceptions and a filter it takes %g of the time of the patterns alone at most", loaded, share)
		}
	}
}

// What is constructed takes memory: sets of groups have a bound, share no cell, leave none out
// and change with the round. A cell's set is the same for all cells of it.
func TestSetsOfConstructions(t *testing.T) {
	b := listed(t, "--filter=bloom,cuckoo", "--eps=0.01,0.1", "--reps=2")
	for _, c := range []struct {
		loaded uint64 // of 256 MiB
		most   int    // cells
		sizes  string // of the sets
	}{{0, 64, "[6]"}, {1 << 20, 64, "[6]"}, {60 << 20, 4, "[2 4]"}, {100 << 20, 2, "[2 2 2]"}, {1 << 40, 1, "[1 1 1 1 1 1]"}} {
		b.loaded = c.loaded
		firsts := map[string]bool{}
		for round := range 50 {
			sizes, of := []int{}, map[runfolder.Cell]int{}
			var first []string
			for _, v := range b.visits() {
				step := v.steps(round, Init)[0]
				set := slices.Concat(b.set(step)...)
				if n := len(set); of[v.cell] == 0 {
					sizes = append(sizes, n)
					for _, w := range set {
						of[w.cell] += n
						first = append(first, w.cell.Filter+" "+string(w.cell.Point))
					}
				}
				if of[v.cell] != len(set) {
					t.Fatalf("%d bytes a cell: %v is in a set of %d and in others", c.loaded, v.cell, len(set))
				}
			}
			if slices.Sort(sizes); fmt.Sprint(sizes) != c.sizes {
				t.Fatalf("%d bytes a cell: sets of %v, want %s", c.loaded, sizes, c.sizes)
			}
			firsts[strings.Join(first, ", ")] = true
		}
		if c.most > 2 && len(firsts) == 1 {
			t.Errorf("%d bytes a cell: the same sets in all rounds", c.loaded)
		}
	}
	if got := len(sets([]group{make(group, 5), make(group, 3)}, 4, rand.New(rand.NewPCG(1, 1)))); got < 2 || got > 3 {
		t.Errorf("groups of 5 and 3 in sets of 4: %d sets", got)
	}
}

// A prediction measures one cell of each structure and metric, alone: with all that a round
// measures together it would take the time of rounds, and count it for each of them.
func TestPredictionIsOfSingleCells(t *testing.T) {
	racetest.OneGoroutine(t)
	b := listed(t, "--filter=bloom,cuckoo", "--eps=0.01,0.1,0.2", "--reps=2")
	if _, err := b.Predict(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(b.ahead) > 0 || len(b.timer.Repetitions) == 0 {
		t.Errorf("%d cells measured beside others, %d in all", len(b.ahead), len(b.timer.Repetitions))
	}
	for cell := range b.timer.Repetitions {
		if cell.Point != "" && cell.Point != runfolder.At("0.01") {
			t.Errorf("%v is measured for a prediction", cell)
		}
	}
}
